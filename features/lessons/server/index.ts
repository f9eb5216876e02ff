export { imageContentType } from '../rules/image-size.ts';
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
export { keepBase, updateBases } from './base-queries.ts';
export { lockForNewLesson, releaseForNewLesson, requireFreeNumber, requireNotInRelease } from './create-lesson.ts';
export { recordRemoval, removeLesson, removeLessonsOfRelease } from './delete-lesson.ts';
export { editLesson } from './edit-lesson.ts';
export { readCleanImage, storeCleanImages } from './files/clean-image.ts';
export {
  type FileInCode,
  addLessonFiles,
  areLimited,
  fileBlobs,
  fileContents,
  filesForLesson,
  filesForScreen,
  filesOfScreen,
  findEditedFile,
  listFilesInCode,
  listFilesInCodeOfMany,
  listLessonFiles,
  pathOfFile,
  setLessonFiles,
  storeFiles,
} from './files/data-files.ts';
export { deleteLessonFile } from './files/delete-file.ts';
export { readText } from './files/file-text.ts';
export { detectStoredImages } from './files/image-reply.ts';
export { type LessonFileRow, deleteFileRows, listFileHashes, listTooLargeFiles } from './files/queries.ts';
export { restoreFile } from './files/restore-file.ts';
export { dataFileContent, nameInCode } from './files/settings.ts';
export { setupOf } from './files/setup-files.ts';
export { fileSummary, writeFiles } from './files/write-files.ts';
export { getLesson, maySubscribeToLesson, readLessonList } from './lessons.ts';
export { listSeenLessonIds } from './list/queries.ts';
export { notifyOfEnd, notifyReaders, readersAmong } from './notify-readers.ts';
export { MESSAGES } from './packages/messages.ts';
export {
  dependencyStateOf,
  environmentHashOf,
  environmentOf,
  reconcileDependencies,
  requestOf,
  requirePackages,
  withPycheckVersion,
} from './packages/packages.ts';
export {
  type StoredBuild,
  appendLog,
  findBuild,
  findLastBuild,
  findLastSuccess,
  findSharedBuild,
  findSuccessBefore,
  finishBuild,
  insertBuild,
  isBuildOpen,
  keepAnswers,
  listOpenBuilds,
  readLog,
  reassignBuilds,
} from './packages/queries.ts';
export { publishContentChanged, publishLessonsChanged, publishReleaseChanged } from './publish-changes.ts';
export {
  type LessonAttached,
  type ReleaseLesson,
  type StoredLesson,
  countReleaseLessons,
  findLesson,
  findLessonForUpdate,
  findLessonInRelease,
  findLessons,
  listLessonTitles,
  listReleaseLessons,
  listStoredLessons,
  moveLessonRow,
  putFoldersUnderReview,
} from './queries.ts';
export { followReview, getLessonToReview, setReviewStatus } from './review.ts';
export { lessonsModule } from './routes.ts';
export {
  type ScreenAttached,
  type StoredScreen,
  findScreen,
  listLessonScreens,
  listScreenFields,
  listScreenPositions,
  screenContentOf,
  screenHash,
} from './screen-queries.ts';
export { restoreQuestion } from './screens/question-trash.ts';
export { renderedMarkdown } from './screens/rendered-markdown.ts';
export { replaceScreens } from './screens/replace-screens.ts';
export { folderAfterTitle } from './screens/save-screen.ts';
export { addScreenToLesson, addScreens, addScreensOfMany } from './screens/screen-order.ts';
export { findStoredScreen, getScreenFor, listScreenContents, listScreens, listStoredScreens } from './screens/screens.ts';
export { type DeletedScreen, deleteScreenRows, listDeletedUuids, listScreenIdsOfLesson } from './screens/trash-queries.ts';
export { listDeletedScreens, restoreScreen, reviveScreens } from './screens/trash.ts';
export { publishScreenSaved, screenSavedQueue, screenSummary, storeScreen, turnsChecksOn, writeScreen } from './screens/write-screen.ts';
export { lessonContentOf, publishLessonSaved, requireAllowed, storeLesson } from './store-lesson.ts';
export { type DeletedLesson, deleteLessonRow, findDeletedLesson } from './trash-queries.ts';
export { listDeletedLessons, restoreLessonRow } from './trash.ts';
