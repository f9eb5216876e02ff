import { expect, it } from 'vitest';
import { elapsedText } from './elapsed-text.ts';

it.each([
  [-5, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [3_725_000, '1 h 02 min'],
])('%i ms is %s', (milliseconds, told) => {
  expect(elapsedText(milliseconds)).toBe(told);
});
