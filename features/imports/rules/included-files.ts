import { includeOptions } from './include-options.ts';
import type { Line } from './kramdown.ts';

/** A place in a document that shows a file. */
export interface Include {
  /** As the document writes them. */
  readonly addresses: readonly string[];
  /** Of MyST, by name: which part of the file. */
  readonly options: ReadonlyMap<string, string>;
  /** Spaces before it, such as those of an item of a list. */
  readonly indent: string;
  /** The index of the line after it. */
  readonly end: number;
  readonly shows:
    /** The file as a part of the document. */
    | { readonly kind: 'text' }
    /** The file as what a block contains. @param lines of the file */
    | { readonly kind: 'block'; readonly write: (lines: readonly string[]) => string[] }
    /** What only another program can take from it: a result of a notebook, or a part that this option chooses. */
    | { readonly kind: 'unknown'; readonly part: string };
}

/** Quarto's way to include a file, or a result of a notebook, on a line of its own. */
const SHORTCODE = /^\{\{<([^<>{}\n]{1,600})>\}\}$/;
const SHORTCODE_WORDS = /^(include|embed)[ \t](?:"([^"]{1,300})"|([^"'` \t]{1,300}))/;
/** A directive of MyST, as a fence. */
const DIRECTIVE = /^([ \t]{0,20})(`{3,}|:{3,})\{([\w-]{1,60})\}([^\n]{0,400})$/;
/** A chunk of knitr, or another block with attributes. */
const CHUNK = /^([ \t]{0,20})(`{3,})\{([.a-z][^{}\n]{1,2000})\}$/;
/** `{r, child="a.Rmd"}`, `child = c("a.Rmd", "b.Rmd")`. */
const CHILD = /\bchild[ \t]{0,20}=/;
/** `{r, file="a.R"}`, `code = readLines("a.R")`: the code of the chunk. */
const CODE_FILE = /\b(?:file ?= ?|code ?= ?(?:xfun::)?read\w{1,10}\()["']([^"'\n]{1,300})["']\)?/;
/** The same, as a line of the chunk. */
const CODE_FILE_LINE =
  /^[ \t]{0,20}#\|[ \t]{0,9}(?:file|code):[ \t]{0,9}(?:!expr[ \t]{1,9}readLines\()?["']?([^"'()\s]{1,300})["']?\)?[ \t]{0,9}$/;
