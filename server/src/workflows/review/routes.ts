import type { PullRequest, pullRequestRoutes } from '#contract/pull-requests.ts';
import type { Actor } from '#contract/roles.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getPullDiff } from './get-pull-diff.ts';
import { getPullRequest } from './get-pull.ts';
import { getMergeRules } from './merge-gate.ts';
import { mergePull } from './merge-pull.ts';
import { openPull } from './open-pull.ts';
import { closePull, reviewPull } from './review-pull.ts';
import { startReview } from './start-review.ts';

/** The routes of pull requests and reviews. */
export const reviewHandlers = (platform: Platform): Handlers<typeof pullRequestRoutes> => ({
  getPullRequest: ({ actor, params }) => getPullRequest(platform, actor, params.id),
  getPullDiff: ({ actor, params, query }) => getPullDiff(platform, actor, params.id, query.folder),
  openPullRequest: async ({ actor, params, body }) => {
    await openPull(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  reviewPullRequest: async ({ actor, params, body }) => {
    await reviewPull(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  mergePullRequest: async ({ actor, params, body }) => {
    await mergePull(platform, actor, params.id, body.message);
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
