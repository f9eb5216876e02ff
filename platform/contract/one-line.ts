import { z } from 'zod';

/**
 * What no line has: control characters, other ends of lines, what turns the direction of the text around it, so that a name reads as
 * another one, and other invisible format characters. Marks that letters of right-to-left scripts and emoji need are none of them.
 */
const REFUSED_CHARACTERS = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb`;
const ONE_LINE = new RegExp(`^[^${REFUSED_CHARACTERS}]*$`);
const HIDDEN = new RegExp(`[${REFUSED_CHARACTERS}]`, 'g');
const REFUSED = 'Use a single line without control characters or characters that change the text direction.';

const REFUSED_IN_MESSAGE = 'Remove control characters and characters that change the text direction.';

/** A name or title entered by a user. What is imported from git may differ and is still shown. */
export function oneLine(max: number, tooLong?: string): z.ZodString {
  return z.string().trim().max(max, tooLong).regex(ONE_LINE, REFUSED);
}

/** Whether a text is valid for {@link oneLine}, without a schema. */
export function isOneLine(text: string): boolean {
  return ONE_LINE.test(text);
}

/** A text with what {@link oneLine} refuses made visible, like `\\u202e`. */
export function withHiddenShown(text: string): string {
  return text.replaceAll(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A commit message entered by a user: lines of text, the first of which is its subject. {@link oneLine} applies to each. */
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
