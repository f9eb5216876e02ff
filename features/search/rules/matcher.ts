import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { SearchKind } from '../contract/search-kinds.ts';
import type { SearchQuery } from '../contract/search.ts';

/** Characters of a text, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

type Pattern = Pick<SearchQuery, 'text' | 'mode' | 'whole_word' | 'match_case'>;

/** Why a pattern can't be searched for, and which of its characters it is about. */
export interface PatternProblem {
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

/** Larger programs make each character of a text expensive, however linear they are. */
const PROGRAM_MAX = 1_000;

const WORD = /[\p{L}\p{M}\p{N}_]/u;

/** Finds and replaces what a query asks for. */
export interface Matcher {
  /** The matches in order, at most `max`. None is empty. */
  readonly find: (text: string, max?: number) => TextRange[];
  /**
   * The text with a replacement for the matches in `chosen`; null: for all. With a regular expression, `$1` and `${name}` are its groups
   * and `$$` is a dollar sign; otherwise the replacement is taken literally.
   */
  readonly replace: (text: string, chosen: readonly TextRange[] | null, replacement: string) => string;
  /** What `replace` writes in place of each match. */
  readonly replacements: (text: string, ranges: readonly TextRange[], replacement: string) => string[];
}

/**
 * Compiles what is searched for. Finding one match of a regular expression takes time linear in the text, whatever the pattern is. Finding
 * all may take longer: it runs in a thread with limits.
 */
export function compileQuery(pattern: Pattern): { matcher: Matcher } | { problem: PatternProblem } {
  if (pattern.mode === 'plain') return { matcher: plainMatcher(pattern) };
  try {
    const compiled = RE2JS.compile(pattern.text, flagsOf(pattern));
    if (compiled.programSize() > PROGRAM_MAX)
      return { problem: wholePattern(pattern, 'This pattern is too large. Make its repetitions smaller.') };
    return { matcher: regexMatcher(compiled, pattern.whole_word) };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { problem: problemOf(error, pattern) };
    throw error;
  }
}

function flagsOf({ match_case }: Pick<Pattern, 'match_case'>): number {
  return RE2JS.MULTILINE | (match_case ? 0 : RE2JS.CASE_INSENSITIVE);
}

function wholePattern({ text }: Pattern, message: string): PatternProblem {
  return { message, from: 0, to: text.length };
}

function problemOf(error: RE2JSSyntaxException, pattern: Pattern): PatternProblem {
  const description = error.getDescription();
  const message = `${description.charAt(0).toUpperCase()}${description.slice(1)}.`;
  const part = error.getPattern() ?? '';
  const from = part === '' ? -1 : pattern.text.lastIndexOf(part);
  return from < 0 ? wholePattern(pattern, message) : { message, from, to: from + part.length };
}

function plainMatcher({ text: wanted, whole_word, match_case }: Pattern): Matcher {
  const expression = new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), match_case ? 'gu' : 'giu');
  const find = (text: string, max = Infinity): TextRange[] => {
    const found: TextRange[] = [];
    if (max <= 0) return found;
    for (const match of text.matchAll(expression)) {
      const range = { from: match.index, to: match.index + match[0].length };
      if ((!whole_word || isWhole(text, range)) && found.push(range) >= max) break;
    }
    return found;
  };
  return withReplace(find, (_, ranges, replacement) => ranges.map(() => replacement));
}

function regexMatcher(compiled: RE2JS, isWholeWord: boolean): Matcher {
  const find = (text: string, max = Infinity): TextRange[] => {
    const found: TextRange[] = [];
    if (max <= 0) return found;
    const matcher = compiled.matcher(text);
    while (matcher.find()) {
      const range = { from: matcher.start(), to: matcher.end() };
      if (range.from < range.to && (!isWholeWord || isWhole(text, range)) && found.push(range) >= max) break;
    }
    return found;
  };
  return withReplace(find, (text, ranges, replacement) => {
    const matcher = compiled.matcher(text);
    return ranges.map(({ from, to }) => {
      // From its beginning, so that groups and assertions see the text around.
      if (!matcher.find(from) || matcher.start() !== from || matcher.end() !== to) return text.slice(from, to);
      return expand(replacement, (group) => groupOf(compiled, matcher, group));
    });
  });
}

function withReplace(find: Matcher['find'], replacements: Matcher['replacements']): Matcher {
  const replace: Matcher['replace'] = (text, chosen, replacement) => {
    const ranges = chosen ?? find(text);
    return splice(text, ranges, replacements(text, ranges, replacement));
  };
  return { find, replace, replacements };
}

/** The same matches; what replaces one gets its capital letters. */
export function keepingCase({ find, replacements }: Matcher): Matcher {
  return withReplace(find, (text, ranges, replacement) =>
    replacements(text, ranges, replacement).map((written, index) => inCaseOf(text.slice(ranges[index]?.from, ranges[index]?.to), written)),
  );
}

