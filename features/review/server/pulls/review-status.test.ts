import { expect, it } from 'vitest';
import type { ReviewVerdict } from '../../contract/pull-requests.ts';
import { lastApprovals, statusOfReviews } from './review-status.ts';

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
  ['', []],
  ['b+', ['b']],
  ['b+ c+', ['b', 'c']],
  ['b+ b+', ['b']],
  ['b+ b-', []],
  ['b+ b?', ['b']],
  ['b? c-', []],
  ['b+ c- b?', ['b']],
])('%j has approvals of %j as last verdicts', (reviews, by) => {
  expect(lastApprovals(parse(reviews)).map(({ by_name }) => by_name)).toEqual(by);
});

it('knows a reviewer by their account, not by name', () => {
  const by = (user_id: number) => ({ user_id, host_user: null, by_name: 'Sam', verdict: 'approve' as const });
  expect(lastApprovals([by(7), by(8)])).toHaveLength(2);
});

/** `a+ b-`: a approves, then b requests changes. */
function parse(reviews: string) {
  return reviews
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => ({ user_id: null, host_user: null, by_name: each.charAt(0), verdict: VERDICTS[each.charAt(1)] ?? 'comment' }));
}
