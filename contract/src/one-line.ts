import { z } from 'zod';

/**
 * What no line has: control characters, other ends of lines, and what turns the direction of the text around it, so that a name reads as
 * another one. Marks that letters of right-to-left scripts need are none of them.
 */
// oxlint-disable-next-line no-control-regex
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/;
const REFUSED = 'This must be one line, without control characters and without characters that turn the direction of text.';

/** A name, title or message as people give it. What is imported from git may say otherwise and is still shown. */
export function oneLine(max: number, tooLong?: string): z.ZodString {
  return z.string().trim().max(max, tooLong).regex(ONE_LINE, REFUSED);
}

/** Whether a text may be used where {@link oneLine} is checked without a schema. */
export function isOneLine(text: string): boolean {
  return ONE_LINE.test(text);
}
