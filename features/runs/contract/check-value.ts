// Parses check values, for the server that judges by them and the editor that previews them.

import { composed } from '#platform/contract/same-text.ts';

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** What a check value matches: a text, a pattern, or either if the text looks like a pattern. */
export interface ParsedCheckValue {
  readonly text: string | null;
  readonly pattern: Pattern | null;
}

/** `/…/flags`. */
const WRITTEN_PATTERN = /^\/(.+)\/([dgimsuvy]*)$/s;
/** Rare in plain text: an anchor at the start, an escape, a class, a group with alternatives, a repeated dot. */
const LIKE_A_PATTERN = /^\^|\\[\w.^$*+?()[\]{}|/-]|\[[^[\]]+\]|\([^()]*\||\.[*+?{]/;

/**
 * Parses a check value; null: there is nothing to match. `/…/flags` is a regular expression. Anything else is a text, and also a
 * regular expression if it looks like one; then ^ and $ match at line ends. How its letters are encoded doesn't count.
 */
export function readCheckValue(written: string | null): ParsedCheckValue | null {
  if (written === null || written === '') return null;
  const value = composed(written);
  const [, source, flags = ''] = WRITTEN_PATTERN.exec(value) ?? [];
  if (source !== undefined) return { text: null, pattern: { source, flags } };
  const pattern = { source: value, flags: 'm' };
  return { text: value, pattern: LIKE_A_PATTERN.test(value) && problemOf(pattern) === null ? pattern : null };
}

/** The engine's error message for an invalid pattern between slashes; null: it is valid, or there is none. */
export function patternProblem(sought: ParsedCheckValue | null): string | null {
  return sought === null || sought.pattern === null ? null : problemOf(sought.pattern);
}

function problemOf({ source, flags }: Pattern): string | null {
  try {
    ''.match(new RegExp(source, flags));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression:\s*/, '') : String(error);
  }
}

/** A text that is searched. What is completely in one of the `ignored` ranges, which are in order, doesn't count. */
export interface SearchedText {
  readonly text: string;
  readonly ignored: readonly { readonly from: number; readonly to: number }[];
}

/** Whether a text contains the value. @throws SyntaxError for an invalid pattern */
export function matchesCheckValue({ text: sought, pattern }: ParsedCheckValue, searched: SearchedText): boolean {
  return (sought !== null && hasText(sought, searched)) || (pattern !== null && hasMatch(pattern, searched));
}

function hasText(sought: string, { text, ignored }: SearchedText): boolean {
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    if (!isIgnored(at, at + sought.length, ignored)) return true;
  }
  return false;
}

function hasMatch({ source, flags }: Pattern, { text, ignored }: SearchedText): boolean {
  if (ignored.length === 0) return new RegExp(source, flags).test(text);
  const global = flags.includes('g') ? flags : `${flags}g`;
  const matches = [...text.matchAll(new RegExp(source, global))];
  return matches.some(({ 0: { length }, index }) => !isIgnored(index, index + length, ignored));
}

/** Looks for the last range that begins before the match: there may be thousands of both. */
function isIgnored(from: number, to: number, ignored: SearchedText['ignored']): boolean {
  let [first, end] = [0, ignored.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((ignored[middle]?.from ?? 0) <= from) first = middle + 1;
    else end = middle;
  }
  return from < to && to <= (ignored[first - 1]?.to ?? 0);
}
