import MarkdownIt from 'markdown-it';
import deflist from 'markdown-it-deflist';
import footnotes from 'markdown-it-footnote';
import { boxesPlugin } from '#platform/content/markdown-boxes.ts';
import { formulaEnds, mathPlugin } from '#platform/content/markdown-math.ts';
import type { BoxFormat } from './box-formats.ts';

// Signs that are text in lessons, and markup in other tools, are character references in exports: `Earning &#36;25,000` shows the same
// everywhere. A reference that an author wrote gets one more zero, `&#036;`, so that an import restores both.

const blocks = MarkdownIt({ html: true }).use(boxesPlugin).use(mathPlugin).use(footnotes).use(deflist);
blocks.core.ruler.enableOnly(['normalize', 'block']);

/** Signs that a format reads as markup where lessons have text, by the text that starts with them and the sign before. */
const MARKUP: Readonly<Record<BoxFormat, (rest: string, before: string) => boolean>> = {
  notebook: (rest) => /^(?:\$|\\begin\{)/.test(rest),
  myst: (rest, before) =>
    /^(?:\$|\\begin\{|\{\{|\{[\w:+-]{1,100}\}`)/.test(rest) || isCitation(rest, before) || (isLineStart(before) && MYST_LINE.test(rest)),
  quarto: (rest, before) =>
    /^(?:\$|\\[a-zA-Z]|\{\{<)/.test(rest) ||
    (/^\^(?!\[)/.test(rest) && before !== '[') ||
    (/^~(?!~)/.test(rest) && before !== '~') ||
    isCitation(rest, before) ||
    (rest.startsWith('{') && before === ']'),
};
/** Comments, block breaks, and targets. */
const MYST_LINE = /^(?:%|\+\+\+|\([\w.:-]{1,200}\)=)/;
/** Items of lists of Pandoc that other Markdown doesn't have: `a.`, `(1)`, `#.`. The last sign is escaped. */
const PANDOC_ITEM = /^(?:\((?:[a-zA-Z]|[ivxlcdmIVXLCDM]{1,9}|\d{1,9})|(?:[a-zA-Z]|[ivxlcdmIVXLCDM]{1,9}|#)(?=[.)]))(?=[.)]\s)/;

function isCitation(rest: string, before: string): boolean {
  return /^@[\w{]/.test(rest) && !/^[\p{L}\p{N}]$/u.test(before);
}

function isLineStart(before: string): boolean {
  return before === '' || before === '\n';
}

/** The references of the signs above: `$`, `%`, `(`, `)`, `+`, `.`, `@`, `\\`, `^`, `{`, `~`. */
const REFERENCE = /^&#(0{0,5})(36|37|40|41|43|46|64|92|94|123|126);/;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text of a lesson as another tool shows it: what only that tool reads as markup is escaped. */
export function withEscapedMarkup(format: BoxFormat, text: string): string {
  return mapInline(text, (source) => escapes(format, source));
}

/** Undoes {@link withEscapedMarkup}. A paragraph in which the signs would become a formula stays as it is. */
export function withoutEscapedMarkup(text: string): string {
  if (!text.includes('&#')) return text;
  return mapInline(text, (source) => {
    const edits = references(source);
    return countFormulas(applied(source, edits)) === countFormulas(source) ? edits : [];
  });
}

/**
 * A text without what matches outside of code, formulas, tags, and addresses.
 *
 * @param endOf where to end; omitted: at the end of the match
 */
export function withoutPlain(
  text: string,
  pattern: RegExp,
  endOf: (match: RegExpExecArray) => number = ({ index, 0: whole }) => index + whole.length,
): string {
  return mapInline(text, (source) => plainMatches(source, pattern).map((match) => ({ start: match.index, end: endOf(match), text: '' })));
}

/** What matches in a text outside of code, formulas, tags, and addresses. */
export function findPlain(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...inlineSources(text)].flatMap(({ content }) => plainMatches(content, pattern));
}

/** Matches that start at a sign of plain text. */
function plainMatches(source: string, pattern: RegExp): RegExpExecArray[] {
  const matches = [...source.matchAll(pattern)];
  if (matches.length === 0) return [];
  const taken = takenBy(source);
  return matches.filter(({ index }) => taken[index] === 0);
}

function escapes(format: BoxFormat, source: string): Edit[] {
  const edits: Edit[] = [];
  const item = format === 'quarto' ? (PANDOC_ITEM.exec(source)?.[0].length ?? -1) : -1;
  for (const at of plainPositions(source)) {
    const rest = source.slice(at, at + 250);
    const reference = REFERENCE.exec(rest);
    if (reference) edits.push({ start: at, end: at + reference[0].length, text: `&#0${reference[1]}${reference[2]};` });
    else if (at === item || MARKUP[format](rest, source[at - 1] ?? ''))
      edits.push({ start: at, end: at + 1, text: `&#${source.charCodeAt(at)};` });
  }
  return edits;
}

function references(source: string): Edit[] {
  const edits: Edit[] = [];
  for (const at of plainPositions(source)) {
    const [whole = '', zeros = '', code = ''] = source[at] === '&' ? (REFERENCE.exec(source.slice(at, at + 20)) ?? []) : [];
    if (whole === '') continue;
    const text = zeros === '' ? String.fromCharCode(Number(code)) : `&#${zeros.slice(1)}${code};`;
    edits.push({ start: at, end: at + whole.length, text });
  }
  return edits;
}

function countFormulas(source: string): number {
  let count = 0;
  for (const part of inlineParts(source)) if (part.isFormula) count++;
  return count;
}

const TAG = /^<(?:\/?[a-zA-Z][^<>]{0,2000}|!--[^<>]{0,2000}--)>/;
const DESTINATION =
  /^\]\([ \n]{0,20}(?:<[^<>\n]{0,2000}>|(?:[^()\s<>]|\([^()\s<>]{0,2000}\)){0,2000})(?:\s{1,20}(?:"[^"]{0,2000}"|'[^']{0,2000}'))?[ \n]{0,20}\)/;

/** What is not plain text in one paragraph: code, formulas, tags, addresses, and escaped signs. In order. */
function* inlineParts(source: string): Generator<{ readonly start: number; readonly end: number; readonly isFormula: boolean }> {
  const endOfFormula = formulaEnds(source);
  let next = 0;
  for (const { index } of source.matchAll(/[\\`$<\]]/g)) {
    const end = index < next ? null : endOfPart(source, index, endOfFormula);
    if (end === null) continue;
    yield { start: index, end, isFormula: source[index] === '$' };
    next = end;
  }
}

function endOfPart(source: string, at: number, endOfFormula: (from: number) => number | null): number | null {
  const sign = source[at];
  if (sign === '\\') return /[!-/:-@[-`{-~]/.test(source[at + 1] ?? '') ? at + 2 : null;
  if (sign === '$') return endOfFormula(at);
  if (sign === '`') return endOfCode(source, at);
  return endOfMatch(sign === '<' ? TAG : DESTINATION, source, at);
}

function endOfMatch(pattern: RegExp, source: string, at: number): number | null {
  const found = pattern.exec(source.slice(at, at + 10_000));
  return found && at + found[0].length;
}

/** A run of backticks ends at the next run of the same length; without one, all of it is text. */
function endOfCode(source: string, at: number): number {
  const run = /^`+/.exec(source.slice(at, at + 1_000))?.[0] ?? '`';
  for (let next = source.indexOf(run, at + run.length); next >= 0; next = source.indexOf(run, next)) {
    let end = next + run.length;
    while (source[end] === '`') end++;
    if (end === next + run.length && source[next - 1] !== '`') return end;
    next = end;
  }
  return at + run.length;
}

/** 1 for each sign that is no plain text. */
function takenBy(source: string): Uint8Array {
  const taken = new Uint8Array(source.length);
  for (const { start, end } of inlineParts(source)) taken.fill(1, start, end);
  return taken;
}

/** The positions of signs that are plain text. */
function* plainPositions(source: string): Generator<number> {
  const taken = takenBy(source);
  for (const { index } of source.matchAll(/[$\\{@%+(^~.)&]/g)) if (taken[index] === 0) yield index;
}

/** Applies edits to each paragraph, heading, and cell of a text. */
function mapInline(text: string, editsOf: (source: string) => readonly Edit[]): string {
  const lines = text.split('\n');
  let end = 0;
  const starts = lines.map((line) => (end += line.length + 1) - line.length - 1);
  const edits: Edit[] = [];
  const cursors = new Map<number, number>();
  for (const { content, line } of inlineSources(text)) {
    // In the order of their positions.
    const own = editsOf(content);
    let next = 0;
    let from = 0;
    for (const [index, part] of content.split('\n').entries()) {
      const shown = part.trim();
      const at = line + index;
      const column = shown === '' ? -1 : (lines[at] ?? '').indexOf(shown, cursors.get(at));
      const shift = (starts[at] ?? 0) + column - from - part.indexOf(shown);
      for (let edit = own[next]; edit && edit.start < from + part.length; edit = own[(next += 1)])
        if (column >= 0) edits.push({ ...edit, start: edit.start + shift, end: edit.end + shift });
      if (column >= 0) cursors.set(at, column + shown.length);
      from += part.length + 1;
    }
  }
  return applied(
    text,
    edits.toSorted((a, b) => a.start - b.start),
  );
}

function applied(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let next = 0;
  for (const { start, end, text: by } of edits) {
    parts.push(text.slice(next, start), by);
    next = end;
  }
  return parts.join('') + text.slice(next);
}

/** The sources of paragraphs, headings and cells, with the line of the text that each starts in, from 0. */
function* inlineSources(text: string): Generator<{ readonly content: string; readonly line: number }> {
  let row = 0;
  for (const { type, map, content } of blocks.parse(text, {})) {
    if ((type === 'thead_open' || type === 'tbody_open') && map) row = map[0] - 1;
    else if (type === 'tr_open') row++;
    else if (type === 'inline') yield { content, line: map ? map[0] : row };
  }
}
