export { type AbandonedRelease, listAbandonedRows, markAbandonedDeleted } from './abandoned-queries.ts';
export { lockRelease } from './abandoned.ts';
export { getReleaseFor, getReleaseToReview, getReviewedRelease } from './find-release.ts';
export { branchDeleted } from './messages.ts';
export { type ReleaseSettings, type StoredRelease, closeMergedRelease, reopenReleaseRow, setReleaseSettings } from './queries.ts';
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
  listReleases,
  lockOpenRelease,
  releaseErrors,
  removeRelease,
  renameRelease,
  requireOpenRelease,
  setCommitError,
  setDetached,
  setPushError,
  setPushed,
  setReleaseHead,
  setRemoteHead,
} from './releases.ts';
