import { imageMarkdown } from '#platform/content/image-markdown.ts';
import { escapeText } from './escape.ts';
import { type Inline, MARK } from './rich-text.ts';

/** Stands for an image to be uploaded. Never part of a text. */
export const UPLOAD = '\uFFFC';

interface Wrapping {
  readonly bit: number;
  /** Empty: only as a tag. */
  readonly sign: string;
  readonly tag: string;
}

/** From the outermost. */
const WRAPPINGS: readonly Wrapping[] = [
  { bit: MARK.strike, sign: '~~', tag: 'del' },
  { bit: MARK.bold, sign: '**', tag: 'strong' },
  { bit: MARK.italic, sign: '*', tag: 'em' },
  { bit: MARK.superscript, sign: '', tag: 'sup' },
  { bit: MARK.subscript, sign: '', tag: 'sub' },
];
const SPACE = /^\s*$/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

export interface WritingOptions {
  /** What a line break within the text becomes. */
  readonly lineBreak: string;
  /** In a table, where a vertical line ends the cell. */
  readonly isCell?: boolean;
  /** Nothing can begin a line, as in a heading. */
  readonly isWithinLine?: boolean;
}

interface Writing extends WritingOptions {
  readonly hasFormulas: boolean;
  /** In the text of a link, which a bracket would end. */
  readonly isInLink: boolean;
}

/** A part of the content, and the characters around it. */
interface Part {
  readonly content: Inline[];
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly behind: string;
  /** The characters around the signs of marks that begin and end where this part does. */
  readonly outer: { readonly before: string; readonly behind: string };
}

/** Writes inline content as Markdown. */
export function writeInlines(inlines: readonly Inline[], options: WritingOptions): string {
  const content = joinRuns(splitSpaces(inlines));
  const edge = { before: options.isWithinLine ? ' ' : '', behind: '' };
  const part = { content, from: 0, to: content.length, ...edge, outer: edge };
  const writing = { ...options, hasFormulas: canHaveFormulas(content), isInLink: false };
  return writeSegments(part, hrefOf, (segment, href) =>
    href === null ? writeMarks(segment, 0, writing) : writeLink(segment, href, writing),
  );
}

/** One dollar is a price; two can be a formula. */
function canHaveFormulas(content: readonly Inline[]): boolean {
  let dollars = 0;
  for (const inline of content) {
    if (inline.type === 'math') return true;
    if (inline.type === 'text') dollars += inline.text.split('$').length - 1;
  }
  return dollars > 1;
}

/** Space between marks is never inside of one: `**word **` would not be bold. */
function splitSpaces(content: readonly Inline[]): Inline[] {
  const split: Inline[] = [];
  for (const inline of content) {
    if (inline.type !== 'text' || inline.marks === 0) {
      split.push(inline);
      continue;
    }
    const core = inline.text.trim();
    const at = inline.text.indexOf(core);
    for (const [text, marks] of [
      [inline.text.slice(0, at), 0],
      [core, inline.marks],
      [inline.text.slice(at + core.length), 0],
    ] as const)
      if (text !== '') split.push({ ...inline, text, marks });
  }
  return split;
}

/** Space between two texts with the same marks has them too, and neighbours with the same marks become one. */
function joinRuns(content: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const [index, inline] of content.entries()) {
    const last = joined.at(-1);
    if (inline.type !== 'text') {
      joined.push(inline);
      continue;
    }
    const next = content[index + 1];
    const isSpace = SPACE.test(inline.text);
    const marks = isSpace && last?.type === 'text' && next?.type === 'text' ? last.marks & next.marks : isSpace ? 0 : inline.marks;
    const href = isSpace && last?.type === 'text' && next?.type === 'text' && last.href !== next.href ? null : inline.href;
    if (last?.type === 'text' && last.marks === marks && last.href === href)
      joined[joined.length - 1] = { ...last, text: last.text + inline.text };
    else joined.push({ ...inline, marks, href });
  }
  return joined;
}

/** Writes neighbours that have the same key together. */
function writeSegments<K>(part: Part, keyOf: (inline: Inline) => K, write: (segment: Part, key: K) => string): string {
  const { content } = part;
  const written: string[] = [];
  let last = part.before;
  for (let from = part.from; from < part.to;) {
    const key = keyOf(content[from] as Inline);
    let to = from + 1;
    while (to < part.to && keyOf(content[to] as Inline) === key) to++;
    const next = to < part.to ? content[to] : undefined;
    const behind = next ? startOf(next) : part.behind;
    const outer = { before: from === part.from ? part.outer.before : last, behind: next ? behind : part.outer.behind };
    const text = write({ content, from, to, before: last, behind, outer }, key);
    written.push(text);
    last = text.at(-1) ?? last;
    from = to;
  }
  return written.join('');
}

function hrefOf(inline: Inline): string | null {
  return inline.type === 'text' ? inline.href : null;
}

function startOf(inline: Inline, isInLink = false): string {
  if (inline.type === 'break') return '\n';
  if (inline.type !== 'text') return '!';
  if (inline.href !== null && !isInLink) return '[';
  return inline.marks === 0 ? (inline.text[0] ?? '') : '*';
}

