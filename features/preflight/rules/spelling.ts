/** Words that a dictionary should know. Whether it does is asked elsewhere: dictionaries are large, and the rules here are pure. */

import type { PreflightChange } from '../contract/preflight-changes.ts';
import type { Found, LessonDocuments, LessonText } from './lesson-documents.ts';
import { isOtherLanguage } from './text-language.ts';
import type { Span } from './text-position.ts';

/** A word of a lesson, where it is first written. */
export interface SpelledWord {
  /** With straight apostrophes and without a possessive ending, as dictionaries have it. */
  readonly word: string;
  readonly found: Found;
  /** The changes that write another word in its place, everywhere in that screen. Empty where fixes can't write. */
  readonly replaceWith: (correct: string) => readonly PreflightChange[];
}

/** By word: what was probably meant, or null; words that the dictionary knows are missing. */
export type UnknownWords = ReadonlyMap<string, string | null>;

const WORD = /(?<![\p{L}\p{M}\p{N}_@#\\/.-])\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+){0,5}(?![\p{L}\p{M}\p{N}_(@/\\]|[.:=]\p{L}|\.\p{N})/gu;
/** Parts of Markdown and HTML that readers don't see: addresses, tags, attributes, entities, the marks of boxes, references. */
const UNREAD =
  /`[^`]*`|<[^<>]*>|\]\([^)\s]*|\]\[[^\]]*\]|^[ \t]{0,3}\[[^\]\n]+\]:.*$|\b(?:https?|mailto|ftp):\S+|\bwww\.\S+|(?<!\S)\S+@\S+|\{[^{}]*\}|&\w+;|^[ \t]*:{3,}.*$|\[@?\^?[\w:-]+\](?!\()/gmu;
/** Shorter words are mostly units and names of variables. */
const LETTERS_MIN = 4;
const ANY_WORD = /\p{L}[\p{L}\p{M}]*/gu;
const OTHER_LANGUAGE = 'This text isn’t in English, so its spelling isn’t checked.';
/** A lesson with more unknown words than this share is in another language, or is no text. */
const UNKNOWN_SHARE_MAX = 0.2;
const UNKNOWN_JUDGED_MIN = 8;

/** The words of a lesson's texts and titles, each once, without code and names of code. */
export function spelledWords(documents: LessonDocuments): SpelledWord[] {
  const names = namesInCode(documents);
  const words = new Map<string, { first: LessonText; spans: Span[] }>();
  const properNames = new Set<string>();
  for (const text of documents.texts) {
    if (isForeign(text)) continue;
    for (const { word, span, isFirstInSentence } of wordsOf(text)) {
      const lower = word.toLowerCase();
      if (word !== lower && !isFirstInSentence) properNames.add(lower);
      if (word.length < LETTERS_MIN || names.has(lower) || !isPlainWord(word)) continue;
      const known = words.get(lower);
      if (!known) words.set(lower, { first: text, spans: [span] });
      else if (known.first === text) known.spans.push(span);
    }
  }
  return [...words].flatMap(([lower, { first, spans }]) => {
    const [span] = spans;
    if (span === undefined || properNames.has(lower)) return [];
    const word = baseOf(first.source.slice(span.start, span.end));
    return [
      {
        word,
        found: { ...first.found('spelling', span, `“${word}” isn’t in the dictionary.`), about: lower },
        replaceWith: (correct) => replaceAll(first, spans, correct),
      },
    ];
  });
}

/** The first text of a lesson that is plainly in another language. */
export function* foreignTexts({ texts }: LessonDocuments): Iterable<Found> {
  const first = texts.find(isForeign);
  const [word] = first ? readableSource(first).matchAll(ANY_WORD) : [];
  if (first && word) yield inOtherLanguage(first.found('spelling-language', { start: word.index, end: word.index + word[0].length }, ''));
}

/** It is accepted for the whole lesson, whatever the text becomes. */
function inOtherLanguage(found: Found): Found {
  const { fix: _fix, ...rest } = found;
  return { ...rest, rule: 'spelling-language', message: OTHER_LANGUAGE, about: '' };
}

const foreign = new WeakMap<LessonText, boolean>();

function isForeign(text: LessonText): boolean {
  const known = foreign.get(text);
  if (known !== undefined) return known;
  const words = Array.from(readableSource(text).matchAll(ANY_WORD), ([word]) => word);
  const is = isOtherLanguage(words);
  foreign.set(text, is);
  return is;
}

/** The findings about words, given those that the dictionary doesn't know. Of a text in another language, only that. */
export function misspellings(words: readonly SpelledWord[], unknown: UnknownWords): Found[] {
  const wrong = words.filter(({ word }) => unknown.has(word));
  const [first] = wrong;
  if (first && words.length >= UNKNOWN_JUDGED_MIN && wrong.length / words.length > UNKNOWN_SHARE_MAX) return [inOtherLanguage(first.found)];
  return wrong.map(({ word, found, replaceWith }) => {
    const correct = unknown.get(word) ?? null;
    const changes = correct === null ? [] : replaceWith(correct);
    if (correct === null || changes.length === 0) return found;
    return { ...found, fix: { label: `Write “${correct}”`, changes } };
  });
}

function* wordsOf(text: LessonText): Iterable<{ word: string; span: Span; isFirstInSentence: boolean }> {
  const source = readableSource(text);
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

/** The source with spaces for all that isn't read as words, so that places stay. */
function readableSource(text: LessonText): string {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
  const parts: string[] = [];
  let next = 0;
  for (const { start, end } of text.markdown.code.toSorted((one, other) => one.start - other.start)) {
    if (end <= next) continue;
    parts.push(text.source.slice(next, Math.max(next, start)), blank(text.source.slice(Math.max(next, start), end)));
    next = end;
  }
  return [...parts, text.source.slice(next)].join('').replaceAll(UNREAD, blank);
}

/** Straight apostrophes, and without a possessive ending. */
function baseOf(word: string): string {
  return word.replaceAll('’', "'").replace(/'s$/i, '');
}

/** Not an abbreviation, a name in camel case or a word of another script. */
function isPlainWord(word: string): boolean {
  return /^\p{Script=Latin}[\p{Script=Latin}\p{M}']*$/u.test(word) && !/.\p{Lu}/u.test(word);
}

/** Names that the code of a lesson and its files use, and their parts, in small letters. Texts write about them. */
function namesInCode(documents: LessonDocuments): ReadonlySet<string> {
  const { lesson } = documents;
  const sources = [
    ...lesson.screens.flatMap((screen) => documents.codes(screen).map(({ source }) => source)),
    ...documents.texts.flatMap(({ source, markdown }) => markdown.code.map(({ start, end }) => source.slice(start, end))),
    ...lesson.data_files.map(({ file_name }) => file_name),
    ...lesson.packages.map(({ name }) => name),
  ];
  const names = new Set<string>();
  for (const source of sources)
    for (const [name] of source.matchAll(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu))
      for (const part of [name, ...name.split(/[_\d]+|(?<=\p{Ll})(?=\p{Lu})/u)]) names.add(part.toLowerCase());
  return names;
}

/** Capital letters stay. From the end, so that the places before it stay right. */
function replaceAll(text: LessonText, spans: readonly Span[], correct: string): PreflightChange[] {
  return spans.toReversed().flatMap((span) => {
    const isCapital = /^\p{Lu}/u.test(text.source.slice(span.start));
    const change = text.edit(span, isCapital ? correct.charAt(0).toUpperCase() + correct.slice(1) : correct);
    return change ? [change] : [];
  });
}
