/** Which words of a text a dictionary should know. Preflight and the editors of texts read them alike. */

import { isOtherLanguage } from './text-language.ts';
import type { Span } from './text-position.ts';

const WORD = /(?<![\p{L}\p{M}\p{N}_@#\\/.-])\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+){0,5}(?![\p{L}\p{M}\p{N}_(@/\\]|[.:=]\p{L}|\.\p{N})/gu;
/** Parts of Markdown and HTML that readers don't see: addresses, tags, attributes, entities, the marks of boxes, references. */
const UNREAD =
  /`[^`]*`|<[^<>]*>|\]\([^)\s]*|\]\[[^\]]*\]|^[ \t]{0,3}\[[^\]\n]+\]:.*$|\b(?:https?|mailto|ftp):\S+|\bwww\.\S+|(?<!\S)\S+@\S+|\{[^{}]*\}|&\w+;|^[ \t]*:{3,}.*$|\[@?\^?[\w:-]+\](?!\()/gmu;
/** Shorter words are mostly units and names of variables. */
const LETTERS_MIN = 4;
/** Longer ones are no words; the dictionary isn't asked for them. */
const LETTERS_MAX = 100;
const ANY_WORD = /\p{L}[\p{L}\p{M}]*/gu;
/** A text with more unknown words than this share is in another language, or is no text. */
const UNKNOWN_SHARE_MAX = 0.2;
const UNKNOWN_JUDGED_MIN = 8;
/** The few words in sight may have more mistakes. */
const UNKNOWN_IN_SIGHT_MAX = 0.5;
/** Formulas, where nobody has parsed the text. */
const FORMULA = /\$\$[^$]*\$\$|\$(?![\s$])[^$\n]*\$/g;

/** The places of the words of a readable text, of any length. */
export function readWords(source: string): Span[] {
  return Array.from(source.matchAll(ANY_WORD), ({ 0: word, index }) => ({ start: index, end: index + word.length }));
}

/** Whether a readable text is plainly not in English. */
export function isInOtherLanguage(source: string): boolean {
  return isOtherLanguage(Array.from(source.matchAll(ANY_WORD), ([word]) => word));
}

/** Whether so many words are unknown that their dictionary is the wrong one. */
export function isMostlyUnknown(unknown: number, all: number): boolean {
  return all >= UNKNOWN_JUDGED_MIN && unknown / all > UNKNOWN_SHARE_MAX;
}

/** {@link isMostlyUnknown} of the words that an editor shows. */
export function isMostlyUnknownInSight(unknown: number, all: number): boolean {
  return all >= UNKNOWN_JUDGED_MIN && unknown / all > UNKNOWN_IN_SIGHT_MAX;
}

/**
 * The words of a part of a text that dictionaries are asked for, with their places; none if it is in another language.
 *
 * @param code Where it has code, as far as the editor knows.
 */
export function spelledIn(source: string, code: readonly Span[]): { readonly word: string; readonly span: Span }[] {
  const formulas = Array.from(source.matchAll(FORMULA), ({ 0: formula, index }) => ({ start: index, end: index + formula.length }));
  const text = readable(source, [...code, ...formulas]);
  if (isInOtherLanguage(text)) return [];
  const words = [...wordsIn(text)];
  const people = new Set(
    words.filter(({ word, isFirstInSentence }) => !isFirstInSentence && /^\p{Lu}/u.test(word)).map(({ word }) => word),
  );
  return words.filter(({ word }) => isSpelled(word) && !people.has(word));
}

/** The words of a readable text, without possessive endings. */
export function* wordsIn(source: string): Iterable<{ word: string; span: Span; isFirstInSentence: boolean }> {
  for (const match of source.matchAll(WORD)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const end = endBefore(source, span.start);
    // Titles and cells begin with a capital letter as well. Letters may have two code units.
    const isInSentence = /[\p{L}\p{N},’']$/u.test(source.slice(Math.max(0, end - 2), end));
    const isFirstInSentence = !isInSentence || source.slice(end, span.start).includes('\n');
    const own = baseOf(match[0]);
    yield { word: own, span: { start: span.start, end: span.start + own.length }, isFirstInSentence };
  }
}

/** Where the text before a place ends, without white space. */
function endBefore(source: string, place: number): number {
  let end = place;
  while (end > 0 && /\s/.test(source.charAt(end - 1))) end--;
  return end;
}

/**
 * The source with spaces for all that isn't read as words, so that places stay.
 *
 * @param code Where it has code and formulas.
 */
export function readable(source: string, code: readonly Span[]): string {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
  const parts: string[] = [];
  let next = 0;
  for (const { start, end } of code.toSorted((one, other) => one.start - other.start)) {
    if (end <= next) continue;
    parts.push(source.slice(next, Math.max(next, start)), blank(source.slice(Math.max(next, start), end)));
    next = end;
  }
  return [...parts, source.slice(next)].join('').replaceAll(UNREAD, blank);
}

/** Straight apostrophes, and without a possessive ending. */
export function baseOf(word: string): string {
  return word.replaceAll('’', "'").replace(/'s$/i, '');
}

/** Whether dictionaries are asked for it: not an abbreviation, a name in camel case or a word of another script. */
export function isSpelled(word: string): boolean {
  return (
    word.length >= LETTERS_MIN &&
    word.length <= LETTERS_MAX &&
    /^\p{Script=Latin}[\p{Script=Latin}\p{M}']*$/u.test(word) &&
    !/.\p{Lu}/u.test(word)
  );
}
