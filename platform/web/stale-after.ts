import type { QueryKey } from '@tanstack/react-query';
import type { Api } from '#app/contract/api.ts';

// Which queries a writing call makes stale. The API client applies it after every successful call (written-calls.ts), so that no feature
// has to remember it. stale-after.test.ts fails for a writing route without a row, and for a query of the pages that no row names.
//
// A query is named by its key: `lesson/*` is a lesson, `lesson/*/screens` are the names of its screens; `**` is any rest. Ids are left out: a query
// that isn't on the page costs nothing until it is opened again. A call whose reply holds the whole list leaves it out, and the feature
// stores the reply.

/** What shows the metadata and states of lessons. */
const LESSONS = ['lesson/*', 'lessons', 'collections', 'work'];
/** What shows releases, their changes and reviews. */
const RELEASES = ['releases', 'pull/**', 'merge-rules', 'rehearsal/*', 'rehearsed-screen/*/*'];
/** Also what they would change in the texts that are stored now. */
const PROPOSALS = ['lesson/*/proposals', 'proposal/*', 'work'];
/** What shows the texts of lessons beside the screens themselves, of which the reply tells. */
const TEXTS = [
  'lesson/*/screens/texts',
  ...LESSONS,
  ...RELEASES,
  ...PROPOSALS,
  'lesson/*/gate/*',
  'lesson/*/tests/**',
  'lesson/*/check-trust',
  'lesson/*/build',
  'lesson/*/skills/**',
  'screens/**',
  'search/**',
  'replace/**',
  'preflight/**',
  'history/**',
  'export-report/**',
];
const SCREENS = 'lesson/*/screens/**';
/** Which screens a lesson has, or many texts at once: a save of the open screen changes none of the others' lengths. */
const LENGTHS = 'lesson/*/words';
/** The texts of files are under edit, and follow saves by themselves. */
const FILES = ['lesson/*/data-files', 'lesson/*/images', 'lesson/*/code-names'];
const DATASETS = ['datasets', 'datasets/*/versions', 'datasets/*/uses', 'lesson/*/datasets', 'lesson/*/code-names'];
/** A mandatory comment holds a merge back. */
const COMMENTS = ['lesson/*/comments/**', 'lesson/*/people', 'lessons', 'releases', 'pull/*', 'search/**', 'work'];
/** Talk about a change leaves its diffs as they are. */
const REVIEW = ['pull/*', 'pull/*/comments', 'releases', 'work'];
const TRASH = 'trash';
const USES = 'lesson/*/uses';
const COURSES = ['course/*', 'course/*/paths', 'courses', USES];
const PATHS = ['path/*', 'paths', 'course/*/paths', USES];
/** Lessons, screens, files, courses and paths: what a merge, an import or a restore may bring. */
const EVERYTHING_WRITTEN = [
  ...TEXTS,
  SCREENS,
  LENGTHS,
  ...FILES,
  'lesson/*/datasets',
  'lesson/*/comments/**',
  'lesson/*/collection-conflict',
  ...COURSES,
  ...PATHS,
  'course/*/lessons',
  'path/*/steps',
  'step/*/courses',
  'bulk-edits/**',
  TRASH,
];
/** Screens with all that belongs to them. */
const REARRANGED = [...TEXTS, SCREENS, LENGTHS, ...FILES, 'lesson/*/comments/**', TRASH];
const PEOPLE = ['people', 'groups', 'staff', 'external-authors', 'lesson/*/people', 'pull/*/people'];
const SIGN_IN = ['second-factors', 'own-sign-in/*', 'sessions'];
const DEPLOYS = ['lesson/*/deploy/**', 'lesson/*'];
/** It reads, runs or stops something, and no page shows a different state after it. */
const NOTHING: readonly string[] = [];

