import { readDivStart } from '#platform/content/markdown-boxes.ts';
import { isPlainMap, type Plain, type PlainMap } from '#platform/content/yaml/plain.ts';
import { languageNamed } from '#platform/contract/languages.ts';
import { nestedFences } from './nested-fences.ts';
import { yamlMap } from './yaml-map.ts';

/** What the options of a block of code say about it, in the words of knitr, Quarto, and MyST. */
export interface ChunkOptions {
  /** The code is shown, but not run. */
  readonly isShownOnly: boolean;
  /** The code runs, but readers don't see it. */
  readonly isHidden: boolean;
  /** Readers see neither the code nor what it shows. */
  readonly hidesOutput: boolean;
  /** It may end with an error. */
  readonly mayFail: boolean;
  /** The program that runs the code instead of the one that the block names; empty: none. */
  readonly engine: string;
  /** The name of its figure for references; empty: none. */
  readonly label: string;
  /** Caption of its figure; empty: none. */
  readonly caption: string;
  /** What its figure shows, for people who don't see it; empty: none. */
  readonly alt: string;
  /** Names of options without a counterpart, for the report. */
  readonly dropped: readonly string[];
  /** Without the lines of options. */
  readonly code: string;
}

/** Options that an import drops without a note: they make no difference in a lesson. */
const WITHOUT_LOSS = new Set(['label', 'message', 'warning', 'results', 'cache', 'lst-label', 'lineno-start', 'number-lines', 'linenos']);
const USED = new Set(['exercise', 'eval', 'include', 'echo', 'error', 'engine', 'fig-cap', 'fig-alt']);
const OFF = /^(false|f|no)$/i;
const ON = /^(true|t|yes)$/i;
/** What an option says of code that readers see all of. Any other value may hide a part of it: `echo=-1`, `echo=is_solution`. */
const SHOWN = /^(true|t|yes|fenced|)$/i;
const LONGEST = 4_000;

/** What chunks have unless they say otherwise: options of the whole document or project, by name. */
export type ChunkDefaults = ReadonlyMap<string, string>;

/** Options that a document can set for all of its chunks. */
export const DEFAULT_OPTIONS: readonly string[] = ['eval', 'echo', 'include', 'error'];

/** What YAML of Quarto sets for all chunks: `execute: {echo: false}`, `knitr: {opts_chunk: {echo: false}}`. */
export function chunkDefaultsOf(yaml: { readonly execute?: unknown; readonly knitr?: unknown }): Map<string, string> {
  const knitr = isPlainMap(yaml.knitr as Plain) ? (yaml.knitr as PlainMap)['opts_chunk'] : undefined;
  const maps = [yaml.execute, knitr].filter((map): map is PlainMap => map !== undefined && isPlainMap(map as Plain));
  return new Map(
    maps.flatMap((map) =>
      Object.entries(map).flatMap(([name, value]): [string, string][] =>
        DEFAULT_OPTIONS.includes(name) && typeof value === 'boolean' ? [[name, String(value)]] : [],
      ),
    ),
  );
}

const NO_DEFAULTS: ChunkDefaults = new Map();

/**
 * @param info the text after the fence, such as `{r plot, eval=FALSE}` or `{code-cell} python`
 * @param code may start with lines such as `#| eval: false` or `:tags: [raises-exception]`
 */
