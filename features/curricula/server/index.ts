export {
  type CourseWithLesson,
  findAssessmentOf,
  listCoursesOfLessons,
  listCoursesWith,
  listPublishedTitles,
} from './course-lesson-queries.ts';
export { listCourseLessons } from './course-lessons.ts';
export { COURSES, getCourseFor } from './courses.ts';
export { replaceCurriculum } from './edit-curriculum.ts';
export { type CurriculumKind, type StoredCurriculum, subjectOf } from './kind.ts';
export { CURRICULUM_KINDS } from './kinds.ts';
export { namesInRelease } from './numbered-names.ts';
export { PATHS } from './paths.ts';
export {
  type DeletedCurriculum,
  deleteCurriculumRow,
  listDeletedCurricula,
  listInRelease,
  markAllDeleted,
  markCurriculumDeleted,
} from './queries.ts';
export { curriculaModule } from './routes.ts';
export { deleteLooseSteps } from './step-queries.ts';
export {
  addCurriculum,
  getCurriculumForUpdate,
  publishCurriculumChanged,
  recordEdit,
  requireCurriculumNotInRelease,
  restoreCurriculumRow,
  upsertCurriculum,
} from './write-curriculum.ts';
