import { z } from 'zod';
import { DELETED_COMMENT, readCommentBody } from '#content/comment-body.ts';
import type { HostedComment, HostedPull } from './code-host.ts';
import {
  fromHost,
  HostedPerson,
  HostedPullShape,
  hostedReviews,
  reviewStatus,
  trustedOpinion,
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
export const GitHubReview = z.object({
  id: z.number().int(),
  user: HostedPerson,
  body: z.string().nullish(),
  state: z.string(),
  commit_id: z.string().nullish(),
  author_association: z.string().nullish(),
  submitted_at: z.string().nullish(),
});
export type GitHubReview = z.infer<typeof GitHubReview>;

/** The fields read from GitHub's review comments. `original_…` are those of the commit that was commented on. */
export const GitHubComment = z.object({
  id: z.number().int(),
  in_reply_to_id: z.number().int().nullish(),
  user: HostedPerson,
  body: z.string(),
  path: z.string(),
  side: z.enum(['LEFT', 'RIGHT']).nullish(),
  /** `file`: about the file as a whole. */
  subject_type: z.string().nullish(),
  original_line: z.number().int().nullish(),
  original_start_line: z.number().int().nullish(),
  original_commit_id: z.string(),
  created_at: z.string(),
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

/** A pull request of GitHub with its reviews, oldest first. Comments on lines come with an empty review, which says nothing. */
export function fromGitHub(pull: GitHubPull, reviews: readonly GitHubReview[], comments: readonly GitHubComment[]): HostedPull {
  const state = pull.merged_at ? 'merged' : pull.state;
  const sent = reviews.flatMap((review) => {
    const said = OPINIONS[review.state];
    if (said === undefined) return [];
    const isMember = MEMBERS.has(review.author_association ?? '');
    const opinion = trustedOpinion(said, { isPrivate: pull.base.repo?.private === true, isMember });
    return [{ review, opinion, by: review.user?.login ?? NOBODY }];
  });
  // The repository of a deleted fork is null.
  const isOwn = pull.head.repo ? pull.head.repo.full_name === pull.base.repo?.full_name : false;
  return {
    ...fromHost(pull, state, NOBODY),
    status: reviewStatus(state, sent),
    branch: isOwn ? pull.head.ref : null,
    head_sha: pull.head.sha,
    is_mergeable: pull.mergeable ?? null,
    comments: comments.filter(({ body }) => body !== DELETED_COMMENT).map(fromGitHubComment),
    reviews: hostedReviews(sent, pull.created_at),
  };
}

function fromGitHubComment(comment: GitHubComment): HostedComment {
  const to = comment.subject_type === 'file' ? null : (comment.original_line ?? null);
  return {
    id: String(comment.id),
    reply_to: comment.in_reply_to_id ? String(comment.in_reply_to_id) : null,
    by: comment.user?.login ?? NOBODY,
    path: comment.path,
    side: comment.side === 'LEFT' ? 'before' : 'after',
    lines: to === null ? null : { from: comment.original_start_line ?? to, to },
    commit: comment.original_commit_id,
    ...readCommentBody(comment.body),
    at: new Date(comment.created_at),
  };
}
