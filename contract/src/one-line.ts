import { z } from 'zod';

/**
 * What no line has: control characters, other ends of lines, and what turns the direction of the text around it, so that a name reads as
 * another one. Marks that letters of right-to-left scripts need are none of them.
 */
// oxlint-disable-next-line no-control-regex
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/;
const REFUSED = 'This must be one line, without control characters and without characters that turn the direction of text.';

const REFUSED_IN_MESSAGE = 'This must be without control characters and without characters that turn the direction of text.';

/** A name or title as people give it. What is imported from git may say otherwise and is still shown. */
export function oneLine(max: number, tooLong?: string): z.ZodString {
  return z.string().trim().max(max, tooLong).regex(ONE_LINE, REFUSED);
}

/** Whether a text may be used where {@link oneLine} is checked without a schema. */
export function isOneLine(text: string): boolean {
  return ONE_LINE.test(text);
}

/** A message of a commit as people give it: lines of text, the first of which is its subject. Each keeps the rule of {@link oneLine}. */
export function commitMessage(max: number): z.ZodString {
  return z
    .string()
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .trim()
    .max(max)
    .refine(hasPlainLines, REFUSED_IN_MESSAGE);
}

function hasPlainLines(text: string): boolean {
  return text.split('\n').every(isOneLine);
}
