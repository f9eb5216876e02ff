export { withBranchLock } from './branch-mutex.ts';
export type { ChangeContent, LessonChange } from './change-content.ts';
export { endStretches, joinStretch, recordChange } from './changes.ts';
export { commitChangesInTurn } from './commit-changes.job.ts';
export { commitStatesOfReleases, commitStatusOf, commitStatusOfLesson, commitStatusOfScreens } from './commit-status.ts';
export { conflictText, folderConflictText } from './conflict-text.ts';
export { assistedMessage, CHANGE_TRAILER } from './group-changes.ts';
export type { MergeSource } from './merged-folders.ts';
export { type FolderPlan, type MergePlan, openConflicts, planMerge } from './plan-merge.ts';
export { pushBranch } from './push-branch.job.ts';
export {
  countOpenChanges,
  findSavedOrigin,
  hasOpenChangesOf,
  listOpenFileHashes,
  listRemovedPaths,
  listSavers,
  listUncommittedFolders,
  listUncommittedLessons,
  unlinkChanges,
  unlinkCurriculumChanges,
} from './queries.ts';
export { commitChangesQueue, mergeRemoteQueue, pushBranchQueue } from './queues.ts';
export { openChangeQueues, startChangeWorkers } from './workers.ts';
export { writeMerge, writePartialMerge } from './write-merge.ts';