export function readChunkOptions(info: string, code: string, defaults: ChunkDefaults = NO_DEFAULTS): ChunkOptions {
  const { values, code: rest } = readChunkValues(info, code);
  const tags = (values.get('tags') ?? '').split(/[\s,[\]"']+/).filter((tag) => tag !== '');
  values.delete('tags');
  const byTag = tagOptions(tags);
  // Other listings and the cells of MyST have no options of the whole document.
  const given = info.startsWith('{') && !info.startsWith('{code-cell') ? defaults : NO_DEFAULTS;
  const is = (name: string, pattern: RegExp) => pattern.test(values.get(name) ?? given.get(name) ?? '');
  // Readers work on an exercise, whatever the document does with its other code.
  const isExercise = is('exercise', ON);
  const hides = (name: string) => !isExercise && !is(name, SHOWN);
  const hidesOutput = hides('include') || (!isExercise && byTag.hidesOutput);
  const options = {
    isShownOnly: (is('eval', OFF) && !isExercise) || byTag.isShownOnly,
    isHidden: hidesOutput || hides('echo') || byTag.isHidden,
    hidesOutput,
    mayFail: is('error', ON) || byTag.mayFail,
    engine: values.get('engine') ?? '',
    label: values.get('label') ?? '',
    caption: textOption(values.get('fig-cap') ?? ''),
    alt: textOption(values.get('fig-alt') ?? ''),
    code: rest,
  };
  const dropped = [...values.keys()].filter((name) => !USED.has(name) && !WITHOUT_LOSS.has(name));
  return { ...options, dropped };
}

/** The values of a block's options by their names, and its code without the lines of options. */
export function readChunkValues(info: string, code: string): { readonly values: Map<string, string>; readonly code: string } {
  const values = new Map<string, string>();
  const braces = /^\{([^{}]*)\}/.exec(info.slice(0, LONGEST))?.[1] ?? '';
  for (const [, key = '', double, single, plain] of braces.matchAll(/([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^,]*))/g))
    values.set(nameOf(key), (double ?? single ?? plain ?? '').trim());
  // knitr's `{r plot, echo=FALSE}`.
  const [, quoted, named = quoted] = /^[\w+#-]+[ \t,]+(?:["']([^"'\n]+)["'][ \t]*|([^,="'\s][^,="'\n]*))(?:,|$)/.exec(braces) ?? [];
  if (named !== undefined && !values.has('label')) values.set('label', named.trim());
  const isDirective = CODE_DIRECTIVE.test(info);
  return { values, code: isDirective ? takeDirectiveOptions(code, values) : takeOptionLines(code, values) };
}

/**
 * A text whose chunks inside lists and quotes are listings with the name of their language, without their options: they are no screens of
 * their own, and readers would see the options.
 *
 * @param hide takes a chunk that readers don't see, and returns what they see of its result
 */
export function withPlainChunks(text: string, defaults: ChunkDefaults, hide: (options: ChunkOptions, label: string) => string): string {
  if (!/(?:`{3}|~{3})[ \t]*\{/.test(text)) return text;
  const lines = text.split('\n');
  const fenceAt = nestedFences(lines);
  const plain: string[] = [];
  for (let at = 0; at < lines.length;) {
    const fence = fenceAt(at);
    if (fence === null) {
      plain.push(lines[at++] ?? '');
      continue;
    }
    const { start, marks, info, code } = fence;
    const block = lines.slice(at, fence.end);
    at = fence.end;
    const label = chunkLabel(info);
    const options = label !== null || isChunk(info) ? readChunkOptions(info, code.join('\n'), defaults) : null;
    if (options?.isHidden === true) plain.push(...prefixed(hide(options, label ?? ''), start));
    else if (label === null || options === null) plain.push(...block);
    else {
      const shown = options.code === '' ? 0 : options.code.split('\n').length;
      plain.push(`${start}${marks}${label}`, ...block.slice(1 + code.length - shown));
    }
  }
  return plain.join('\n');
}

/** Text in the place of a block inside a list or a quote. */
function prefixed(text: string, start: string): string[] {
  const next = start.replace(/[^ \t>]/g, ' ');
  return text.split('\n').map((line, index) => `${index === 0 ? start : next}${line}`.trimEnd());
}

/** What bookdown calls its blocks of text, which look like chunks of code: `{theorem, label, name="Euclid"}`. */
export const BOOKDOWN_BLOCK =
  /^\{(block2?|exercise|solution|theorem|lemma|corollary|proposition|conjecture|definition|example|hypothesis|proof|remark)(?:[ ,]([^{}]{0,1000}))?\}$/;

/** Code of MyST with its language: cells that run, and listings. */
const CODE_DIRECTIVE = /^\{(?:code-cell[\w-]*|code|code-block|sourcecode)\}[ \t]*(\S*)/;

/** Whether a block is code that knitr, Quarto or MyST run, in whatever language: `{julia, echo=FALSE}`. Of a diagram, readers get the code. */
export function isChunk(info: string): boolean {
  if (info.startsWith('{code-cell')) return true;
  const name = /^\{\s*([\w+#.-]+)(?:[\s,][^{}]*)?\}$/.exec(info)?.[1];
  return name !== undefined && name !== 'mermaid' && !BOOKDOWN_BLOCK.test(info) && !readDivStart(`::: ${name}`)?.kind;
}

/** The language of a chunk, such as `{r, echo=FALSE}`, `{code-cell} python` or `{code-block} python`; null: this isn't one. */
function chunkLabel(info: string): string | null {
  const directive = CODE_DIRECTIVE.exec(info);
  if (directive) return directive[1] ?? '';
  const label = /^\{\s*([\w+#-]+)(?=[\s,}])/.exec(info)?.[1] ?? '';
  return languageNamed(label) === null ? null : label;
}

/** What the tags of a cell say, as notebooks and MyST have them. */
export function tagOptions(tags: readonly string[]): Pick<ChunkOptions, 'isShownOnly' | 'isHidden' | 'hidesOutput' | 'mayFail'> {
  const hidesOutput = tags.includes('remove-cell') || tags.includes('hide-cell');
  return {
    isShownOnly: tags.includes('skip-execution'),
    isHidden: hidesOutput || tags.includes('remove-input') || tags.includes('hide-input'),
    hidesOutput,
    mayFail: tags.includes('raises-exception'),
  };
}

/** `NULL`, `NA` and calls aren't text. */
function textOption(value: string): string {
  return /^(?:null|na|false|true)$|^\w+\(/i.test(value) ? '' : value.replace(/\s+/g, ' ').trim();
}

/** knitr writes `fig.cap`, Quarto `fig-cap`. */
function nameOf(key: string): string {
  return key.replaceAll('.', '-').toLowerCase();
}

/** Lines such as `#| echo: false` at the start of the code. */
function takeOptionLines(code: string, values: Map<string, string>): string {
  const lines = code.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  let next = Math.max(first, 0);
  const options: string[] = [];
  for (; next < lines.length; next++) {
    const found = /^\s*(?:#|\/\/|--)\|\s?(.*)$/.exec(lines[next] ?? '');
    if (!found) break;
    options.push(found[1] ?? '');
    const [, key, value] = /^([\w.-]+)\s*[:=]\s*(.*)$/.exec(found[1] ?? '') ?? [];
    if (key !== undefined) values.set(nameOf(key), (value ?? '').replace(/^(["'])(.*)\1$/, '$2').trim());
  }
  // Texts of several lines.
  if (options.some((line) => /^[\w.-]+:\s*[|>]/.test(line)))
    for (const [key, value] of Object.entries(yamlMap(options.join('\n')))) values.set(nameOf(key), textOf(value).trim());
  return next === Math.max(first, 0) ? code : lines.slice(next).join('\n');
}

/** Lines such as `:tags: [a]`, or YAML between dashes, at the start of the code. */
function takeDirectiveOptions(code: string, values: Map<string, string>): string {
  const block = /^---\n([\s\S]{0,4000}?)\n---(?:\n|$)/.exec(code);
  if (block) {
    for (const [key, value] of Object.entries(yamlMap(block[1] ?? ''))) {
      // MyST-NB describes the figure of a cell here.
      const figure = key === 'mystnb' && isPlainMap(value) ? value['figure'] : undefined;
      if (!isPlainMap(figure)) values.set(nameOf(key), textOf(value));
      else {
        values.set('fig-cap', textOf(figure['caption'] ?? ''));
        values.set('label', textOf(figure['name'] ?? ''));
      }
    }
    return code.slice(block[0].length);
  }
  const lines = code.split('\n');
  let next = 0;
  for (; next < lines.length; next++) {
    const [, key, value = ''] = /^:([\w-]+):\s*(.*)$/.exec(lines[next] ?? '') ?? [];
    if (key === undefined) break;
    values.set(nameOf(key), value.trim());
  }
  return lines
    .slice(next)
    .join('\n')
    .replace(/^\n/, next > 0 ? '' : '\n');
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ');
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
