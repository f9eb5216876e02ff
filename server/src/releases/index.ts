/**
 * Releases, each of which is a branch, and the way into git: every save records a change, and a job commits and pushes the changes of
 * a branch. Also what git alone does not keep: revisions to merge a stale save with, pull requests, and the trash.
 */

export { type AbandonedRelease, listAbandonedRows, markAbandonedDeleted } from './abandoned-queries.ts';
export { lockRelease } from './abandoned.ts';
export type { ChangeContent, LessonChange } from './changes/change-content.ts';
export { recordChange } from './changes/changes.ts';
export { CHANGE_TRAILER } from './changes/group-changes.ts';
export { commitChangesInTurn } from './changes/commit-changes.job.ts';
export { commitStatesOfReleases, commitStatusOf, commitStatusOfLesson, commitStatusOfScreens } from './changes/commit-status.ts';
export { conflictText, folderConflictText } from './changes/conflict-text.ts';
export { type FolderPlan, type MergePlan, openConflicts, planMerge } from './changes/plan-merge.ts';
export { pushBranch } from './changes/push-branch.job.ts';
export {
  countOpenChanges,
  findSavedOrigin,
  hasOpenChangesOf,
  listOpenFileHashes,
  listSavers,
  listUncommittedLessons,
  listUncommittedFolders,
  unlinkChanges,
  unlinkCurriculumChanges,
} from './changes/queries.ts';
export { commitChangesQueue, pushBranchQueue, mergeRemoteQueue } from './changes/queues.ts';
export type { MergeSource } from './changes/merged-folders.ts';
export { withBranchLock } from './changes/branch-mutex.ts';
export { openChangeQueues, startChangeWorkers } from './changes/workers.ts';
export { writeMerge, writePartialMerge } from './changes/write-merge.ts';
export { type DeletedItem, hasDeletedFile, listDeletedFileNames, listDeletedHashes, removeItemsBefore } from './deleted-item-queries.ts';
export { getDeletedItem, moveToTrash, listDeletedItems, removeFromTrash } from './deleted-items.ts';
export { branchDeleted } from './messages.ts';
export {
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
  type StoredPullComment,
} from './pull-comment-queries.ts';
export { listOpenPullRows, listReviewRows, type StoredPull } from './pull-request-queries.ts';
export {
  endObjectionsOfLeavers,
  addReview,
  closeLocalPull,
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
export { reopenReleaseRow, setPreflightRequired, type StoredRelease } from './queries.ts';
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
  getRelease,
  getReleaseEvenDeleted,
  releaseErrors,
  listReleases,
  removeRelease,
  renameRelease,
  requireOpenRelease,
  setDetached,
  setPushed,
  setPushError,
  setReleaseHead,
  setRemoteHead,
} from './releases.ts';
export { lastApprovals, lastObjections } from './review-status.ts';
export type { StoredReview } from './pull-request-queries.ts';
export { deleteRevisions, deleteRevisionsOf, deleteStepRevisions } from './revision-queries.ts';
export { mergeSave, recordFirstRevisions, recordRevision, requireUnchangedList } from './revisions.ts';
export { type ItemNumbers, numberItems } from './screen-items.ts';
export { listVersionFileHashes, removeOldVersions, setOrigin } from './versions.ts';
