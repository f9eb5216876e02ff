import type { ReviewStatus, ReviewVerdict } from '#contract/pull-requests.ts';

interface Verdict {
  readonly user_id: number | null;
  readonly by_name: string;
  readonly verdict: ReviewVerdict;
}

/**
 * Returns an open pull request's status after these reviews, oldest first. Each reviewer's last verdict counts,
 * ignoring comments; one request for changes outweighs all approvals.
 */
export function statusOfReviews(reviews: readonly Verdict[]): Extract<ReviewStatus, 'In review' | 'Changes requested' | 'Approved'> {
  const verdicts = [...lastVerdicts(reviews).values()];
  if (verdicts.includes('request-changes')) return 'Changes requested';
  return verdicts.includes('approve') ? 'Approved' : 'In review';
}

/** The status of an open pull request with reviews on its code host and here: a request for changes on either side outweighs approvals. */
export function stricter(there: ReviewStatus, here: ReviewStatus): ReviewStatus {
  for (const status of ['Changes requested', 'Approved'] as const) if (there === status || here === status) return status;
  return there;
}

/**
 * How many users other than the author approve, by each one's last verdict. Reviewers on an external code host are
 * identified by their name there.
 *
 * @param author The author of the pull request.
 */
export function countApprovals(reviews: readonly Verdict[], author: { id: number | null; name: string }): number {
  const isAuthor = (reviewer: number | string): boolean =>
    typeof reviewer === 'number' ? reviewer === author.id : reviewer === author.name;
  return [...lastVerdicts(reviews)].filter(([reviewer, verdict]) => verdict === 'approve' && !isAuthor(reviewer)).length;
}

/** Each reviewer's last verdict, ignoring comments: by user id, or by name on an external code host. */
function lastVerdicts(reviews: readonly Verdict[]): Map<number | string, ReviewVerdict> {
  const last = new Map<number | string, ReviewVerdict>();
  for (const { user_id, by_name, verdict } of reviews) if (verdict !== 'comment') last.set(user_id ?? by_name, verdict);
  return last;
}
