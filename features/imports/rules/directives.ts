import { type DivStart, readDivStart } from '#platform/content/markdown-boxes.ts';
import { listing } from './cells.ts';
import { BOOKDOWN_BLOCK, readChunkValues } from './chunk-options.ts';
import { csvTable, listTable } from './directive-tables.ts';
import { type Labels, numberedCaption, tagOf } from './references.ts';

/** A directive of MyST or Sphinx: a fence or a div whose first word is in braces. */
export interface Directive {
  readonly name: string;
  /** The rest of its first line. */
  readonly argument: string;
  readonly options: ReadonlyMap<string, string>;
  readonly body: string;
}

/** @returns null for other fences, such as `{r}` */
export function readDirective(info: string, content: string): Directive | null {
  const ofBookdown = readBookdownBlock(info, content);
  if (ofBookdown) return ofBookdown;
  // Pandoc's raw block of a format.
  const format = /^\{=(\w+)\}$/.exec(info)?.[1];
  if (format !== undefined) return { name: 'raw', argument: format.replace(/^html\d$/, 'html'), options: new Map(), body: content };
  const [, name, argument = ''] = /^\{([\w:-]+)\}\s*(.*)$/.exec(info) ?? [];
  if (name === undefined) return null;
  const options = new Map<string, string>();
  const lines = content.split('\n');
  let next = 0;
  for (; next < lines.length; next++) {
    const [, key, value = ''] = /^:([\w-]+):\s*(.*)$/.exec(lines[next] ?? '') ?? [];
    if (key === undefined) break;
    options.set(key, value.trim());
  }
  return { name: name.toLowerCase(), argument: argument.trim(), options, body: lines.slice(next).join('\n').replace(/^\n+/, '') };
}

/** Kinds of boxes in the type of a block, such as `rmdtip`: each project names its own types. */
const BLOCK_TYPES = /note|tip|important|warning|caution/;

function readBookdownBlock(info: string, content: string): Directive | null {
  const [, name, options = ''] = BOOKDOWN_BLOCK.exec(info) ?? [];
  // MyST's exercises and solutions have no options in their braces.
  if (name === undefined || (options === '' && /^(?:exercise|solution)$/.test(name))) return null;
  const { values, code } = readChunkValues(`{${name} ${options}}`, content);
  const title = values.get('name') ?? '';
  const body = code.replace(/^\n+/, '');
  const none = new Map<string, string>();
  if (name.startsWith('block'))
    return { name: BLOCK_TYPES.exec((values.get('type') ?? '').toLowerCase())?.[0] ?? 'note', argument: '', options: none, body };
  if (name === 'exercise' || name === 'solution') return { name, argument: name === 'exercise' ? title : '', options: none, body };
  return { name: `prf:${name}`, argument: title, options: none, body };
}

/** What becomes of a directive: a box, Markdown, or a listing with the reason for the report. */
export type Converted =
  | { readonly kind: 'box'; readonly start: DivStart; readonly first: string; readonly body: string }
  | { readonly kind: 'text'; readonly source: string }
  /** Its content is Markdown that is read in its place. */
  | { readonly kind: 'content'; readonly source: string; readonly reason: string | null }
  | { readonly kind: 'unknown'; readonly source: string; readonly reason: string };

/** About a diagram that a program draws from its text. */
export const UNDRAWN = 'A diagram can’t be drawn here. It was kept as a listing.';

/** Directives that build a table of contents, an index or a bibliography: a lesson has none to put there. */
const WITHOUT_TEXT = new Set(['tableofcontents', 'toctree', 'bibliography', 'contents', 'index', 'genindex', 'printindex', 'only']);
const CODE = new Set(['code', 'code-block', 'sourcecode', 'prompt', 'parsed-literal', 'highlight']);

