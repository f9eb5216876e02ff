import type { SearchKind } from '../contract/search-kinds.ts';
import { kindsOf, type Matcher, type TextRange } from './matcher.ts';

/** One match and its replacement, in the line where it begins. */
export interface TextChange extends TextRange {
  readonly line: number;
  /** The rest of the line before and after the match, cut if it is long. */
  readonly head: string;
  readonly tail: string;
  readonly removed: string;
  readonly added: string;
}

/** What is shown of a line beside a match. */
const HEAD = 60;
const TAIL = 100;

/** `$&` is the whole match, which {@link Matcher} calls `${0}`. In plain searches the replacement is literal. */
export function replacementOf(mode: 'plain' | 'regex', replacement: string): string {
  if (mode === 'plain') return replacement;
  // `$$` is a dollar sign, whatever follows.
  return replacement.replaceAll(/\$\$|\$&/g, (written) => (written === '$&' ? '${0}' : written));
}

/** The matches in a text with their replacements. Those that would stay the same are left out. */
export function textChanges(text: string, matcher: Matcher, replacement: string, isWanted: (range: TextRange) => boolean): TextChange[] {
  const lines = new LineCounter(text);
  const ranges = matcher.find(text).filter(isWanted);
  const written = matcher.replacements(text, ranges, replacement);
  return ranges.flatMap(({ from, to }, index): TextChange[] => {
    const added = written[index] ?? '';
    const removed = text.slice(from, to);
    if (added === removed) return [];
    // No more than is shown: a line may be the whole text, and have thousands of matches.
    const before = text.slice(Math.max(0, from - HEAD - 1), from);
    const after = text.slice(to, to + TAIL + 1);
    const end = after.indexOf('\n');
    const head = before.slice(before.lastIndexOf('\n') + 1);
    const tail = end === -1 ? after : after.slice(0, end);
    return [{ from, to, line: lines.lineOf(from), head: cutStart(head), tail: cutEnd(tail), removed, added }];
  });
}

/** Whether a match is of one of these kinds; none: of all. */
export function isOfKinds(kinds: readonly SearchKind[], kind: SearchKind, text: string): (range: TextRange) => boolean {
  const kindOf = kindsOf(kind, text);
  return (range) => kinds.length === 0 || kinds.includes(kindOf(range));
}

/** The text with the chosen matches replaced; null if one of them is no match of this text. Nothing else changes. */
export function replaceChosen(text: string, matcher: Matcher, chosen: readonly TextRange[], replacement: string): string | null {
  const found = new Set(matcher.find(text).map(({ from, to }) => `${from}-${to}`));
  const ranges = [...new Map(chosen.map((range) => [`${range.from}-${range.to}`, range])).values()];
  if (ranges.some(({ from, to }) => !found.has(`${from}-${to}`))) return null;
  return matcher.replace(
    text,
    ranges.toSorted((one, other) => one.from - other.from),
    replacement,
  );
}

/** Counts lines in passing: matches come in order. */
class LineCounter {
  readonly #text: string;
  /** Where the line of the last match ends: kept, since a line may be the whole text and hold thousands of matches. */
  #end: number;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    this.#end = this.#endFrom(0);
  }

  lineOf(offset: number): number {
    for (; this.#end < offset; this.#line++) this.#end = this.#endFrom(this.#end + 1);
    return this.#line;
  }

  #endFrom(start: number): number {
    const end = this.#text.indexOf('\n', start);
    return end === -1 ? this.#text.length : end;
  }
}

function cutStart(text: string): string {
  return text.length <= HEAD ? text : `…${text.slice(-HEAD)}`;
}

function cutEnd(text: string): string {
  return text.length <= TAIL ? text : `${text.slice(0, TAIL)}…`;
}
