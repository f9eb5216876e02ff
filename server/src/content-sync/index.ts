/**
 * The content between rows and git: sync with a remote branch, pull requests and their review, webhooks, pushes over HTTP, import, export,
 * clone, and releases made from a branch or a ZIP file. Works on lessons and curricula alike, so it comes after both.
 */

export { copyLesson } from './copy-lesson.ts';
export { withReleaseEvents } from './notify-imported.ts';
export { createRelease } from './releases/create-release.ts';
export { registerGitHttp } from './git-http/routes.ts';
export { importMain } from './import-main.ts';
export { readFolder as readCurriculumFolder } from './curricula/read-curricula.ts';
export { readLessonFolder } from './read-lesson-folder.ts';
export { diffQuestions } from './review/diff-questions.ts';
export { diffFolder } from './review/get-pull-diff.ts';
export { followLeaving } from './review/follow-leaving.ts';
export { readImage, sendImage } from './review/show-pull-image.ts';
export { startReviewWorkers } from './review/publish.ts';
export { startSyncWorkers } from './sync/merge-remote-branch.ts';
export { queuePushedBranches } from './queue-pushed-branches.ts';
export { DAY_MS, retentionStart } from './trash/trash-retention.ts';
export { pollCodeHost } from './webhooks/poll-code-host.ts';
export { startWebhookWorkers } from './webhooks/workers.ts';
export { contentSyncModule } from './routes.ts';
