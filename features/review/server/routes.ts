import type { Actor } from '#platform/contract/roles.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { pullCommentRoutes } from '../contract/pull-comments.ts';
import type { pullDiffRoutes } from '../contract/pull-diffs.ts';
import type { PullRequest, pullRequestRoutes } from '../contract/pull-requests.ts';
import { applySuggestion } from './apply-suggestion.ts';
import { askReviewers, followPull, listCandidates, withdrawGroup, withdrawRequest } from './ask-reviewers.ts';
import { deleteComment, discardReview, editComment } from './edit-comment.ts';
import { getPullDiff } from './get-pull-diff.ts';
import { getPullRequest } from './get-pull.ts';
import { getMergeRules } from './merge-gate.ts';
import { mergePull } from './merge-pull.ts';
import { createPullComment, listComments, replyToPullComment, resolveComment } from './pull-comments.ts';
import { getReleaseChanges } from './release-changes.ts';
import { closePull, reviewPull } from './review-pull.ts';
import { showPullImage } from './show-pull-image.ts';
import { sendForReview, startReview } from './start-review.ts';

/** The routes of pull requests and reviews. */
export const reviewHandlers = (
  platform: Platform,
): Handlers<typeof pullRequestRoutes & typeof pullDiffRoutes & typeof pullCommentRoutes> => ({
  getPullRequest: ({ actor, params }) => getPullRequest(platform, actor, params.id),
  getPullDiff: ({ actor, params, query }) => getPullDiff(platform, actor, params.id, query),
  getReleaseChanges: ({ actor, params }) => getReleaseChanges(platform, actor, params.id),
  showPullImage: ({ actor, params, query, reply }) => showPullImage(platform, actor, { ...params, ...query }, reply),
  listPullComments: ({ actor, params }) => listComments(platform, actor, params.id),
  createPullComment: async ({ actor, params, body }) => {
    await createPullComment(platform, actor, params.id, body);
    return listComments(platform, actor, params.id);
  },
  replyToPullComment: async ({ actor, params, body }) => {
    await replyToPullComment(platform, actor, params.id, params.commentId, body.text);
    return listComments(platform, actor, params.id);
  },
  editPullComment: async ({ actor, params, body }) => {
    await editComment(platform, actor, params.id, params.commentId, body);
    return listComments(platform, actor, params.id);
  },
  deletePullComment: async ({ actor, params }) => {
    await deleteComment(platform, actor, params.id, params.commentId);
    return listComments(platform, actor, params.id);
  },
  discardPendingReview: async ({ actor, params }) => {
    await discardReview(platform, actor, params.id);
    return listComments(platform, actor, params.id);
  },
  resolvePullComment: async ({ actor, params, body }) => {
    await resolveComment(platform, actor, params.id, params.commentId, body.is_resolved);
    return listComments(platform, actor, params.id);
  },
  applySuggestion: async ({ actor, params }) => {
    await applySuggestion(platform, actor, params.id, params.commentId);
    return listComments(platform, actor, params.id);
  },
  openPullRequest: async ({ actor, params, body }) => {
    await sendForReview(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  listReviewers: ({ actor, params }) => listCandidates(platform, actor, params.id),
  askReviewers: async ({ actor, params, body }) => {
    await askReviewers(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  withdrawReviewRequest: async ({ actor, params }) => {
    await withdrawRequest(platform, actor, params.id, params.userId);
    return shown(platform, actor, params.id);
  },
  withdrawGroupRequest: async ({ actor, params }) => {
    await withdrawGroup(platform, actor, params.id, params.groupId);
    return shown(platform, actor, params.id);
  },
  followPullRequest: async ({ actor, params, body }) => {
    await followPull(platform, actor, params.id, body.is_following);
    return shown(platform, actor, params.id);
  },
  reviewPullRequest: async ({ actor, params, body }) => {
    await reviewPull(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  mergePullRequest: async ({ actor, params, body }) => {
    await mergePull(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  getMergeRules: () => getMergeRules(platform),
  closePullRequest: async ({ actor, params }) => {
    await closePull(platform, actor, params.id);
    return shown(platform, actor, params.id);
  },
  startReview: ({ actor, params }) => startReview(platform, actor, params.id),
});

async function shown(platform: Platform, actor: Actor, releaseId: number): Promise<PullRequest> {
  const pull = await getPullRequest(platform, actor, releaseId);
  if (pull === null) throw notFound('pull request');
  return pull;
}
