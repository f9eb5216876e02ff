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
  const last = new Map<number | string, ReviewVerdict>();
  for (const { user_id, by_name, verdict } of reviews) if (verdict !== 'comment') last.set(user_id ?? by_name, verdict);
  const verdicts = [...last.values()];
  if (verdicts.includes('request-changes')) return 'Changes requested';
  return verdicts.includes('approve') ? 'Approved' : 'In review';
}
