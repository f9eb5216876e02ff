import type { ReviewStatus, ReviewVerdict } from '../../contract/pull-requests.ts';

interface Verdict {
  readonly user_id: number | null;
  readonly by_name: string;
  readonly host_user: string | null;
  readonly verdict: ReviewVerdict;
}

/**
 * Returns an open pull request's status after these reviews, oldest first. Each reviewer's last verdict counts,
 * ignoring comments; one request for changes outweighs all approvals.
 */
export function statusOfReviews(reviews: readonly Verdict[]): Extract<ReviewStatus, 'In review' | 'Changes requested' | 'Approved'> {
  const verdicts = [...lastVerdicts(reviews).values()].map(({ verdict }) => verdict);
  if (verdicts.includes('request-changes')) return 'Changes requested';
  return verdicts.includes('approve') ? 'Approved' : 'In review';
}

/** The status of an open pull request with reviews on its code host and here: a request for changes on either side outweighs approvals. */
export function stricter(there: ReviewStatus, here: ReviewStatus): ReviewStatus {
  for (const status of ['Changes requested', 'Approved'] as const) if (there === status || here === status) return status;
  return there;
}

/** The approvals that are their reviewer's last verdict, ignoring comments. */
export function lastApprovals<V extends Verdict>(reviews: readonly V[]): V[] {
  return [...lastVerdicts(reviews).values()].filter(({ verdict }) => verdict === 'approve');
}

/** The requests for changes that are their reviewer's last verdict, ignoring comments. */
export function lastObjections<V extends Verdict>(reviews: readonly V[]): V[] {
  return [...lastVerdicts(reviews).values()].filter(({ verdict }) => verdict === 'request-changes');
}

/** Each reviewer's last verdict, ignoring comments: by user id, or by account on an external code host. */
function lastVerdicts<V extends Verdict>(reviews: readonly V[]): Map<number | string, V> {
  const last = new Map<number | string, V>();
  for (const review of reviews) if (review.verdict !== 'comment') last.set(review.user_id ?? review.host_user ?? review.by_name, review);
  return last;
}
