import { expect, it } from 'vitest';
import { coverageOf, withAllToggled, withToggled } from './selection.ts';

const shown = [1, 2, 3, 4, 5];
const after = (known: readonly number[], id: number, from: number | null = null) => [...withToggled(new Set(known), shown, { id, from })];

it.each([
  ['selects one', after([], 2), [2]],
  ['takes one out', after([2, 3], 2), [3]],
  ['selects a range downwards', after([2], 4, 2), [2, 3, 4]],
  ['selects a range upwards', after([4], 2, 4), [4, 2, 3]],
  ['takes a range out', after([1, 2, 3, 4], 3, 2), [1, 4]],
  ['selects one where the other end is not shown', after([], 3, 9), [3]],
])('%s', (_what, selected, expected) => {
  expect(selected).toEqual(expected);
});

it.each([
  ['selects all that match', [], [1, 2, 3], [1, 2, 3]],
  ['completes a part', [9, 2], [1, 2, 3], [9, 2, 1, 3]],
  ['takes all that match out, and keeps what was selected before', [9, 1, 2, 3], [1, 2, 3], [9]],
  ['does nothing where nothing matches', [9], [], [9]],
])('the box of the heading %s', (_what, known, matching, expected) => {
  expect([...withAllToggled(new Set(known), matching)]).toEqual(expected);
});

it.each([
  [[], [1, 2], 'none'],
  [[9], [1, 2], 'none'],
  [[1], [1, 2], 'some'],
  [[1, 2, 9], [1, 2], 'all'],
  [[1], [], 'none'],
])('of %j, of what matches %j, %s is selected', (known, matching, expected) => {
  expect(coverageOf(new Set(known), matching)).toBe(expected);
});
