import { imageNameOf, markdownImagePath } from '#platform/content/image-path.ts';
import { BOXES, type BoxKind, type DivStart, readDivStart } from '#platform/content/markdown-boxes.ts';
import { storable } from './cells.ts';
import { box, divLine } from './directives.ts';
import { rewriteImages } from './extract-images.ts';
import { splitMarkdown } from './split-markdown.ts';

/** Formats that write boxes in their own way. */
export type BoxFormat = 'notebook' | 'myst' | 'quarto';

interface Box {
  readonly kind: BoxKind;
  /** Empty: the label of its kind. */
  readonly title: string;
  /** Readers open and close it, though its kind is not folded. */
  readonly isCollapsible: boolean;
  readonly inner: string;
  /** Number of boxes around it. */
  readonly depth: number;
}

/** Boxes inside more than this many others stay as they are: each level parses its text again. */
const DEEPEST = 20;

/**
 * A text as an import restores it after an export: boxes start with a line of one form, images have one address, lines end with
 * `\n`, and there are no blank lines at the ends.
 */
export function normalText(text: string): string {
  const images = rewriteImages(storable(text).replace(/\r\n?/g, '\n'), (address) => {
    const name = imageNameOf(address);
    return name === null ? null : markdownImagePath(name);
  });
  return withoutBlankEnds(mapBoxes(images, writeDiv));
}

/** The same for code. */
export function normalCode(code: string): string {
  return withoutBlankEnds(storable(code).replace(/\r\n?/g, '\n'));
}

/** Writes the boxes of a normal text as the format has them. */
export function boxesTo(format: BoxFormat, text: string): string {
  return mapBoxes(text, WRITERS[format]);
}

/** Writes the boxes of a format as lessons have them. */
export function boxesFrom(format: BoxFormat, text: string): string {
  return withoutBlankEnds(format === 'notebook' ? readQuotedBoxes(text) : mapBoxes(text, format === 'myst' ? readDirectiveBox : writeDiv));
}

/** The content of a text that is one box; null: it is something else. By lines, as its content may be unfinished Markdown. */
export function boxContent(text: string): string | null {
  const [first = '', ...lines] = text.split('\n');
  return readDivStart(first)?.kind ? contentOf(lines) : null;
}

/** A box at the end of a text, with the text before it; null: none. */
export function lastBox(text: string, kind: BoxKind): { readonly before: string; readonly inner: string } | null {
  const lines = text.split('\n');
  const start = lines.findLastIndex((line) => readDivStart(line)?.kind === kind);
  if (start < 0) return null;
  return { before: withoutBlankEnds(lines.slice(0, start).join('\n')), inner: contentOf(lines.slice(start + 1)) };
}

function contentOf(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return withoutBlankEnds(lines.slice(0, /^:{3,}\s*$/.test(lines[last] ?? '') ? last : undefined).join('\n'));
}

/** A text without blank lines at its start, and without white space at its end. */
export function withoutBlankEnds(text: string): string {
  return text.trimEnd().replace(/^(?:[ \t]*\n)+/, '');
}

const WRITERS: Readonly<Record<BoxFormat, (given: Box) => string>> = {
  notebook: writeQuotedBox,
  myst: writeDirectiveBox,
  quarto: writeCallout,
};

/** Replaces the boxes of a text; everything else stays as it is. */
function mapBoxes(text: string, write: (given: Box) => string, depth = 0): string {
  if (!text.includes(':::') || depth > DEEPEST) return text;
  const lines = text.split('\n');
  const parts: string[] = [];
  let next = 0;
  for (const piece of splitMarkdown(text, Infinity)) {
    if (piece.kind !== 'div') continue;
    const start = piece.line - 1;
    const { kind } = piece.start;
    const written =
      kind === null
        ? box((lines[start] ?? '').trim(), mapBoxes(piece.inner, write, depth + 1))
        : write(boxOf(piece.start, kind, piece.inner, depth));
    parts.push(...lines.slice(next, start), written);
    next = start + piece.source.split('\n').length;
  }
  return [...parts, ...lines.slice(next)].join('\n');
}

function boxOf({ title, isCollapsible }: Pick<DivStart, 'title' | 'isCollapsible'>, kind: BoxKind, inner: string, depth: number): Box {
  const { label, isFolded: isAlwaysFolded } = BOXES[kind];
  // MyST drops colons at the end of a line.
  const own = withoutColons(title);
  return { kind, title: own === label ? '' : own, isCollapsible: isCollapsible && !isAlwaysFolded, inner, depth };
}

/** Without colons and blanks at the end. */
function withoutColons(title: string): string {
  let end = title.length;
  while (end > 0 && /[\s:]/.test(title.charAt(end - 1))) end--;
  return title.slice(0, end);
}

function titleOf({ kind, title }: Box): string {
  return title === '' ? BOXES[kind].label : title;
}

function isFolded({ kind, isCollapsible }: Box): boolean {
  return BOXES[kind].isFolded || isCollapsible;
}

