import type { ReviewStatus, ReviewVerdict } from '#contract/pull-requests.ts';

interface Verdict {
  readonly user_id: number | null;
  readonly by_name: string;
  readonly verdict: ReviewVerdict;
}

/**
 * Where an open pull request stands after these reviews, oldest first. The last verdict of each reviewer counts, and a
 * comment is none; who still asks for changes outweighs whoever approves.
 */
export function statusOfReviews(reviews: readonly Verdict[]): Extract<ReviewStatus, 'In review' | 'Changes requested' | 'Approved'> {
  const verdicts = [...lastVerdicts(reviews).values()];
  if (verdicts.includes('request-changes')) return 'Changes requested';
  return verdicts.includes('approve') ? 'Approved' : 'In review';
}

/**
 * How many people other than the author approve, by the last verdict of each. Reviewers on another code host are known by their name there.
 *
 * @param author Who opened the pull request.
 */
export function countApprovals(reviews: readonly Verdict[], author: { id: number | null; name: string }): number {
  const isAuthor = (reviewer: number | string): boolean =>
    typeof reviewer === 'number' ? reviewer === author.id : reviewer === author.name;
  return [...lastVerdicts(reviews)].filter(([reviewer, verdict]) => verdict === 'approve' && !isAuthor(reviewer)).length;
}

/** The last verdict of each reviewer, comments aside: by their id here, or by their name on another code host. */
function lastVerdicts(reviews: readonly Verdict[]): Map<number | string, ReviewVerdict> {
  const last = new Map<number | string, ReviewVerdict>();
  for (const { user_id, by_name, verdict } of reviews) if (verdict !== 'comment') last.set(user_id ?? by_name, verdict);
  return last;
}
