import { readNumber } from './read-number.ts';

/** The whole text as a number; null: it is none. */
export function onlyNumber(text: string): number | null {
  const read = readNumber(text);
  return read?.rest === '' ? read.value : null;
}

/** Whether a number is within the tolerance. Two ways to write the same number are the same, whatever binary fractions make of them. */
export function isNear(value: number, tolerance: number, given: number): boolean {
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(given), tolerance);
  return Math.abs(given - value) <= tolerance + rounding;
}