/** Converts a directive other than `code-cell`, which is code that runs. */
export function convertDirective({ name, argument: given, options, body }: Directive, labels: Labels): Converted {
  let argument = given;
  const label = options.get('label') ?? options.get('name') ?? null;
  const start = readDivStart(`:::${name === 'admonition' ? ' note' : ` ${name}`}`);
  // Of MyST's exercises and solutions.
  if (start?.kind && options.has('hidden'))
    return { kind: 'content', source: '', reason: `{${name}} is hidden in the document and was left out.` };
  if (start?.kind) {
    // What follows the name of a solution is the label of its exercise.
    if (name === 'solution' && !/\s/.test(argument)) argument = '';
    // Some directives have no title, and their text starts in the first line.
    const isTitle = ['admonition', 'exercise', 'dropdown', 'solution', 'details', 'toggle', 'callout'].includes(name) || body !== '';
    const title = isTitle ? argument : '';
    const folded = options.get('class')?.includes('dropdown') === true;
    const first = divLine(start.kind, title, folded);
    return { kind: 'box', start: { ...start, title, isCollapsible: folded }, first, body: isTitle ? body : argument };
  }
  if (CODE.has(name)) {
    const caption = numberedCaption(options.get('caption') ?? '', label, labels);
    const code = listing(/^[\w+#-]*/.exec(argument)?.[0] ?? '', body);
    return { kind: 'text', source: caption === '' ? code : `${caption}\n\n${code}` };
  }
  if (name === 'math') {
    const formula = (argument === '' ? body : `${argument}\n${body}`).trim();
    return { kind: 'text', source: `$$\n${formula}${tagOf(formula, label, labels)}\n$$` };
  }
  if (name === 'figure' || name === 'image') {
    const caption = name === 'figure' ? body.trim() : '';
    const isShown = caption !== '' && caption !== options.get('alt');
    const shown = isShown ? `\n\n${numberedCaption(caption, label, labels)}` : '';
    return { kind: 'text', source: image(argument, options, caption) + shown };
  }
  if (name === 'mermaid' || name === 'graphviz') return { kind: 'unknown', source: listing(name, body), reason: UNDRAWN };
  if (WITHOUT_TEXT.has(name))
    return {
      kind: 'unknown',
      source: '',
      reason: leftOut(name, argument, body),
    };
  if (name === 'raw' && argument !== 'html') return { kind: 'unknown', source: '', reason: leftOut(name, argument, body) };
  if (name === 'raw') return { kind: 'text', source: body.trim() };
  if (QUOTES.has(name)) return { kind: 'content', source: quoted([argument, body.trimEnd()]), reason: null };
  const proof = /^prf:(\w+)$/.exec(name)?.[1];
  if (proof !== undefined) {
    const title = `${proof.charAt(0).toUpperCase()}${proof.slice(1)}${argument === '' ? '' : `: ${argument}`}`;
    return { kind: 'box', start: { kind: 'note', title, isCollapsible: false }, first: divLine('note', title), body };
  }
  const table = name === 'list-table' ? listTable(body) : name === 'csv-table' ? csvTable(body, options) : null;
  if (table !== null) return { kind: 'text', source: argument === '' ? table : `${numberedCaption(argument, label, labels)}\n\n${table}` };
  const text = [argument, body.trimEnd()].filter((part) => part !== '').join('\n\n');
  return {
    kind: 'content',
    source: text,
    reason: `The directive {${name.slice(0, 60)}} has no counterpart. Its content was kept as text.`,
  };
}

const QUOTES = new Set(['epigraph', 'pull-quote', 'highlights', 'blockquote', 'attribution']);

function leftOut(name: string, argument: string, body: string): string {
  const text = [argument, body.trim()].filter((part) => part !== '').join(' ');
  return `{${name}} has no counterpart in a lesson and was left out${text === '' ? '' : `: ${text.slice(0, 200)}`}.`;
}

function quoted(parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join('\n');
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** The first line of a box. */
export function divLine(name: string, title: string, isFolded = false): string {
  if (title === '' && !isFolded) return `::: ${name}`;
  const quoted = title.replaceAll('"', '”').replace(/[{}]/g, '');
  return `::: {.${name}${title === '' ? '' : ` title="${quoted}"`}${isFolded ? ' collapse="true"' : ''}}`;
}

/** A box with this content, whatever boxes are inside it. */
export function box(first: string, body: string): string {
  const longest = [...body.matchAll(/^ {0,3}(:{3,})/gm)].reduce((most, [, colons = '']) => Math.max(most, colons.length), 2);
  const colons = ':'.repeat(longest + 1);
  return `${first.replace(/^:+/, colons)}\n${body.trimEnd().replace(/^\n+/, '')}\n${colons}`;
}

function image(address: string, options: ReadonlyMap<string, string>, caption: string): string {
  const alt = (options.get('alt') ?? caption).replace(/[[\]\n]+/g, ' ').trim();
  const width = /^\d{1,4}(px|%)?$/.test(options.get('width') ?? '') ? `{width=${options.get('width')}}` : '';
  return `![${alt}](<${address.replace(/[<>\n]/g, '')}>)${width}`;
}
