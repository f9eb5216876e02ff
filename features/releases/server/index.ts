export { type AbandonedRelease, listAbandonedRows, markAbandonedDeleted } from './abandoned-queries.ts';
export { lockRelease } from './abandoned.ts';
export { withBranchLock } from './changes/branch-mutex.ts';
export type { ChangeContent, LessonChange } from './changes/change-content.ts';
export { recordChange } from './changes/changes.ts';
export { commitChangesInTurn } from './changes/commit-changes.job.ts';
export { commitStatesOfReleases, commitStatusOf, commitStatusOfLesson, commitStatusOfScreens } from './changes/commit-status.ts';
export { conflictText, folderConflictText } from './changes/conflict-text.ts';
export { CHANGE_TRAILER } from './changes/group-changes.ts';
export type { MergeSource } from './changes/merged-folders.ts';
export { type FolderPlan, type MergePlan, openConflicts, planMerge } from './changes/plan-merge.ts';
export { pushBranch } from './changes/push-branch.job.ts';
export {
  countOpenChanges,
  findSavedOrigin,
  hasOpenChangesOf,
  listOpenFileHashes,
  listSavers,
  listUncommittedFolders,
  listUncommittedLessons,
  unlinkChanges,
  unlinkCurriculumChanges,
} from './changes/queries.ts';
export { commitChangesQueue, mergeRemoteQueue, pushBranchQueue } from './changes/queues.ts';
export { openChangeQueues, startChangeWorkers } from './changes/workers.ts';
export { writeMerge, writePartialMerge } from './changes/write-merge.ts';
export { type DeletedItem, hasDeletedFile, listDeletedFileNames, listDeletedHashes, removeItemsBefore } from './deleted-item-queries.ts';
export { getDeletedItem, listDeletedItems, moveToTrash, removeFromTrash } from './deleted-items.ts';
export { getReleaseFor, getReleaseToReview, getReviewedRelease } from './find-release.ts';
export { branchDeleted } from './messages.ts';
export {
  type StoredPullComment,
  addPullComment,
  discardPendingComments,
  editPullComment,
  hasReplies,
  listPendingComments,
  listPullComments,
  lockPullComment,
  markSuggestionApplied,
  publishPendingComments,
  removePullComment,
  setPullThreadResolved,
} from './pull-comment-queries.ts';
export { type StoredPull, type StoredReview, listOpenPullRows, listReviewRows } from './pull-request-queries.ts';
export {
  addReview,
  closeLocalPull,
  endObjectionsOfLeavers,
  findPull,
  findPullByNumber,
  getOpenPull,
  getPull,
  getPullThread,
  markPullMerged,
  openLocalPull,
  pullSummaries,
  pullUrl,
  storeHostedPull,
  toSummary,
} from './pull-requests.ts';
export { type StoredRelease, reopenReleaseRow, setPreflightRequired } from './queries.ts';
export {
  addRelease,
  ensureDraftsRelease,
  ensureMainRelease,
  findMainRelease,
  findRelease,
  findReleaseOfBranch,
  foldersInBranch,
  forgetRemoteBranch,
  getOpenRelease,
  lockOpenRelease,
  getRelease,
  getReleaseEvenDeleted,
  listReleases,
  releaseErrors,
  removeRelease,
  renameRelease,
  requireOpenRelease,
  setDetached,
  setPushError,
  setPushed,
  setReleaseHead,
  setRemoteHead,
} from './releases.ts';
export { lastApprovals, lastObjections } from './review-status.ts';
export { deleteRevisions, deleteRevisionsOf, deleteStepRevisions } from './revision-queries.ts';
export { mergeSave, recordFirstRevisions, recordRevision, requireUnchangedList } from './revisions.ts';
export { type ItemNumbers, numberItems } from './screen-items.ts';
export { listVersionFileHashes, removeOldVersions, setOrigin } from './versions.ts';
