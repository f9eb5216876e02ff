import { z } from 'zod';
import type { PullRequestState, ReviewStatus, ReviewVerdict } from '#contract/pull-requests.ts';
import type { HostedPull, HostedReview } from './code-host.ts';

/** Null: their account was deleted. */
export const HostedPerson = z.object({ login: z.string() }).nullish();

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

/** Converts the shared fields. `nobody`: the host's name for deleted accounts. */
export function fromHost(
  pull: z.infer<typeof HostedPullShape>,
  state: PullRequestState,
  nobody: string,
): Pick<HostedPull, 'number' | 'url' | 'title' | 'body' | 'state' | 'opened_by' | 'opened_at' | 'merge_sha' | 'merged_by' | 'merged_at'> {
  return {
    number: pull.number,
    url: pull.html_url,
    title: pull.title,
    body: pull.body ?? '',
    state,
    opened_by: pull.user?.login ?? nobody,
    opened_at: new Date(pull.created_at),
    // Before the merge, GitHub reports a test merge commit here.
    merge_sha: state === 'merged' ? (pull.merge_commit_sha ?? null) : null,
    merged_by: pull.merged_by?.login ?? null,
    merged_at: pull.merged_at ? new Date(pull.merged_at) : null,
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
export function trustedOpinion(
  opinion: ReviewerVerdict,
  { isPrivate, isMember }: { isPrivate: boolean; isMember: boolean },
): ReviewerVerdict {
  return isPrivate || isMember ? opinion : 'comment';
}

/**
 * Returns the review status of a pull request. Each reviewer's newest verdict counts, ignoring comments; one request
 * for changes outweighs all approvals.
 *
 * @param opinions Oldest first.
 */
export function reviewStatus(
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
  readonly opinion: ReviewerVerdict;
  readonly review: {
    readonly id: number;
    readonly body?: string | null | undefined;
    readonly commit_id?: string | null | undefined;
    readonly submitted_at?: string | null | undefined;
  };
}

/**
 * Reviews as the product counts them. A dismissed one is a comment, and so are the same user's approvals before it: otherwise the
 * previous one would count again. Comments without a text say nothing, and are left out.
 *
 * @param listed Oldest first.
 * @param openedAt The time of reviews that have none.
 */
export function hostedReviews(listed: readonly ListedReview[], openedAt: string): HostedReview[] {
  const dismissed = new Map(listed.flatMap(({ by, opinion }, at) => (opinion === 'dismiss' ? [[by, at] as const] : [])));
  return listed.flatMap(({ review, by, opinion }, at): HostedReview[] => {
    if (opinion === 'comment' && !review.body) return [];
    const isTakenBack = opinion === 'approve' && at < (dismissed.get(by) ?? -1);
    return [
      {
        id: String(review.id),
        by,
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