function writeDiv({ kind, title, isCollapsible, inner, depth }: Box): string {
  return box(divLine(kind, title, isCollapsible), mapBoxes(inner, writeDiv, depth + 1));
}

const CALLOUTS: readonly BoxKind[] = ['note', 'tip', 'important', 'warning'];

/** Quarto shows a callout; its kind is the first class. */
function writeCallout(given: Box): string {
  const { kind, title, isCollapsible } = given;
  const classes = CALLOUTS.includes(kind) ? `.callout-${kind}` : `.${kind} .callout-note`;
  const isNamed = title !== '' || !CALLOUTS.includes(kind);
  const attributes = [
    classes,
    isNamed ? `title="${titleOf(given)}"` : '',
    isFolded(given) ? 'collapse="true"' : CALLOUTS.includes(kind) && !isCollapsible ? '' : 'icon=false',
  ];
  return box(`::: {${attributes.filter((each) => each !== '').join(' ')}}`, mapBoxes(given.inner, writeCallout, given.depth + 1));
}

/** MyST has admonitions of four of the kinds; the others keep their kind as a class. */
function writeDirectiveBox(given: Box): string {
  const { kind, title } = given;
  const isOwn = CALLOUTS.includes(kind);
  const classes = [isFolded(given) ? 'dropdown' : '', isOwn ? '' : kind].filter((each) => each !== '').join(' ');
  const shown = isOwn ? title : titleOf(given);
  const first = `:::{${isOwn ? kind : 'admonition'}}${shown === '' ? '' : ` ${shown}`}`;
  return box(first, `${classes === '' ? '' : `:class: ${classes}\n\n`}${mapBoxes(given.inner, writeDirectiveBox, given.depth + 1)}`);
}

function readDirectiveBox(given: Box): string {
  const [options = '', classes = ''] = /^:class:[ \t]*([^\n]*)(?:\n|$)/.exec(given.inner) ?? [];
  const names = classes.split(/\s+/);
  const kind = names.find((name): name is BoxKind => Object.hasOwn(BOXES, name)) ?? given.kind;
  const inner = given.inner.slice(options.length);
  const read = boxOf({ title: given.title, isCollapsible: names.includes('dropdown') || given.isCollapsible }, kind, inner, given.depth);
  return box(divLine(kind, read.title, read.isCollapsible), mapBoxes(inner, readDirectiveBox, given.depth + 1));
}

/** Comments around a box of a notebook: they aren't shown, and name the box. */
const QUOTED_START = /^<!-- (::: .*) -->$/;
const QUOTED_END = '<!-- ::: -->';

/** Notebooks have no boxes: a quotation with a title, or details that open. */
function writeQuotedBox(given: Box): string {
  const { kind, title, isCollapsible } = given;
  const inner = withoutBlankEnds(mapBoxes(given.inner, writeQuotedBox, given.depth + 1));
  const start = `<!-- ${divLine(kind, title, isCollapsible)} -->`;
  if (isFolded(given))
    return [start, '<details>', `<summary>${escapeHtml(titleOf(given))}</summary>`, '', inner, '', '</details>', QUOTED_END].join('\n');
  const quoted = [`**${titleOf(given)}**`, '', ...inner.split('\n')].map((line) => (line === '' ? '>' : `> ${line}`));
  return [start, ...quoted, QUOTED_END].join('\n');
}

function readQuotedBoxes(text: string, depth = 0): string {
  if (depth > DEEPEST) return text;
  const lines = text.split('\n');
  const read: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const start = readDivStart(QUOTED_START.exec(line)?.[1] ?? '');
    const end = start?.kind ? endOfQuoted(lines, at) : -1;
    if (!start?.kind || end < 0) read.push(line);
    else {
      read.push(readQuotedBox(boxOf(start, start.kind, '', depth), lines.slice(at + 1, end)));
      at = end;
    }
  }
  return read.join('\n');
}

/** A title that was changed in Jupyter wins over the comment. */
function readQuotedBox(given: Box, lines: readonly string[]): string {
  const isDetails = lines[0]?.trim() === '<details>';
  const body = isDetails ? lines.slice(1) : lines.map((line) => line.replace(/^> ?/, ''));
  const shown = (isDetails ? /^<summary>(.*)<\/summary>$/ : /^\*\*(.*)\*\*$/).exec(body[0] ?? '')?.[1];
  const last = isDetails ? body.findLastIndex((line) => line.trim() === '</details>') : body.length;
  const inner = body.slice(shown === undefined ? 0 : 1, last < 0 ? undefined : last).join('\n');
  const title = shown === undefined ? given.title : isDetails ? unescapeHtml(shown) : shown;
  const read = boxOf({ title, isCollapsible: given.isCollapsible }, given.kind, '', given.depth);
  return box(divLine(read.kind, read.title, read.isCollapsible), readQuotedBoxes(withoutBlankEnds(inner), given.depth + 1));
}

function endOfQuoted(lines: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (QUOTED_START.test(line)) depth++;
    else if (line === QUOTED_END && --depth === 0) return at;
  }
  return -1;
}

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const;

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => SIGNS[sign as keyof typeof SIGNS]);
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
