/** A word is what is between spaces, unless it is only signs, such as the marks of a list or a table. {@link WORD} is the same for PostgreSQL. */
const WORDS = /\S+/g;
const IN_WORD = /[^!-/:-@[-`{-~]/;

/** What each word between spaces matches, as a POSIX pattern. */
export const WORD = '[^!-/:-@\\[-`{-~]';

/** Words that people read in a minute, in technical texts. */
const PER_MINUTE = 200;

/** The number of words in a Markdown text. Reads all of it, so not with each key. */
export function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(WORDS)) if (IN_WORD.test(word)) count += 1;
  return count;
}

/** How long it takes to read so many words, in whole minutes; at least one where there are any. */
export function readingMinutes(words: number): number {
  return Math.ceil(words / PER_MINUTE);
}