/** What is written in capitals only stays so, and a capital at the beginning. A replacement that differs in nothing else is meant as it is. */
function inCaseOf(found: string, written: string): string {
  const [lower, upper] = [found.toLowerCase(), found.toUpperCase()];
  if (found === lower || lower === written.toLowerCase()) return written;
  const isAllCapitals = found === upper && (found.match(/\p{Lu}/gu)?.length ?? 0) > 1;
  if (isAllCapitals) return written.toUpperCase();
  return /^\p{Lu}/u.test(found) ? written.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : written;
}

type Groups = ReturnType<RE2JS['matcher']>;

/** The text of a group; null: the pattern has no such group. */
function groupOf(compiled: RE2JS, matcher: Groups, group: string): string | null {
  const isKnown = /^\d+$/.test(group) ? Number(group) <= compiled.groupCount() : Object.hasOwn(compiled.namedGroups(), group);
  return isKnown ? (matcher.group(/^\d+$/.test(group) ? Number(group) : group) ?? '') : null;
}

function expand(replacement: string, group: (name: string) => string | null): string {
  return replacement.replaceAll(/\$(?:\$|(\d{1,2})|\{(\w+)\})/g, (written, digits?: string, name?: string) =>
    written === '$$' ? '$' : (group(digits ?? name ?? '') ?? written),
  );
}

function splice(text: string, ranges: readonly TextRange[], written: readonly string[]): string {
  let at = 0;
  const parts = ranges.map(({ from, to }, index) => {
    const kept = text.slice(at, from);
    at = to;
    return kept + (written[index] ?? '');
  });
  return parts.join('') + text.slice(at);
}

/** Whether neither end of a range is inside a word. */
function isWhole(text: string, { from, to }: TextRange): boolean {
  return !(isWord(text, from) && isWordBefore(text, from)) && !(isWord(text, to) && isWordBefore(text, to));
}

function isWord(text: string, at: number): boolean {
  const code = text.codePointAt(at);
  return code !== undefined && WORD.test(String.fromCodePoint(code));
}

function isWordBefore(text: string, at: number): boolean {
  if (at === 0) return false;
  const isPair = at > 1 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 2, at));
  return isWord(text, at - (isPair ? 2 : 1));
}

/** The kinds of texts that are markdown, which may have images. */
export const MARKDOWN_KINDS: readonly SearchKind[] = ['text', 'instructions', 'hint', 'question', 'option', 'details', 'comment'];

/** The kinds of matches in a text: in markdown, the alternative text of an image is its own kind. */
export function kindsOf(kind: SearchKind, text: string): (match: TextRange) => SearchKind {
  // Most texts have no image, and some have a thousand matches.
  if (!MARKDOWN_KINDS.includes(kind) || !text.includes('![')) return () => kind;
  const images = imagesIn(text);
  return ({ from, to }) => {
    let [first, end] = [0, images.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      if ((images[middle]?.start ?? 0) <= from) first = middle + 1;
      else end = middle;
    }
    const last = images[first - 1];
    return last && last.start + 2 <= from && last.altEnd >= to ? 'alt' : kind;
  };
}

/** Where images begin, in order, and where the alternative text of each ends; -1: it has none. Looks at each sign once. */
function imagesIn(text: string): { readonly start: number; readonly altEnd: number }[] {
  const images: { start: number; altEnd: number }[] = [];
  let altEnd = -1;
  for (const { 0: sign, index } of [...text.matchAll(/!\[|\]\(|\n\n/g)].toReversed()) {
    if (sign === '![') images.push({ start: index, altEnd });
    // An empty line ends the paragraph, and with it what was not yet an image.
    else altEnd = sign === '](' ? index : -1;
  }
  return images.toReversed();
}

/** What of a text every match has, for an index: all of these parts, or one of these. */
export type Required =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'all' | 'any'; readonly of: readonly Required[] };

interface Prefilter {
  /** 0: nothing, 1: a literal, 2: all of `subs`, 3: one of `subs`. */
  readonly type: number;
  readonly str: string;
  readonly subs: readonly Prefilter[];
}

/**
 * The literals that each text with a match contains, in lower case; null: none is known. Only ASCII, whose cases are the same in
 * every database.
 */
export function requiredLiterals(pattern: Pattern): Required | null {
  if (pattern.mode === 'plain') return asciiParts(pattern.text);
  // Without regard to case: literals that ignore it aren't in the tree.
  const tree = RE2JS.compile(pattern.text, RE2JS.MULTILINE).re2().prefilter as Prefilter | null;
  return tree === null ? null : requiredBy(tree);
}

function requiredBy({ type, str, subs }: Prefilter): Required | null {
  if (type === 1) return asciiParts(str);
  if (type !== 2 && type !== 3) return null;
  const parts = subs.map(requiredBy);
  const known = parts.filter((part) => part !== null);
  if (known.length === 0 || (type === 3 && known.length < parts.length)) return null;
  return { type: type === 2 ? 'all' : 'any', of: known };
}

function asciiParts(text: string): Required | null {
  // Not found this way: the Kelvin sign and the long s, where case is ignored and the pattern has a k or an s.
  const parts = text.split(/[^\p{ASCII}]+/u).filter((part) => part !== '');
  if (parts.length === 0) return null;
  return { type: 'all', of: parts.map((part) => ({ type: 'literal', text: part.toLowerCase() })) };
}
