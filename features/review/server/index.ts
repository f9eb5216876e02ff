export { diffQuestions } from './diff-questions.ts';
export { followLeaving } from './follow-leaving.ts';
export { diffFolder } from './get-pull-diff.ts';
export { startReviewWorkers } from './publish.ts';
export { listOpenPullRows } from './pulls/pull-request-queries.ts';
export { pullSummaries } from './pulls/pull-requests.ts';
export { reviewHandlers } from './routes.ts';
export { readImage, sendPullImage } from './show-pull-image.ts';
export { syncPullRequest } from './sync-pull-request.ts';
