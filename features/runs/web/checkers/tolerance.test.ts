import { expect, it } from 'vitest';
import { toleranceText } from './tolerance.ts';

it.each([
  [0, 'tolerance=0: numbers may differ by 1.'],
  [1, 'tolerance=1: 1 decimal place must match, numbers may differ by 1e-1.'],
  [2, 'tolerance=2: 2 decimal places must match, numbers may differ by 1e-2.'],
  [8, 'tolerance=8: numbers must be exactly equal.'],
])('a tolerance of %d', (position, text) => {
  expect(toleranceText('tolerance', position)).toBe(text);
});
