/**
 * Lessons and what they are made of: screens with questions and skills, data files, images, packages, attached datasets and comments.
 * Everything that changes a lesson goes through here: the permission check, the merge of a stale save, the revision and the change for git.
 */

export { publishLessonSaved } from './store-lesson.ts';
export {
  getLessonFor,
  getLessonToDeploy,
  getLessonToEdit,
  mayEditLesson,
  readOnly,
  requireEditableLesson,
  stateFor,
  type DeployableLesson,
} from './access.ts';
export { addLesson, addLessons, addShallowLessons, completeShallowLessons, replaceLesson } from './add-lessons.ts';
export { keepBase, updateBases } from './base-queries.ts';
export { publishContentChanged, publishLessonsChanged, publishReleaseChanged } from './publish-changes.ts';
export { toResult as toBulkEditResult } from './bulk-edits/bulk-edits.ts';
export { type LessonEdit, writeBulkEdit } from './bulk-edits/write-bulk-edit.ts';
export { listOpenMandatoryRows } from './comments/queries.ts';
export { deleteLessonFile } from './files/delete-file.ts';
export { editLesson } from './edit-lesson.ts';
export { folderAfterTitle } from './screens/save-screen.ts';
export { listBuildStates } from './packages/list-build-states.ts';
export { recordRemoval, removeLesson, removeLessonsOfRelease } from './delete-lesson.ts';
export {
  addLessonFiles,
  areLimited,
  fileBlobs,
  type FileInCode,
  filesForLesson,
  filesOfScreen,
  findEditedFile,
  filesForScreen,
  listFilesInCode,
  listFilesInCodeOfMany,
  listLessonFiles,
  pathOfFile,
  setLessonFiles,
  storeFiles,
} from './files/data-files.ts';
export { listTooLargeFiles } from './files/queries.ts';
export { readCleanImage, storeCleanImages } from './files/clean-image.ts';
export { detectStoredImages } from './files/image-reply.ts';
export { readText } from './files/file-text.ts';
export { imageContentType } from './files/image-size.ts';
export { fileSummary, writeFiles } from './files/write-files.ts';
export { deleteFileRows, type LessonFileRow, listFileHashes } from './files/queries.ts';
export { restoreFile } from './files/restore-file.ts';
export { dataFileContent, nameInCode } from './files/settings.ts';
export { setupOf } from './files/setup-files.ts';
export { getLesson, maySubscribeToLesson, readLessonList } from './lessons.ts';
export { listSeenLessonIds } from './list/queries.ts';
export { notifyOfEnd, notifyReaders, readersAmong } from './notify-readers.ts';
export { requireNotInRelease } from './create-lesson.ts';
export { lessonContentOf, requireAllowed } from './store-lesson.ts';
export { keepUpgrade } from './packages/keep-upgrade.ts';
export { dependencyStateOf, environmentHashOf, environmentOf, requestOf } from './packages/packages.ts';
export { findBuild, findSuccessBefore, keepAnswers, reassignBuilds } from './packages/queries.ts';
export { packagesChangedQueue } from './packages/queues.ts';
export { publishBuild } from './packages/run-build.job.ts';
export { startBuildWorkers } from './packages/workers.ts';
export {
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
  type ReleaseLesson,
  type StoredLesson,
} from './queries.ts';
export { followReview, getLessonToReview, setReviewStatus } from './review.ts';
export { addScreens, addScreensOfMany, addScreenToLesson } from './screens/screen-order.ts';
export { restoreQuestion } from './screens/question-trash.ts';
export {
  listLessonScreens,
  listScreenFields,
  listScreenPositions,
  screenContentOf,
  screenHash,
  type StoredScreen,
} from './screen-queries.ts';
export { screenSavedQueue } from './screens/write-screen.ts';
export { replaceScreens } from './screens/replace-screens.ts';
export { findStoredScreen, getScreenFor, listScreenContents, listScreens, listStoredScreens } from './screens/screens.ts';
export { type DeletedScreen, deleteScreenRows, listDeletedUuids, listScreenIdsOfLesson } from './screens/trash-queries.ts';
export { listDeletedScreens, restoreScreen, reviveScreens } from './screens/trash.ts';
export { screenSummary, turnsChecksOn, writeScreen } from './screens/write-screen.ts';
export { type DeletedLesson, deleteLessonRow, findDeletedLesson } from './trash-queries.ts';
export { restoreLessonRow, listDeletedLessons } from './trash.ts';
export { lessonsModule } from './routes.ts';
