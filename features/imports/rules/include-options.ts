/** What the options of an include of MyST choose of a file. */
interface IncludedPart {
  /** Null: a text that the options name is not in the file. */
  readonly lines: readonly string[] | null;
  /** The language of the listing that shows it; null: it is a part of the document. */
  readonly listed: string | null;
  /** Names of options without a counterpart. */
  readonly dropped: readonly string[];
}

/** Further parts of `lines` are left out. */
const RANGES_MAX = 100;
const USED = new Set(['start-line', 'end-line', 'start-after', 'start-at', 'end-before', 'end-at', 'lines', 'literal', 'code', 'lang']);

/** The options in the lines of a block, such as `:start-line: 3`. */
export function includeOptions(block: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (const line of block) {
    const [, name = '', value = ''] = /^[ \t]{0,20}:([\w-]{1,40}):(.*)$/.exec(line) ?? [];
    if (name !== '') options.set(name.toLowerCase(), value.trim());
  }
  return options;
}

/** The part of a file that the options choose. What a document leaves out of a file, learners don't see either. */
export function includedPart(text: string, options: ReadonlyMap<string, string>): IncludedPart {
  const listed = options.get('code') ?? options.get('lang') ?? (options.has('literal') ? '' : null);
  const dropped = [...options.keys()].filter((name) => !USED.has(name));
  const all = text.split('\n');
  const chosen = linesIn(all.slice(numberIn(options, 'start-line') ?? 0, numberIn(options, 'end-line') ?? undefined), options.get('lines'));
  return { lines: between(chosen, options), listed, dropped };
}

/** Whether options choose a part of the file. */
export function choosesPart(options: ReadonlyMap<string, string>): boolean {
  return /\b(?:start|end|lines)\b/.test([...options.keys()].join(' '));
}

function numberIn(options: ReadonlyMap<string, string>, name: string): number | null {
  const value = options.get(name) ?? '';
  return /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}

/** The lines of `1,3,5-10,20-`, which count from 1. */
function linesIn(lines: readonly string[], given: string | undefined): readonly string[] {
  if (given === undefined) return lines;
  const ranges = given
    .replace(/\s/g, '')
    .split(',', RANGES_MAX)
    .flatMap((range) => {
      const [, start, dash, end] = /^(\d{1,9})(-?)(\d{0,9})$/.exec(range) ?? [];
      return start === undefined ? [] : [{ start: Number(start), end: dash === '' ? Number(start) : Number(end || Infinity) }];
    });
  return lines.filter((_, index) => ranges.some(({ start, end }) => index + 1 >= start && index + 1 <= end));
}

/** The text between those that options name: `start-after` and `end-before` leave them out, the others keep their lines. */
function between(lines: readonly string[], options: ReadonlyMap<string, string>): readonly string[] | null {
  let text = lines.join('\n');
  const [after, at, before, last] = ['start-after', 'start-at', 'end-before', 'end-at'].map((name) => options.get(name) || undefined);
  const start = after ?? at;
  if (start !== undefined) {
    const found = text.indexOf(start);
    if (found < 0) return null;
    text = after === undefined ? text.slice(text.lastIndexOf('\n', found) + 1) : text.slice(found + start.length);
  }
  const end = before ?? last;
  if (end !== undefined) {
    const found = text.indexOf(end);
    if (found < 0) return null;
    const newline = text.indexOf('\n', found);
    text = before === undefined ? text.slice(0, newline < 0 ? undefined : newline) : text.slice(0, found);
  }
  return text.split('\n');
}
