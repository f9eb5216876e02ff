import { expect, it } from 'vitest';
import type { ReviewVerdict } from '#contract/pull-requests.ts';
import { statusOfReviews } from './review-status.ts';

const VERDICTS: Record<string, ReviewVerdict> = { '+': 'approve', '-': 'request-changes', '?': 'comment' };

it.each([
  ['', 'In review'],
  ['a?', 'In review'],
  ['a+', 'Approved'],
  ['a-', 'Changes requested'],
  ['a- b+', 'Changes requested'],
  ['a- a+', 'Approved'],
  ['a+ a-', 'Changes requested'],
  ['a- a?', 'Changes requested'],
  ['a+ b?', 'Approved'],
])('%j comes to %s', (reviews, status) => {
  const given = reviews
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => ({ user_id: null, by_name: each.charAt(0), verdict: VERDICTS[each.charAt(1)] ?? 'comment' }));
  expect(statusOfReviews(given)).toBe(status);
});
