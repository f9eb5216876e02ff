import { expect, it } from 'vitest';
import type { ReviewVerdict } from '#contract/pull-requests.ts';
import { countApprovals, statusOfReviews } from './review-status.ts';

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
  expect(statusOfReviews(parse(reviews))).toBe(status);
});

it.each([
  ['', 0],
  ['b+', 1],
  ['b+ c+', 2],
  ['b+ b+', 1],
  ['b+ b-', 0],
  ['b+ b?', 1],
  ['b? c-', 0],
  ['a+', 0],
  ['a+ b+', 1],
])('%j has %i approvals by others than a', (reviews, count) => {
  expect(countApprovals(parse(reviews), { id: 7, name: 'a' })).toBe(count);
});

it('recognizes the author by their account, not by name', () => {
  const by = (user_id: number) => ({ user_id, by_name: 'Sam', verdict: 'approve' as const });
  expect(countApprovals([by(7)], { id: 7, name: 'Other' })).toBe(0);
  expect(countApprovals([by(8)], { id: 7, name: 'Sam' })).toBe(1);
});

/** `a+ b-`: a approves, then b requests changes. */
function parse(reviews: string) {
  return reviews
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => ({ user_id: null, by_name: each.charAt(0), verdict: VERDICTS[each.charAt(1)] ?? 'comment' }));
}