function writeLink(part: Part, href: string, writing: Writing): string {
  const texts = part.content.slice(part.from, part.to).flatMap((inline) => (inline.type === 'text' ? inline : []));
  const text = texts.map((each) => each.text).join('');
  if (text.trim() === '') return text;
  if (text === href && texts.every(({ marks }) => marks === 0) && /^https?:\/\/[^\s<>|]+$/.test(href)) return `<${href}>`;
  const inside = { before: '[', behind: ']' };
  const label = writeMarks({ ...part, ...inside, outer: inside }, 0, { ...writing, isInLink: true }).trim();
  // After an exclamation mark it would be an image.
  const link = part.before === '!' ? `<a href="${linkAddress(href)}">${label}</a>` : `[${label}](${linkAddress(href)})`;
  return `${text.startsWith(' ') ? ' ' : ''}${link}${text.endsWith(' ') ? ' ' : ''}`;
}

function linkAddress(href: string): string {
  return href.replace(/[\s()<>\\"|`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** Writes the marks that aren't open yet. What is marked for longest is the outermost. */
function writeMarks(part: Part, open: number, writing: Writing): string {
  const { content } = part;
  const written: string[] = [];
  let last = part.before;
  for (let from = part.from; from < part.to;) {
    const { wrapping, to } = longestMark(part, from, open);
    const next = to < part.to ? content[to] : undefined;
    const behind = next ? startOf(next, writing.isInLink) : part.behind;
    const outer = { before: from === part.from ? part.outer.before : last, behind: next ? behind : part.outer.behind };
    const segment = { content, from, to, before: last, behind, outer };
    const text = wrapping ? wrap(segment, wrapping, open, writing) : writeOne(content[from] as Inline, segment, writing);
    written.push(text);
    last = text.at(-1) ?? last;
    from = to;
  }
  return written.join('');
}

function longestMark({ content, to: end }: Part, from: number, open: number): { wrapping: Wrapping | null; to: number } {
  const marks = marksOf(content[from] as Inline) & ~open;
  let [found, to]: [Wrapping | null, number] = [null, from + 1];
  for (const wrapping of WRAPPINGS) {
    if ((marks & wrapping.bit) === 0) continue;
    let reach = from + 1;
    while (reach < end && (marksOf(content[reach] as Inline) & wrapping.bit) !== 0) reach++;
    if (found === null || reach > to) [found, to] = [wrapping, reach];
  }
  return { wrapping: found, to };
}

function marksOf(inline: Inline): number {
  return inline.type === 'text' ? inline.marks : 0;
}

/** Puts signs around a part, or tags where signs would not be read as such. Spaces at its ends go outside. */
function wrap(part: Part, wrapping: Wrapping, open: number, writing: Writing): string {
  const { content, from, to } = part;
  const [lead, trail] = [cutSpace(content, from, true), cutSpace(content, to - 1, false)];
  const outer = { before: lead || part.outer.before, behind: trail || part.outer.behind };
  const { sign, tag, bit } = wrapping;
  const inside = { before: sign.at(-1) ?? '>', behind: sign[0] ?? '<' };
  const text = writeMarks({ content, from, to, ...inside, outer }, open | bit, writing);
  const canSign = sign !== '' && isBeside(outer.before, text, true, sign) && isBeside(outer.behind, text, false, sign);
  return canSign ? `${lead}${sign}${text}${sign}${trail}` : `${lead}<${tag}>${text}</${tag}>${trail}`;
}

function cutSpace(content: Inline[], at: number, isStart: boolean): string {
  const inline = content[at];
  if (inline?.type !== 'text' || (inline.marks & MARK.code) !== 0) return '';
  const text = isStart ? inline.text.trimStart() : inline.text.trimEnd();
  if (text.length === inline.text.length) return '';
  content[at] = { ...inline, text };
  return ' ';
}

function isCode(inline: Inline): boolean {
  return inline.type === 'text' && (inline.marks & MARK.code) !== 0;
}

/**
 * Whether a sign of emphasis can be between a character and the marked text (flanking, in CommonMark). Signs side by side would become one;
 * stars within stars may.
 */
function isBeside(outer: string, text: string, isStart: boolean, sign: string): boolean {
  if (/[*~_\\]/.test(outer)) return false;
  const inner = (isStart ? text[0] : text.at(-1)) ?? '';
  const isStar = sign[0] === '*' && inner === '*' && (isStart || text.at(-2) !== '\\');
  if (isStar || !PUNCTUATION.test(inner)) return inner !== '';
  return outer === '' || /\s/.test(outer) || PUNCTUATION.test(outer);
}

function writeOne(inline: Inline, { before, behind }: Part, { lineBreak, isCell = false, hasFormulas, isInLink }: Writing): string {
  switch (inline.type) {
    case 'text': {
      if (isCode(inline)) return writeCode(inline.text, isCell);
      const escaped = escapeText(inline.text, { before, behind, hasFormulas, isInLink });
      return isCell ? escaped.replaceAll('|', '\\|') : escaped;
    }
    case 'break':
      return lineBreak;
    case 'math':
      return `$${isCell ? inline.tex.replaceAll('|', '\\vert ') : inline.tex}$`;
    case 'image':
      return imageMarkdown({ alt: inline.alt, path: linkAddress(inline.src) });
    case 'upload':
      return UPLOAD;
  }
}

/** Code between more backticks than it has side by side. */
function writeCode(text: string, isCell: boolean): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  const code = `${fence}${space}${text}${space}${fence}`;
  return isCell ? code.replaceAll('|', '\\|') : code;
}
