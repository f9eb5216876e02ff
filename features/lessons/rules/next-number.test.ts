import { expect, it } from 'vitest';
import { nextNumber } from './next-number.ts';

it.each([
  ['comes after the highest', [101, 107, 103], 108],
  ['is the first of all', [], 1],
  ['isn’t proposed beyond the highest that there may be', [1_000_000_000], null],
])('the next number %s', (_, numbers, next) => {
  expect(nextNumber(numbers.map((sequence) => ({ sequence })))).toBe(next);
});
