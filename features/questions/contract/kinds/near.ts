import { withoutNoise } from './formula.ts';
import { readingsOf, readNumber, type TypedNumber } from './read-number.ts';

/** A number; `whole` is the same, exactly, where it has more digits than `value` can have. */
export type ExactNumber = Omit<TypedNumber, 'rest'>;

/** The whole text as a number; null: it is none. */
export function onlyNumber(text: string): number | null {
  const read = readNumber(text);
  return read?.rest === '' ? read.value : null;
}

/** What the whole text can mean as a number; empty: it is none. */
export function onlyNumbers(text: string): ExactNumber[] {
  return readingsOf(text).filter(({ rest }) => rest === '');
}

/** Says that a number was read with a decimal comma, where its author may have meant a thousand; null: it has one meaning. */
export function commaWarning(text: string): string | null {
  const [decimal, grouped] = onlyNumbers(text);
  return decimal && grouped ? `“${text.trim()}” is read as ${decimal.value}, not as ${grouped.value}. Write it without a comma.` : null;
}

/**
 * Whether a number is within the tolerance. Two ways to write the same number are the same, whatever binary fractions make of them. So are
 * two numbers that only differ behind the twelve digits that {@link withoutNoise} leaves of drawn values: 7/3 is 2.33333333333 there.
 */
export function isNear(right: ExactNumber, tolerance: number, given: ExactNumber): boolean {
  if (tolerance === 0 && right.whole !== undefined && given.whole !== undefined) return right.whole === given.whole;
  if (withoutNoise(given.value) === right.value) return true;
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(right.value), Math.abs(given.value), tolerance);
  return Math.abs(given.value - right.value) <= tolerance + rounding;
}
