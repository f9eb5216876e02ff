import { readDivStart } from '#platform/content/markdown-boxes.ts';
import { languageNamed } from '#platform/contract/languages.ts';

/** A line, with the number of the line of the file that it is from. */
export interface Line {
  readonly text: string;
  readonly from: number;
}

/** The lines of a text, which count from 1. */
export function numberedLines(text: string): Line[] {
  return text.split('\n').map((line, index) => ({ text: line, from: index + 1 }));
}

/** Reports what was left out of a line of the file. */
type NoteLine = (line: number, reason: string) => void;

export interface ConvertedText {
  readonly text: string;
  /** The line of the file that a line of the text is from. Both count from 1. */
  readonly lineOf: (line: number) => number;
}

/** A line of attributes: `{: .challenge}`. It belongs to the block before it. */
const ATTRIBUTES = /^[ \t]*\{:([^{}]*)\}[ \t]*$/;
const QUOTE = /^ {0,3}>[ \t]?/;
/** Also as the first line of an item of a list. */
const FENCE = /^( *(?:(?:\d{1,9}[.)]|[-*+]) {1,4})?)(`{3,}|~{3,})([^`\n]*)$/;
const LONGEST_FENCE = 1_000;
const MOST_QUOTES = 20;

/**
 * Converts the Markdown of Jekyll sites, which older lessons of the Carpentries are written in: quotes with the class of a box become
 * boxes, listings with a class get it as their language, and tags of Jekyll become what they stand for.
 *
 * @returns other Markdown unchanged
 */
export function convertKramdown(text: string, note: NoteLine): ConvertedText {
  if (!/^[> \t]*\{:[^{}\n]*\}[ \t]*$/m.test(text)) return { text, lineOf: (line) => line };
  const lines = convertLines(numberedLines(text), note, 0);
  return { text: lines.map((line) => line.text).join('\n'), lineOf: (line) => lines[line - 1]?.from ?? line };
}

function convertLines(lines: readonly Line[], note: NoteLine, quotes: number): Line[] {
  const converted: Line[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as Line;
    const fence = line.text.length <= LONGEST_FENCE ? FENCE.exec(line.text) : null;
    const isQuote = quotes < MOST_QUOTES && QUOTE.test(line.text);
    const end = fence ? endOfFence(lines, at, fence[2] ?? '') : isQuote ? endOfQuote(lines, at) : null;
    if (end === null) {
      converted.push(...plainLine(line, note));
      at++;
      continue;
    }
    const block = lines.slice(at, end);
    const classes = classesOf(lines[end]);
    const inner = fence ? block : convertLines(block.map(withoutQuote), note, quotes + 1);
    const written = classes === null ? null : fence ? withLanguage(block, fence, classes) : boxOf(inner, classes);
    if (classes !== null && written === null) noteAttributes(lines[end] as Line, note);
    converted.push(...(written ?? (fence ? block : quoteOf(inner))));
    at = classes === null ? end : end + 1;
  }
  return converted;
}

/** The classes that a line of attributes states; null: it is another line. */
function classesOf(line: Line | undefined): string[] | null {
  const attributes = line && ATTRIBUTES.exec(line.text);
  return attributes ? [...(attributes[1] ?? '').matchAll(/(?:^|\s)\.([\w-]+)/g)].map(([, name = '']) => name.toLowerCase()) : null;
}

/** The line after a fence; one that is never closed ends with the text. */
export function endOfFence(lines: readonly Line[], start: number, marks: string): number {
  for (let at = start + 1; at < lines.length; at++) {
    const text = lines[at]?.text.trim() ?? '';
    if (text.startsWith(marks) && /^[`~]+$/.test(text)) return at + 1;
  }
  return lines.length;
}

function endOfQuote(lines: readonly Line[], start: number): number {
  let end = start + 1;
  while (end < lines.length && QUOTE.test(lines[end]?.text ?? '')) end++;
  return end;
}

/** A listing with the language that its class names; null: the class says something else. */
function withLanguage(
  block: readonly Line[],
  [, indent = '', marks = '', info = '']: RegExpExecArray,
  classes: readonly string[],
): readonly Line[] | null {
  const [first, ...others] = block as [Line, ...Line[]];
  const name = classes.map(languageOf).find((each) => each !== null);
  // Carpentries mark listings of no language so.
  if (name === undefined) return classes.includes('source') ? block : null;
  return info.trim() === '' ? [{ ...first, text: `${indent}${marks}${name}` }, ...others] : block;
}

/** What a fence with this class is called; null: the class says something else. */
function languageOf(name: string): string | null {
  const language = /^language-(.+)$/.exec(name)?.[1];
  if (language !== undefined) return language;
  return name === 'output' || name === 'error' || languageNamed(name) !== null ? name : null;
}

function quoteOf(inner: readonly Line[]): Line[] {
  return inner.map(({ text, from }) => ({ text: `> ${text}`.trimEnd(), from }));
}

/** What a quote is if one of its classes is a box; null: none is. */
function boxOf(inner: readonly Line[], classes: readonly string[]): Line[] | null {
  const name = classes.find((each) => readDivStart(`::: ${each}`)?.kind);
  if (name === undefined) return null;
  const longest = inner.reduce((most, { text }) => Math.max(most, /^ {0,3}(:{3,})/.exec(text)?.[1]?.length ?? 0), 2);
  const colons = ':'.repeat(longest + 1);
  const [first, last] = [inner[0]?.from ?? 1, inner.at(-1)?.from ?? 1];
  return [{ text: `${colons} ${name}`, from: first }, ...inner, { text: colons, from: last }];
}

function withoutQuote({ text, from }: Line): Line {
  return { text: text.replace(QUOTE, ''), from };
}

/** Attributes have no effect in a lesson, except for those of boxes, listings and images. */
function noteAttributes({ text, from }: Line, note: NoteLine): void {
  note(
    from,
    `Attributes were left out: ${text
      .replace(/^[> \t]+/, '')
      .trim()
      .slice(0, 200)}.`,
  );
}

/** A line that is no listing and no quote. */
function plainLine({ text, from }: Line, note: NoteLine): Line[] {
  if (ATTRIBUTES.test(text)) {
    noteAttributes({ text, from }, note);
    return [];
  }
  const plain = text
    .replace(/(!\[[^[\]]*\]\([^()]*\))\{:[ \t]*([^{}]*)\}/g, '$1{$2}')
    .replace(/(\]\([^()]*\))(\{:[^{}]*\})/g, (_, link: string, attributes: string) => {
      noteAttributes({ text: attributes, from }, note);
      return link;
    })
    .replace(/\{\{\s*(?:page\.root|site\.baseurl|relative_root_path)\s*\}\}\/?/g, '../')
    .replace(/\{%-?\s*link\s+([^\s%]+)\s*-?%\}/g, '../$1')
    .replace(/^\s*\{%-?\s*(?:raw|endraw)\s*-?%\}\s*$/, '');
  const tag = plain.trim();
  if (!tag.startsWith('{%') || tag.indexOf('%}') !== tag.length - 2) return [{ text: plain, from }];
  note(
    from,
    `A tag of Jekyll has no counterpart in a lesson and was left out: ${tag
      .replace(/^\{%-?|-?%\}$/g, '')
      .trim()
      .slice(0, 200)}.`,
  );
  return [];
}
