export {
  type DeployableLesson,
  type EditableLesson,
  asEditable,
  getLessonFor,
  getLessonToDeploy,
  getLessonToEdit,
  mayEditLesson,
  readOnly,
  requireEditableLesson,
  stateFor,
} from './access.ts';
export { addLesson, addLessons, addShallowLessons, completeShallowLessons, replaceLesson } from './add-lessons.ts';
export { editLesson } from './edit-lesson.ts';
export { LessonList } from './list/lesson-list.ts';
export type { ListState } from './list/list-state.ts';
export { listSeenLessonIds, listVersionRows } from './list/queries.ts';
export { MESSAGES } from './messages.ts';
export {
  type ReleaseLesson,
  type StoredLesson,
  countReleaseLessons,
  findLesson,
  findLessonForUpdate,
  findLessonInRelease,
  findLessons,
  isNumberTaken,
  listLessonTitles,
  listReleaseLessons,
  listStoredLessons,
  readTextLanguage,
} from './queries.ts';
export {
  lessonContentOf,
  lessonTouched,
  publishLessonSaved,
  requireAllowed,
  storeLesson,
  touchLesson,
  touchLessonFiles,
} from './store-lesson.ts';
