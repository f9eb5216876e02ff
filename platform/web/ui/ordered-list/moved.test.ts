import { expect, it } from 'vitest';
import { moved } from './moved.ts';

it.each([
  [2, 0, [2, 1, 3]],
  [1, 2, [2, 3, 1]],
  [2, 1, [1, 2, 3]],
  [9, 0, [1, 2, 3]],
])('puts %i at place %i', (key, to, expected) => {
  expect(moved([1, 2, 3], (item) => item, key, to)).toEqual(expected);
});