/** By the names of the contract's routes. */
export const STALE_AFTER: Partial<Record<keyof Api, readonly string[]>> = {
  // The page starts again with another user.
  setUp: ['login-state'],
  loginWithPassword: NOTHING,
  finishLogin: NOTHING,
  startPasskeyLogin: NOTHING,
  loginWithPasskey: NOTHING,
  acceptInvitation: ['login-state'],
  changePassword: SIGN_IN,
  endSession: ['sessions'],
  endOtherSessions: ['sessions'],
  startTotp: NOTHING,
  addTotp: [...SIGN_IN, 'staff'],
  startPasskey: NOTHING,
  addPasskey: [...SIGN_IN, 'staff'],
  removeSecondFactor: [...SIGN_IN, 'staff'],
  renewRecoveryCodes: SIGN_IN,
  createToken: ['tokens'],
  deleteToken: ['tokens'],
  addExternalAuthor: PEOPLE,
  renewInvitation: PEOPLE,
  revokeExternalAuthor: PEOPLE,
  addStaff: PEOPLE,
  renewStaffInvitation: PEOPLE,
  unlockAccount: PEOPLE,
  revokeStaff: PEOPLE,
  setStaffRole: [...PEOPLE, 'user'],
  resetSecondFactors: PEOPLE,
  createGroup: ['groups'],
  saveGroup: ['groups', 'pull/*'],
  deleteGroup: ['groups', 'pull/*'],
  changeRules: ['rules', 'merge-rules', 'tokens', 'assistants', 'pull/**'],

  runHousekeeping: ['debug'],
  createLesson: [...LESSONS, ...RELEASES, 'search/**'],
  // Its language is that of the texts that the server renders.
  saveLesson: [...TEXTS, 'lesson/*/screens/*', 'course/*/lessons', 'lesson/*/code-names'],
  // Not the lesson itself: its page is still open.
  deleteLesson: ['lessons', ...PROPOSALS, ...RELEASES, TRASH, 'search/**', 'course/*/lessons'],
  cloneLesson: [...LESSONS, ...RELEASES, 'search/**'],
  setLessonTemplate: ['lesson-templates'],
  duplicateLesson: [...LESSONS, ...RELEASES, 'search/**'],
  copyScreens: [...TEXTS, ...RELEASES, TRASH, SCREENS, LENGTHS, ...FILES, 'lesson/*/images'],
  importScreens: [...TEXTS, ...RELEASES, SCREENS, LENGTHS, ...FILES, 'lesson/*/images'],
  createScreen: [...TEXTS, LENGTHS],
  saveScreen: TEXTS,
  proposeChange: PROPOSALS,
  acceptProposal: [...TEXTS, SCREENS, LENGTHS],
  acceptProposals: [...TEXTS, SCREENS, LENGTHS],
  declineProposal: PROPOSALS,
  withdrawProposal: PROPOSALS,
  draftWithModel: [...PROPOSALS, 'model-requests/*'],
  commitSaves: ['history/**', ...RELEASES],
  // Nor what belongs to the screen that is gone.
  deleteScreen: [...LESSONS, ...RELEASES, ...PROPOSALS, TRASH, LENGTHS, 'screens/**', 'search/**', 'preflight/**', 'history/**'],
  duplicateScreen: [...TEXTS, LENGTHS],
  moveScreen: TEXTS,
  // They move comments and data files, and the screens that others start from and run after.
  joinScreens: REARRANGED,
  splitScreen: REARRANGED,
  undoScreens: REARRANGED,
  saveOutput: TEXTS,
  saveVariables: TEXTS,
  createQuestion: [...TEXTS, SCREENS],
  saveQuestion: [...TEXTS, SCREENS],
  deleteQuestion: [...TEXTS, SCREENS],
  createSkill: [...TEXTS, SCREENS],
  saveSkill: [...TEXTS, SCREENS],
  deleteSkill: [...TEXTS, SCREENS],
  previewSettings: NOTHING,
  editSettings: EVERYTHING_WRITTEN,
  exportSettings: NOTHING,
  previewSettingsCsv: NOTHING,
  importSettings: EVERYTHING_WRITTEN,
  recordOutputs: EVERYTHING_WRITTEN,
  undoBulkEdit: EVERYTHING_WRITTEN,
  previewReplace: NOTHING,
  formatCode: NOTHING,
  checkSpelling: NOTHING,
  checkReplace: NOTHING,
  prepareModelRequest: NOTHING,
  replace: EVERYTHING_WRITTEN,
  uploadDataFile: [...TEXTS, ...FILES, 'lesson/*/file-text/*'],
  saveDataFile: [...TEXTS, ...FILES],
  deleteDataFile: [...TEXTS, ...FILES, TRASH],
  saveDataFileContents: [...TEXTS, ...FILES],
  uploadImage: [...TEXTS, 'lesson/*/images'],
  deleteImage: [...TEXTS, 'lesson/*/images', TRASH],
  importFile: EVERYTHING_WRITTEN,
  importCollection: EVERYTHING_WRITTEN,
  resolveCollectionConflict: EVERYTHING_WRITTEN,
  // The news that are shown stay until they were read.
  visitLesson: ['history/news'],

  createComment: COMMENTS,
  replyToComment: COMMENTS,
  archiveComment: COMMENTS,
  completeComment: COMMENTS,
  reopenComment: COMMENTS,
  approveComment: COMMENTS,
  readNotification: ['notifications/**'],
  readNotifications: ['notifications/**'],
  saveNotificationSettings: ['notification-settings'],

  createRelease: EVERYTHING_WRITTEN,
  createReleaseFromZip: EVERYTHING_WRITTEN,
  updateRelease: [...EVERYTHING_WRITTEN, 'lesson/*/model'],
  createDrafts: ['releases'],
  separateLessons: EVERYTHING_WRITTEN,
  revertRelease: EVERYTHING_WRITTEN,
  reopenRelease: [...LESSONS, 'releases', ...COURSES, ...PATHS],
  deleteRelease: ['releases', 'lessons', 'courses', 'paths', TRASH, 'search/**'],
  importLessons: EVERYTHING_WRITTEN,
  listBranchLessons: NOTHING,
  importLesson: EVERYTHING_WRITTEN,
  stopOperation: NOTHING,
  syncLesson: EVERYTHING_WRITTEN,
  syncCourse: EVERYTHING_WRITTEN,
  syncPath: EVERYTHING_WRITTEN,
  updateFromMain: EVERYTHING_WRITTEN,
  repairRelease: EVERYTHING_WRITTEN,
  restoreLesson: EVERYTHING_WRITTEN,
  restoreItem: EVERYTHING_WRITTEN,
  restoreScreen: EVERYTHING_WRITTEN,
  restoreCommit: EVERYTHING_WRITTEN,
  restoreVersion: EVERYTHING_WRITTEN,
  // Only a code host calls it.
  receiveWebhook: NOTHING,

  createPullComment: REVIEW,
  replyToPullComment: REVIEW,
  editPullComment: REVIEW,
  deletePullComment: REVIEW,
  discardPendingReview: REVIEW,
  resolvePullComment: REVIEW,
  applySuggestion: EVERYTHING_WRITTEN,
  openPullRequest: [...LESSONS, ...RELEASES],
  askReviewers: REVIEW,
  withdrawReviewRequest: REVIEW,
  withdrawGroupRequest: REVIEW,
  followPullRequest: REVIEW,
  reviewPullRequest: [...LESSONS, ...REVIEW],
  mergePullRequest: EVERYTHING_WRITTEN,
  closePullRequest: [...LESSONS, ...RELEASES],
  startReview: [...LESSONS, ...RELEASES],

  createDataset: [...DATASETS, 'dataset-uploads', 'search/**'],
  addDatasetVersion: [...DATASETS, 'dataset-uploads'],
  // It comes in many chunks; the last one has created the dataset or version.
  sendDatasetChunk: [...DATASETS, 'dataset-uploads'],
  discardDatasetUpload: ['dataset-uploads'],
  archiveDataset: DATASETS,
  unarchiveDataset: DATASETS,
  downloadDataset: NOTHING,
  attachDatasets: [...TEXTS, ...DATASETS],
  changeDatasetVersion: [...TEXTS, ...DATASETS],
  detachDataset: [...TEXTS, ...DATASETS],
  detachMissingDataset: [...TEXTS, ...DATASETS],

  createCourse: [...COURSES, ...RELEASES],
  importCourses: EVERYTHING_WRITTEN,
  copyCourse: [...COURSES, ...RELEASES],
  updateCourse: [...COURSES, ...RELEASES, 'step/*/courses', 'search/**', 'history/**', 'preflight/**'],
  deleteCourse: ['courses', ...RELEASES, TRASH, 'step/*/courses', 'search/**'],
  restoreCourse: [...COURSES, ...RELEASES, TRASH, 'step/*/courses', 'search/**'],
  // The order is in the reply: while several changes are sent, the one that a page shows is ahead of the server's.
  addCourseLesson: ['course/*', 'courses', ...RELEASES, 'history/**', 'preflight/**'],
  removeCourseLesson: ['course/*', 'courses', ...RELEASES, 'history/**', 'preflight/**'],
  swapCourseLesson: ['course/*', 'courses', ...RELEASES, 'history/**', 'preflight/**'],
  setCourseLessons: ['course/*', 'courses', ...RELEASES, 'history/**', 'preflight/**'],
  createPath: [...PATHS, ...RELEASES],
  importPaths: EVERYTHING_WRITTEN,
  copyPath: [...PATHS, ...RELEASES],
  updatePath: [...PATHS, ...RELEASES, 'search/**', 'history/**', 'preflight/**'],
  deletePath: ['paths', ...RELEASES, TRASH, 'course/*/paths', 'search/**'],
  restorePath: [...PATHS, ...RELEASES, TRASH, 'search/**'],
  createStep: [...PATHS, ...RELEASES, 'history/**'],
  attachStep: [...PATHS, ...RELEASES, 'history/**'],
  removeStep: [...PATHS, ...RELEASES, 'history/**'],
  swapStep: [...PATHS, ...RELEASES, 'history/**'],
  setSteps: [...PATHS, ...RELEASES, 'history/**'],
  updateStep: [...PATHS, ...RELEASES, 'search/**', 'history/**'],
  addStepCourse: [...PATHS, ...RELEASES, 'history/**'],
  removeStepCourse: [...PATHS, ...RELEASES, 'history/**'],
  swapStepCourse: [...PATHS, ...RELEASES, 'history/**'],
  setStepCourses: [...PATHS, ...RELEASES, 'history/**'],

  runCode: NOTHING,
  stopRun: NOTHING,
  announceRunner: NOTHING,
  getRunnerConnection: NOTHING,
  checkTerminal: NOTHING,
  endApplicationSession: ['application-session/*'],
  openProject: ['application-session/*'],
  buildPackages: [...TEXTS, 'lesson/*/code-names'],
  stopBuild: ['lesson/*/build', 'lesson/*'],
  loadScreenTests: ['lesson/*/tests/**'],
  saveScreenTest: TEXTS,
  updateScreenTest: TEXTS,
  deleteScreenTest: TEXTS,
  runScreenTest: ['lesson/*/tests/**', 'lesson/*/gate/*', 'pull/*'],
  runLessonTests: ['lesson/*/tests/**', 'lesson/*/gate/*', 'pull/*'],
  stopScreenTest: ['lesson/*/tests/**'],
  examineChecks: ['lesson/*/check-trust', 'pull/*'],

  startDeploy: DEPLOYS,
  stopDeploy: DEPLOYS,
  openPreview: NOTHING,
  createShareLink: ['lesson/*/share-links'],
  revokeShareLink: ['lesson/*/share-links'],
  runReleasePreflight: ['preflight/**', 'pull/*'],
  checkReleaseLinks: ['preflight/**', 'pull/*'],
  checkLessonLinks: ['preflight/**', 'pull/*'],
  fixFinding: [...TEXTS, SCREENS, LENGTHS],
  undoFix: [...TEXTS, SCREENS, LENGTHS],
  acceptFinding: [...TEXTS, SCREENS],
  reopenFinding: [...TEXTS, SCREENS],
  startRehearsal: ['rehearsal/*', 'releases'],
  stopRehearsal: ['rehearsal/*', 'releases'],
  continueRehearsal: ['rehearsal/*', 'releases'],
  releaseRehearsal: EVERYTHING_WRITTEN,

  search: NOTHING,
  saveView: ['saved-views'],
  changeSavedView: ['saved-views'],
  deleteSavedView: ['saved-views'],
  // Calls of learners, from its own page that keeps no queries.
  answerPreview: NOTHING,
  runPreviewAnswer: NOTHING,
  runPreview: NOTHING,
  stopPreviewRun: NOTHING,
  gradePreview: NOTHING,
  reportPreviewProblem: NOTHING,
  openPreviewTerminal: NOTHING,
  checkPreviewTerminal: NOTHING,
  keepConsoleCall: ['console/calls'],
  clearConsoleCalls: ['console/calls'],
};

/** Whether a query's key has this name. */
export function isNamed(name: string, key: QueryKey): boolean {
  const parts = name.split('/');
  const hasRest = parts.at(-1) === '**';
  if (hasRest) parts.pop();
  if (hasRest ? key.length < parts.length : key.length !== parts.length) return false;
  return parts.every((part, at) => part === '*' || part === key[at]);
}
