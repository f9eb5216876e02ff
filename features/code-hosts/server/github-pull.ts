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

const Side = z.object({
  ref: z.string(),
  sha: z.string(),
  repo: z.object({ full_name: z.string(), private: z.boolean().nullish() }).nullish(),
});

/** The fields read from GitHub's pull requests. Lists omit `merged_by` and `mergeable`. */
export const GitHubPull = HostedPullShape.extend({
  head: Side,
  base: Side,
});
export type GitHubPull = z.infer<typeof GitHubPull>;

/** The fields read from GitHub's reviews. `PENDING` ones are not submitted yet. */
export const GitHubReview = HostedReviewShape.extend({ author_association: z.string().nullish() });
export type GitHubReview = z.infer<typeof GitHubReview>;

/** The fields read from GitHub's review comments. `original_…` are those of the commit that was commented on. */
export const GitHubComment = HostedCommentShape.extend({
  in_reply_to_id: z.number().int().nullish(),
  side: z.enum(['LEFT', 'RIGHT']).nullish(),
  /** `file`: about the file as a whole. */
  subject_type: z.string().nullish(),
  original_line: z.number().int().nullish(),
  original_start_line: z.number().int().nullish(),
  original_commit_id: z.string(),
});
export type GitHubComment = z.infer<typeof GitHubComment>;

const OPINIONS: Readonly<Record<string, ReviewerVerdict>> = {
  APPROVED: 'approve',
  CHANGES_REQUESTED: 'request-changes',
  COMMENTED: 'comment',
  DISMISSED: 'dismiss',
};

/** How GitHub calls those who belong to a repository or its organization. */
const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** GitHub's name for deleted accounts. */
const NOBODY = 'ghost';

/**
 * A pull request of GitHub.
 *
 * @param reviews Oldest first.
 * @param main The branch that is published.
 */
export function fromGitHub(
  pull: GitHubPull,
  reviews: readonly GitHubReview[],
  comments: readonly GitHubComment[],
  main: string,
): HostedPull {
  const state = pull.merged_at ? 'merged' : pull.state;
  const said = reviews.map((review) => ({
    review,
    said: OPINIONS[review.state],
    isMember: MEMBERS.has(review.author_association ?? ''),
  }));
  // The repository of a deleted fork is null.
  const isOwn = pull.head.repo ? pull.head.repo.full_name === pull.base.repo?.full_name : false;
  return {
    ...fromHost(pull, { state, nobody: NOBODY }, said),
    branch: isOwn && pull.base.ref === main ? pull.head.ref : null,
    is_mergeable: pull.mergeable ?? null,
    comments: comments.filter(isComment).map(fromGitHubComment),
  };
}

function fromGitHubComment(comment: GitHubComment): HostedComment {
  const to = comment.subject_type === 'file' ? null : (comment.original_line ?? null);
  return {
    ...commentFromHost(comment, NOBODY),
    reply_to: comment.in_reply_to_id ? String(comment.in_reply_to_id) : null,
    side: comment.side === 'LEFT' ? 'before' : 'after',
    lines: to === null ? null : { from: comment.original_start_line ?? to, to },
    commit: comment.original_commit_id,
  };
}
