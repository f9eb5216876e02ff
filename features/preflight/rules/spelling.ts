/** Words that a dictionary should know. Whether it does is asked elsewhere: dictionaries are large, and the rules here are pure. */

import { mayBeEnglish } from '#platform/contract/text-language.ts';
import type { PreflightChange } from '../contract/preflight-changes.ts';
import type { Found, LessonDocuments, LessonText } from './lesson-documents.ts';
import type { Span } from './text-position.ts';
import { baseOf, isInOtherLanguage, isMostlyUnknown, isSpelled, readable, readWords, wordsIn } from './words.ts';

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

const OTHER_LANGUAGE = 'This text isn’t in English, so its spelling isn’t checked.';
/** The words of a lesson's texts and titles, each once, without code and names of code. */
export function spelledWords(documents: LessonDocuments): SpelledWord[] {
  // The dictionary is English.
  if (!mayBeEnglish(documents.lesson.fields.text_language)) return [];
  const names = namesInCode(documents);
  const words = new Map<string, { first: LessonText; spans: Span[] }>();
  const properNames = new Set<string>();
  for (const text of documents.texts) {
    if (isForeign(text)) continue;
    for (const { word, span, isFirstInSentence } of wordsIn(readableSource(text))) {
      const lower = word.toLowerCase();
      if (word !== lower && !isFirstInSentence) properNames.add(lower);
      if (names.has(lower) || !isSpelled(word)) continue;
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

/** The first text that is plainly in another language, of a lesson that doesn't say so. */
export function* foreignTexts({ texts, lesson }: LessonDocuments): Iterable<Found> {
  if (!mayBeEnglish(lesson.fields.text_language)) return;
  const first = texts.find(isForeign);
  const [word] = first ? readWords(readableSource(first)) : [];
  if (first && word) yield inOtherLanguage(first.found('spelling-language', word, ''));
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
  const is = isInOtherLanguage(readableSource(text));
  foreign.set(text, is);
  return is;
}

/** The findings about words, given those that the dictionary doesn't know. Of a text in another language, only that. */
export function misspellings(words: readonly SpelledWord[], unknown: UnknownWords): Found[] {
  const wrong = words.filter(({ word }) => unknown.has(word));
  const [first] = wrong;
  if (first && isMostlyUnknown(wrong.length, words.length)) return [inOtherLanguage(first.found)];
  return wrong.map(({ word, found, replaceWith }) => {
    const correct = unknown.get(word) ?? null;
    const changes = correct === null ? [] : replaceWith(correct);
    if (correct === null || changes.length === 0) return found;
    return { ...found, fix: { label: `Write “${correct}”`, changes } };
  });
}

function readableSource({ source, markdown }: LessonText): string {
  return readable(source, markdown.code);
}

/** Those of `words`, in small letters, that are names in the code or the texts of a lesson. */
export function namesAmong(documents: LessonDocuments, words: readonly string[]): string[] {
  const names = namesInCode(documents);
  const people = new Set(
    documents.texts.flatMap((text) =>
      Array.from(wordsIn(readableSource(text)), ({ word, isFirstInSentence }) =>
        !isFirstInSentence && word !== word.toLowerCase() ? word.toLowerCase() : '',
      ),
    ),
  );
  return words.filter((word) => names.has(word) || people.has(word));
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
