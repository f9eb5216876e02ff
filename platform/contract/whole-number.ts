import { z } from 'zod';

/** A setting that is a whole number. What is wrong with any other value names the range. */
export function wholeNumber(min: number, max?: number): z.ZodCoercedNumber {
  const text = max === undefined ? `must be a whole number of ${min} or more` : `must be a whole number from ${min} to ${max}`;
  const number = z.coerce.number(text).int(text).min(min, text);
  return max === undefined ? number : number.max(max, text);
}
