export {
  commitOfBranch,
  createBranchAtMain,
  createFreeBranch,
  createOrMove,
  requireFetchedBranch,
  importBranch,
  requireFreeBranch,
  requireNewest,
  reserveBranch,
} from './make-branch.ts';
export { MESSAGES, YAML_TOO_LARGE } from './messages.ts';
export { type BranchLesson, findLessonFolders, headToReadFrom, readBranch } from './read-branch.ts';
export { waitForPush } from './wait-for-push.ts';
