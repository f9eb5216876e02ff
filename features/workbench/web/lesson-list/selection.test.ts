import { expect, it } from 'vitest';
import { withToggled } from './selection.ts';

const shown = [1, 2, 3, 4, 5].map((id) => ({ id }));
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