/** Listings of Quarto: `{.python include="a.py" start-line=3}`. */
const LISTING_FILE = /^\.([\w+#-]{1,40})[ \t][^\n]{0,500}?\binclude=["']?([^"'\s]{1,300})["']?/;
const ATTRIBUTE = /\b(start-line|end-line|dedent|snippet)=["']?([^"'\s]{1,200})["']?/g;
const QUOTED = /["']([^"'\n]{1,300})["']/g;

/** Options of listings that change only how they look. */
const LOOKS =
  /^(?:language|linenos|lineno-start|lineno-match|number-lines|emphasize-lines|class|encoding|force|tab-width|caption|name|label|filename)$/;
/** Options that choose a part by a way of Sphinx's own. */
const OWN_PARTS = ['pyobject', 'diff'];
/** Options in which directives name the file that they show. */
const FILE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  'csv-table': ['file', 'url'],
  raw: ['file', 'url'],
  'code-cell': ['load'],
};
/** Directives of diagrams, whose argument is a file. */
const DIAGRAMS = ['mermaid', 'graphviz'];

/** @param isListing whether the line is in a listing, in which only shortcodes have a meaning */
export function includeAt(lines: readonly Line[], at: number, isListing: boolean): Include | null {
  const text = (lines[at] as Line).text.trimEnd();
  const shortcode = text.includes('{{<') ? shortcodeAt(text, at) : null;
  if (shortcode) return shortcode;
  if (isListing) return null;
  const directive = DIRECTIVE.exec(text);
  const chunk = CHUNK.exec(text);
  return (directive && directiveAt(lines, at, directive)) ?? (chunk && chunkAt(lines, at, chunk));
}

const NONE: ReadonlyMap<string, string> = new Map();

function shortcodeAt(text: string, at: number): Include | null {
  const line = text.trimStart();
  const [, name, quoted, plain = ''] = SHORTCODE_WORDS.exec(SHORTCODE.exec(line)?.[1]?.trim() ?? '') ?? [];
  if (name === undefined) return null;
  const shows = name === 'embed' ? ({ kind: 'unknown', part: 'embed' } as const) : ({ kind: 'text' } as const);
  const indent = text.slice(0, text.length - line.length);
  return { addresses: [quoted ?? plain], options: NONE, indent, end: at + 1, shows };
}

function directiveAt(
  lines: readonly Line[],
  at: number,
  [, indent = '', marks = '', name = '', rest = '']: RegExpExecArray,
): Include | null {
  const argument = rest.trim();
  const end = endOfBlock(lines, at, marks);
  const block = lines.slice(at + 1, end).map(({ text }) => text.trim());
  const all = includeOptions(block);
  const found = { indent, end };
  if (name === 'include') return { ...found, addresses: [argument], options: all, shows: { kind: 'text' } };
  if (name === 'embed') return { ...found, addresses: [argument], options: NONE, shows: { kind: 'unknown', part: 'embed' } };
  if (name === 'literalinclude') {
    const part = OWN_PARTS.find((option) => all.has(option));
    const options = new Map([...all].filter(([option]) => !LOOKS.test(option)));
    const language = /^[\w+#-]+$/.exec(all.get('language') ?? all.get('lang') ?? /\.(\w+)$/.exec(argument)?.[1] ?? '')?.[0] ?? '';
    const kept = ['caption', 'name', 'label'].flatMap((option) => (all.has(option) ? [`:${option}: ${all.get(option)}`] : []));
    const write = (file: readonly string[]) => blockOf(`{code-block} ${language}`, kept, file);
    return { ...found, addresses: [argument], options, shows: part === undefined ? { kind: 'block', write } : { kind: 'unknown', part } };
  }
  const option = FILE_OPTIONS[name]?.find((each) => all.has(each));
  const isDiagram =
    DIAGRAMS.includes(name) && argument !== '' && block.every((line, index) => index === block.length - 1 || line.startsWith(':'));
  if (option === undefined && !isDiagram) return null;
  const kept = block.filter((line) => /^:[\w-]+:/.test(line) && !/^:(?:file|url|load|encoding):/.test(line));
  const write = (file: readonly string[]) => blockOf(`{${name}}${isDiagram ? '' : ` ${argument}`}`.trim(), kept, file);
  return {
    ...found,
    addresses: [option === undefined ? argument : (all.get(option) ?? '')],
    options: NONE,
    shows: { kind: 'block', write },
  };
}

function chunkAt(lines: readonly Line[], at: number, [, indent = '', marks = '', info = '']: RegExpExecArray): Include | null {
  const end = endOfBlock(lines, at, marks);
  const found = { indent, end, options: NONE };
  const child = CHILD.exec(info);
  if (child) {
    const addresses = quotedIn(info.slice(child.index + child[0].length).trimStart());
    return addresses.length === 0 ? null : { ...found, addresses, shows: { kind: 'text' } };
  }
  const [, language, listed] = LISTING_FILE.exec(info) ?? [];
  if (language !== undefined && listed !== undefined) {
    const { snippet, dedent, ...range } = Object.fromEntries(
      [...info.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]),
    );
    if (snippet !== undefined) return { ...found, addresses: [listed], shows: { kind: 'unknown', part: 'snippet' } };
    const options = new Map([
      ...(Object.keys(range).length === 0 ? [] : [['lines', `${range['start-line'] ?? 1}-${range['end-line'] ?? ''}`] as const]),
      ...(dedent === undefined ? [] : [['dedent', dedent] as const]),
    ]);
    return { ...found, options, addresses: [listed], shows: { kind: 'block', write: (file) => blockOf(language, [], file) } };
  }
  const block = lines.slice(at + 1, end - 1).map(({ text }) => text);
  const [whole = '', address] = CODE_FILE.exec(info) ?? [];
  const named = address ?? block.map((line) => CODE_FILE_LINE.exec(line)?.[1]).find((each) => each !== undefined);
  if (named === undefined || info.startsWith('.')) return null;
  const kept = block.filter((line) => /^[ \t]*#\|/.test(line) && !CODE_FILE_LINE.test(line)).map((line) => line.trim());
  const write = (file: readonly string[]) => blockOf(`{${info.replace(whole, '')}}`, kept, file);
  return { ...found, addresses: [named], shows: { kind: 'block', write } };
}

/** The texts in quotes of a value of R: one, or those of `c("a.Rmd", "b.Rmd")`. */
function quotedIn(value: string): string[] {
  const isList = value.startsWith('c(');
  const quoted = [...(isList ? value.slice(0, value.indexOf(')') + 1) : value).matchAll(QUOTED)].map(([, address = '']) => address);
  return isList ? quoted : quoted.slice(0, 1);
}

/** A block whose fence no line of the file closes. Its first line is no option. */
function blockOf(info: string, options: readonly string[], file: readonly string[]): string[] {
  const longest = file.reduce((most, line) => Math.max(most, /^[ \t]*(`{3,})/.exec(line)?.[1]?.length ?? 0), 2);
  const fence = '`'.repeat(longest + 1);
  const isOption = info.startsWith('{') && /^[ \t]*:[\w-]+:/.test(file[0] ?? '');
  return [`${fence}${info.trim()}`, ...options, ...(isOption ? [''] : []), ...file, fence];
}

/** The index after the line that closes a block, which has only options; one that nothing closes is one line. */
function endOfBlock(lines: readonly Line[], start: number, marks: string): number {
  const end = lines.slice(start + 1, start + 30).findIndex(({ text }) => text.trim() === marks);
  return end < 0 ? start + 1 : start + end + 2;
}
