import { expect, it } from 'vitest';
import { nextRow } from './keyboard.ts';

it.each([
  ['ArrowDown', 0, 10, 1],
  ['ArrowDown', 9, 10, 9],
  ['ArrowUp', 5, 10, 4],
  ['ArrowUp', 0, 10, 0],
  ['PageDown', 7, 10, 9],
  ['PageUp', 7, 10, 3],
  ['PageUp', 2, 10, 0],
  ['Home', 7, 10, 0],
  ['End', 7, 10, 9],
  ['Tab', 7, 10, null],
  ['ArrowDown', 0, 0, null],
])('%s from row %i of %i leads to %s', (key, current, count, expected) => {
  expect(nextRow(key, current, count, 4)).toBe(expected);
});
