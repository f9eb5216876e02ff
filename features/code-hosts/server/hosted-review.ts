import { z } from 'zod';
import type { PullRequestState, ReviewStatus, ReviewVerdict } from '#features/review/contract/pull-requests.ts';
import { DELETED_COMMENT, readCommentBody } from '#platform/content/comment-body.ts';
import type { HostedComment, HostedPull, HostedReview } from './code-host.ts';

/** Null: their account was deleted. */
const HostedPerson = z.object({ login: z.string(), id: z.number().int().nullish() }).nullish();

/** The id of an account, as the product stores it. */
function idOfPerson(person: z.infer<typeof HostedPerson>): string | null {
  return person?.id ? String(person.id) : null;
}

/** Fields that GitHub's and Gitea's pull requests share. Lists omit some. */
export const HostedPullShape = z.object({
  number: z.number().int(),
  html_url: z.url(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().nullish(),
  mergeable: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  merged_by: HostedPerson,
  user: HostedPerson,
  created_at: z.string(),
});

/** Fields that their reviews share. */
export const HostedReviewShape = z.object({
  id: z.number().int(),
  user: HostedPerson,
  body: z.string().nullish(),
  state: z.string(),
  commit_id: z.string().nullish(),
  submitted_at: z.string().nullish(),
});

/** Fields that the comments of their reviews share. */
export const HostedCommentShape = z.object({
  id: z.number().int(),
  user: HostedPerson,
  body: z.string(),
  path: z.string(),
  created_at: z.string(),
});

/** A pull request as its code host has it. */
interface PullOnHost extends z.infer<typeof HostedPullShape> {
  readonly head: { readonly sha: string };
  readonly base: { readonly repo?: { readonly private?: boolean | null | undefined } | null | undefined };
}

/** A review, and what it says in the host's words. */
interface ReviewOnHost {
  readonly review: z.infer<typeof HostedReviewShape>;
  /** Undefined: nothing yet. */
  readonly said: ReviewerVerdict | undefined;
  readonly isMember: boolean;
  /** Absent: the user. */
  readonly by?: string | undefined;
}

/**
 * Converts the shared fields.
 *
 * @param nobody The host's name for deleted accounts.
 * @param reviews Oldest first. Comments on lines come with an empty one, which says nothing.
 */
export function fromHost(
  pull: PullOnHost,
  { state, nobody }: { state: PullRequestState; nobody: string },
  reviews: readonly ReviewOnHost[],
): Omit<HostedPull, 'branch' | 'is_mergeable' | 'comments'> {
  const isPrivate = pull.base.repo?.private === true;
  const sent = reviews.flatMap(({ review, said, isMember, by = review.user?.login ?? nobody }) =>
    said === undefined ? [] : [{ review, by, by_id: idOfPerson(review.user), opinion: trustedOpinion(said, { isPrivate, isMember }) }],
  );
  return {
    status: reviewStatus(state, sent),
    reviews: hostedReviews(sent, pull.created_at),
    head_sha: pull.head.sha,
    number: pull.number,
    url: pull.html_url,
    title: pull.title,
    body: pull.body ?? '',
    state,
    opened_by: pull.user?.login ?? nobody,
    opened_by_id: idOfPerson(pull.user),
    opened_at: new Date(pull.created_at),
    // Before the merge, GitHub reports a test merge commit here.
    merge_sha: state === 'merged' ? (pull.merge_commit_sha ?? null) : null,
    merged_by: pull.merged_by?.login ?? null,
    merged_at: pull.merged_at ? new Date(pull.merged_at) : null,
  };
}

/** Whether a comment exists for its readers: a deleted one remains on the host if others replied to it. */
export function isComment({ body }: { readonly body: string }): boolean {
  return body !== DELETED_COMMENT;
}

/** Converts the shared fields of a comment. */
export function commentFromHost(
  comment: z.infer<typeof HostedCommentShape>,
  nobody: string,
): Omit<HostedComment, 'reply_to' | 'side' | 'lines' | 'commit'> {
  return {
    id: String(comment.id),
    by: comment.user?.login ?? nobody,
    path: comment.path,
    ...readCommentBody(comment.body),
    at: new Date(comment.created_at),
  };
}

/** A reviewer's verdict. `dismiss`: the review was dismissed, by its author or by another user. */
export type ReviewerVerdict = ReviewVerdict | 'dismiss';

/**
 * What a review says. Everyone on the host can review in a public repository, so a verdict there counts only from those who belong to
 * it; from others it is a comment.
 *
 * @param isPrivate The host said that the repository is private.
 * @param isMember The host said that the reviewer belongs to the repository.
 */
function trustedOpinion(opinion: ReviewerVerdict, { isPrivate, isMember }: { isPrivate: boolean; isMember: boolean }): ReviewerVerdict {
  return isPrivate || isMember ? opinion : 'comment';
}

/**
 * Returns the review status of a pull request. Each reviewer's newest verdict counts, ignoring comments; one request
 * for changes outweighs all approvals.
 *
 * @param opinions Oldest first.
 */
function reviewStatus(
  state: PullRequestState,
  opinions: readonly { readonly by: string; readonly opinion: ReviewerVerdict }[],
): ReviewStatus {
  if (state === 'merged') return 'Merged';
  if (state === 'closed') return 'Closed';
  const newest = new Map<string, ReviewerVerdict>();
  for (const { by, opinion } of opinions) if (opinion !== 'comment') newest.set(by, opinion);
  const standing = new Set(newest.values());
  if (standing.has('request-changes')) return 'Changes requested';
  return standing.has('approve') ? 'Approved' : 'In review';
}

/** A review as its code host lists it. */
interface ListedReview {
  readonly by: string;
  readonly by_id: string | null;
  readonly opinion: ReviewerVerdict;
  readonly review: Omit<z.infer<typeof HostedReviewShape>, 'user' | 'state'>;
}

/**
 * Reviews as the product counts them. A dismissed one is a comment, and so are the same user's approvals before it: otherwise the
 * previous one would count again. Comments without a text say nothing, and are left out.
 *
 * @param listed Oldest first.
 * @param openedAt The time of reviews that have none.
 */
function hostedReviews(listed: readonly ListedReview[], openedAt: string): HostedReview[] {
  const dismissed = new Map(listed.flatMap(({ by, opinion }, at) => (opinion === 'dismiss' ? [[by, at] as const] : [])));
  return listed.flatMap(({ review, by, by_id, opinion }, at): HostedReview[] => {
    if (opinion === 'comment' && !review.body) return [];
    const isTakenBack = opinion === 'approve' && at < (dismissed.get(by) ?? -1);
    return [
      {
        id: String(review.id),
        by,
        by_id,
        verdict: opinion === 'dismiss' || isTakenBack ? 'comment' : opinion,
        text: review.body ?? '',
        commit: review.commit_id || null,
        at: new Date(review.submitted_at ?? openedAt),
      },
    ];
  });
}

/** A comment of a review as its code host lists it. */
interface ListedComment {
  readonly id: number;
  readonly path: string;
  readonly body: string;
}

/** The ids of the comments of a review that was just written, in the order in which they were sent. Undefined: it isn't listed. */
export function idsOfSent(
  listed: readonly ListedComment[],
  sent: readonly { readonly path: string; readonly body: string }[],
): (string | undefined)[] {
  const left = listed.toSorted((a, b) => a.id - b.id);
  return sent.map(({ path, body }) => {
    const at = left.findIndex((comment) => comment.path === path && comment.body.trim() === body.trim());
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found && String(found.id);
  });
}
