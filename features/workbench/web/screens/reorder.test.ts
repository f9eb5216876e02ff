import { expect, it } from 'vitest';
import { reorder } from './reorder.ts';

const screens = ['a', 'b', 'c', 'd'].map((title, index) => ({ id: index + 10, sequence: index + 1, title }));

it.each([
  [10, 3, 'b c a d'],
  [13, 1, 'd a b c'],
  [11, 2, 'a b c d'],
  [10, 99, 'b c d a'],
  [77, 1, 'a b c d'],
])('screen %d moved to place %d: %s', (id, sequence, expected) => {
  const moved = reorder(screens, id, sequence);
  expect(moved.map(({ title }) => title).join(' ')).toBe(expected);
  expect(moved.map((screen) => screen.sequence)).toEqual([1, 2, 3, 4]);
});
