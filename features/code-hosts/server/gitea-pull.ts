import { z } from 'zod';
import type { HostedComment, HostedPull } from './code-host.ts';
import {
  commentFromHost,
  fromHost,
  HostedCommentShape,
  HostedPullShape,
  HostedReviewShape,
  isComment,
  type ReviewerVerdict,
} from './hosted-review.ts';

const Repository = z.object({ private: z.boolean().nullish() }).nullish();
const Side = z.object({ label: z.string(), ref: z.string(), sha: z.string(), repo_id: z.number().int(), repo: Repository });

/** The fields read from pull requests of Gitea and Forgejo. */
export const GiteaPull = HostedPullShape.extend({
  merged: z.boolean(),
  head: Side,
  base: Side,
});
export type GiteaPull = z.infer<typeof GiteaPull>;

/** The fields read from their reviews. `PENDING` ones are not submitted yet; `REQUEST_REVIEW` asks for one. */
export const GiteaReview = HostedReviewShape.extend({
  team: z.object({ name: z.string() }).nullish(),
  dismissed: z.boolean().nullish(),
  /** By a user whose approval counts there: one who may write, or is named by the protection of the branch. */
  official: z.boolean().nullish(),
  comments_count: z.number().int().nullish(),
});
export type GiteaReview = z.infer<typeof GiteaReview>;

/** The fields read from the comments of a review. `position` is the line in the new file, `original_position` that in the old one. */
export const GiteaComment = HostedCommentShape.extend({
  position: z.number().int().nullish(),
  original_position: z.number().int().nullish(),
  commit_id: z.string().nullish(),
  original_commit_id: z.string().nullish(),
});
export type GiteaComment = z.infer<typeof GiteaComment>;

const OPINIONS: Readonly<Record<string, ReviewerVerdict>> = { APPROVED: 'approve', REQUEST_CHANGES: 'request-changes', COMMENT: 'comment' };

/** Gitea's name for deleted accounts. */
const NOBODY = 'Ghost';

/**
 * A pull request of Gitea or Forgejo.
 *
 * @param reviews Oldest first.
 * @param main The branch that is published.
 */
export function fromGitea(pull: GiteaPull, reviews: readonly GiteaReview[], comments: readonly GiteaComment[], main: string): HostedPull {
  const state = pull.merged ? 'merged' : pull.state;
  const said = reviews.map((review) => ({
    review,
    said: OPINIONS[review.state] && (review.dismissed ? 'dismiss' : OPINIONS[review.state]),
    isMember: review.official === true,
    by: review.user?.login ?? review.team?.name,
  }));
  return {
    ...fromHost(pull, { state, nobody: NOBODY }, said),
    // `ref` becomes `refs/pull/…` once the branch is deleted; `label` keeps its name.
    branch: pull.head.repo_id === pull.base.repo_id && pull.base.ref === main ? pull.head.label : null,
    // False also while it is not known yet, and for drafts.
    is_mergeable: pull.mergeable === true ? true : null,
    comments: fromGiteaComments(pull, comments.filter(isComment)),
  };
}

/** Gitea has no threads: it shows comments on the same line together, so the oldest one begins the thread. */
function fromGiteaComments(pull: GiteaPull, comments: readonly GiteaComment[]): HostedComment[] {
  const firsts = new Map<string, string>();
  return comments
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => {
      const side = comment.position ? ('after' as const) : ('before' as const);
      const line = comment.position || comment.original_position || null;
      const place = [comment.path, side, line].join(' ');
      const first = firsts.get(place) ?? null;
      if (first === null) firsts.set(place, String(comment.id));
      return {
        ...commentFromHost(comment, NOBODY),
        reply_to: first,
        side,
        lines: line === null ? null : { from: line, to: line },
        commit: comment.original_commit_id || comment.commit_id || pull.head.sha,
      };
    });
}
