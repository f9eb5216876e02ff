import MarkdownIt, { type Token } from 'markdown-it';
import { boxesPlugin, DIV_OPEN, type DivStart, divStartOf } from '#platform/content/markdown-boxes.ts';
import { mathPlugin } from '#platform/content/markdown-math.ts';
import { UnreadableFile } from './cells.ts';
import { plainFormula } from './plain-formula.ts';

/** A part of a Markdown text; `line` counts from 1. */
export type MarkdownPiece =
  | { readonly kind: 'heading'; readonly line: number; readonly level: number; readonly title: string; readonly source: string }
  /** `info` is the text after the opening fence. */
  | { readonly kind: 'fence'; readonly line: number; readonly info: string; readonly code: string; readonly source: string }
  /** A fenced div. `inner` is between its first and last line. */
  | { readonly kind: 'div'; readonly line: number; readonly start: DivStart; readonly inner: string; readonly source: string }
  | { readonly kind: 'text'; readonly line: number; readonly source: string };

/** What a text defines for its links, such as `[label]: address`. A type, as markdown-it's own has an index. */
export type Definitions = {
  /** By markdown-it's form of the label. */
  readonly references: Record<string, { readonly href: string; readonly title: string }>;
};

/** Attributes of a heading: `{#label .class}`, and Pandoc's `{-}` for one without a number. */
const ATTRIBUTES = /\s*\{(?:[#.][^{}]*|-)\}$/;

const markdown = MarkdownIt({ html: true }).use(mathPlugin);
/** Knows formulas: a line `=` inside one doesn't underline a heading. */
const blocksOnly = MarkdownIt({ html: true }).use(boxesPlugin).use(mathPlugin);
blocksOnly.core.ruler.enableOnly(['normalize', 'block']);

/**
 * Splits a Markdown text at its top-level headings and fenced listings and divs (not inside lists or quotes). The sources
 * of the pieces together are the whole text except for blank lines. Line ends become `\n`.
 *
 * @param isCode whether a listing at the end of an item of a list is its own piece too
 * @param definitions those of the text around it; its own are added
 * @throws UnreadableFile if there are more than `most` pieces
 */
export function splitMarkdown(
  text: string,
  most: number,
  isCode: (info: string) => boolean = () => false,
  definitions: Definitions = { references: {} },
): readonly MarkdownPiece[] {
  const normalized = text.replace(/\r\n?/g, '\n');
  const lines = normalized.split('\n');
  const tokens = blocksOnly.parse(normalized, definitions);
  const inItems = listingsAtItemEnds(tokens, isCode);
  const pieces: MarkdownPiece[] = [];
  let next = 0;
  const addText = (end: number) => {
    const source = lines.slice(next, end).join('\n');
    if (source.trim() !== '') {
      const blank = /^(?:[ \t]*\n)*/.exec(source)?.[0] ?? '';
      pieces.push({ kind: 'text', line: next + blank.split('\n').length, source: source.slice(blank.length).trimEnd() });
    }
    next = end;
  };
  for (const [index, token] of tokens.entries()) {
    const piece = inItems.has(token) ? fenceOf(token) : pieceOf(token, tokens[index + 1], definitions);
    if (!piece || !token.map) continue;
    if (pieces.length >= most)
      throw new UnreadableFile(`This text has more than ${most} headings, listings and parts. That is too much for one lesson: split it.`);
    const [start, end] = token.map;
    addText(start);
    const source = lines.slice(start, end);
    pieces.push({
      ...piece,
      line: start + 1,
      source: source.join('\n'),
      ...(piece.kind === 'div' && { inner: innerOf(source) }),
    } as MarkdownPiece);
    next = end;
  }
  addText(lines.length);
  return pieces;
}

/** What a label is defined as; undefined: nothing. */
export function definitionOf({ references }: Definitions, label: string): Definitions['references'][string] | undefined {
  const name = markdown.utils.normalizeReference(label);
  return Object.hasOwn(references, name) ? references[name] : undefined;
}

/** The lines of a text, from 0, that are in listings, also in those inside lists, quotes and boxes. */
export function listingLines(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { type, map } of blocksOnly.parse(text, {}))
    if (map && (type === 'fence' || type === 'code_block')) for (let line = map[0]; line < map[1]; line++) lines.add(line);
  return lines;
}

function fenceOf({ info, content }: Token) {
  return { kind: 'fence', info: info.trim(), code: content.replace(/\n$/, '') } as const;
}

/** Listings after which an item of a list at the top level ends: without them, the list goes on. */
function listingsAtItemEnds(tokens: readonly Token[], isCode: (info: string) => boolean): ReadonlySet<Token> {
  const found = new Set<Token>();
  let last: Token[] = [];
  let hasText = false;
  for (const token of tokens) {
    if (token.type === 'list_item_open' && token.level === 1) {
      last = [];
      hasText = false;
    } else if (token.type === 'list_item_close' && token.level === 1) for (const each of last) found.add(each);
    else if (token.level !== 2) continue;
    else if (token.type === 'fence' && hasText && isCode(token.info.trim())) last.push(token);
    else {
      last = [];
      hasText = true;
    }
  }
  return found;
}

function pieceOf(token: Token, following: Token | undefined, definitions: Definitions) {
  if (token.level !== 0) return null;
  if (token.type === 'fence') return fenceOf(token);
  if (token.type === DIV_OPEN) return { kind: 'div', start: divStartOf(token) } as const;
  return token.type !== 'heading_open'
    ? null
    : ({
        kind: 'heading',
        level: Number(token.tag.slice(1)),
        title: plainText((following?.content ?? '').replace(ATTRIBUTES, ''), definitions),
      } as const);
}

/** The lines of a div without its first, and its last if that closes it. */
function innerOf(lines: readonly string[]): string {
  const isClosed = lines.length > 1 && /^ {0,3}:{3,}\s*$/.test(lines.at(-1) ?? '');
  return lines.slice(1, isClosed ? -1 : undefined).join('\n');
}

/** The visible text of inline markdown, on one line. */
function plainText(source: string, definitions: Definitions): string {
  if (source === '') return '';
  const [inline] = markdown.parseInline(source.slice(0, LONGEST_HEADING), definitions);
  const words = (inline?.children ?? []).map(({ type, content }) =>
    type.endsWith('break') ? ' ' : type === 'math' ? plainFormula(content) : /^(text|code_inline|image)/.test(type) ? content : '',
  );
  return words.join('').replace(/\s+/g, ' ').trim();
}

/** In characters: longer ones are not titles. Images in headings are extracted before. */
const LONGEST_HEADING = 10_000;

/** Whether a heading contains more than its title can hold. */
export function hasMoreThanTitle(heading: string, title: string, longest: number): boolean {
  return title.length > longest || /!\[|<img\b|\]\(/i.test(heading);
}

/** The listings of a text. */
export function fencesIn(text: string) {
  return splitMarkdown(text, Infinity).flatMap((piece) => (piece.kind === 'fence' ? [piece] : []));
}
