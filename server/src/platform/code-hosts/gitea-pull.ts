import { z } from 'zod';
import type { HostedPull, HostedReview } from './code-host.ts';
import { fromHost, HostedPerson, HostedPullShape, reviewStatus, type ReviewerVerdict } from './hosted-review.ts';

const Side = z.object({ label: z.string(), ref: z.string(), sha: z.string(), repo_id: z.number().int() });

/** The fields read from pull requests of Gitea and Forgejo. */
export const GiteaPull = HostedPullShape.extend({
  merged: z.boolean(),
  head: Side,
  base: Side,
});
export type GiteaPull = z.infer<typeof GiteaPull>;

/** The fields read from their reviews. `PENDING` ones are not submitted yet; `REQUEST_REVIEW` asks for one. */
export const GiteaReview = z.object({
  id: z.number().int(),
  user: HostedPerson,
  team: z.object({ name: z.string() }).nullish(),
  body: z.string().nullish(),
  state: z.string(),
  dismissed: z.boolean().nullish(),
  commit_id: z.string().nullish(),
  submitted_at: z.string().nullish(),
});
export type GiteaReview = z.infer<typeof GiteaReview>;

const OPINIONS: Readonly<Record<string, ReviewerVerdict>> = { APPROVED: 'approve', REQUEST_CHANGES: 'request-changes', COMMENT: 'comment' };

/** Gitea's name for deleted accounts. */
const NOBODY = 'Ghost';

/** A pull request of Gitea or Forgejo with its reviews, oldest first. */
export function fromGitea(pull: GiteaPull, reviews: readonly GiteaReview[]): HostedPull {
  const state = pull.merged ? 'merged' : pull.state;
  const sent = reviews.flatMap((review) => {
    const opinion = OPINIONS[review.state];
    if (opinion === undefined) return [];
    return [{ review, opinion, by: review.user?.login ?? review.team?.name ?? NOBODY }];
  });
  return {
    ...fromHost(pull, state, NOBODY),
    status: reviewStatus(
      state,
      sent.map(({ review, opinion, by }) => ({ by, opinion: review.dismissed ? 'dismiss' : opinion })),
    ),
    // `ref` becomes `refs/pull/…` once the branch is deleted; `label` keeps its name.
    branch: pull.head.repo_id === pull.base.repo_id ? pull.head.label : null,
    head_sha: pull.head.sha,
    // False also while it is not known yet, and for drafts.
    is_mergeable: pull.mergeable === true ? true : null,
    reviews: sent.map(({ review, opinion, by }): HostedReview => ({
      id: String(review.id),
      by,
      verdict: review.dismissed ? 'comment' : opinion === 'dismiss' ? 'comment' : opinion,
      text: review.body ?? '',
      commit: review.commit_id || null,
      at: new Date(review.submitted_at ?? pull.created_at),
    })),
  };
}
