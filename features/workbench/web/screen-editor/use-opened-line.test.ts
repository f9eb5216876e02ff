import { expect, it } from 'vitest';
import { lineRange } from './use-opened-line.ts';

it.each([
  [1, 'one'],
  [2, ''],
  [3, 'three'],
  [9, 'three'],
])('line %i', (line, expected) => {
  const text = 'one\n\nthree';
  const { from, to } = lineRange(text, line);
  expect(text.slice(from, to)).toBe(expected);
});
