/** Further parts of `lines` are left out. */
const RANGES_MAX = 100;
/** Options that choose and change lines of a file. */
const USED = new Set([
  'start-line',
  'end-line',
  'start-after',
  'start-at',
  'end-before',
  'end-at',
  'lines',
  'literal',
  'code',
  'lang',
  'dedent',
  'prepend',
  'append',
]);

/** The options in the lines of a block, such as `:start-line: 3`. */
export function includeOptions(block: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (const line of block) {
    const [, name = '', value = ''] = /^[ \t]{0,20}:([\w-]{1,40}):(.*)$/.exec(line) ?? [];
    if (name !== '') options.set(name.toLowerCase(), value.trim());
  }
  return options;
}

/** The language of the listing that shows an included file; null: it is a part of the document. */
export function listedLanguage(options: ReadonlyMap<string, string>): string | null {
  return options.get('code') ?? options.get('lang') ?? (options.has('literal') ? '' : null);
}

/** Names of options that {@link includedPart} doesn't know. */
export function otherOptions(options: ReadonlyMap<string, string>): string[] {
  return [...options.keys()].filter((name) => !USED.has(name));
}

/**
 * The part of a file that the options choose. What a document leaves out of a file, learners don't see either.
 *
 * @param wholeLines whether a line is left out whole if `start-after` or `end-before` names a text in it
 * @returns null if a text that the options name is not in the file
 */
export function includedPart(text: string, options: ReadonlyMap<string, string>, wholeLines: boolean): readonly string[] | null {
  const all = text.split('\n').slice(numberIn(options, 'start-line') ?? 0, numberIn(options, 'end-line') ?? undefined);
  const lines = wholeLines ? between(all, options, true) : between(linesIn(all, options.get('lines')), options, false);
  if (lines === null) return null;
  const shown = dedented(wholeLines ? linesIn(lines, options.get('lines')) : lines, options.get('dedent'));
  const added = (name: string) => (options.get(name) ? [options.get(name) ?? ''] : []);
  return [...added('prepend'), ...shown, ...added('append')];
}

/** Whether options choose a part of the file. */
export function choosesPart(options: ReadonlyMap<string, string>): boolean {
  return /\b(?:start|end|lines)\b/.test([...options.keys()].join(' '));
}

/** Lines with fewer spaces before them: as many as the option says, or as all have. */
function dedented(lines: readonly string[], given: string | undefined): readonly string[] {
  if (given === undefined) return lines;
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.length - line.trimStart().length]));
  const common = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  const spaces = /^\d{1,3}$/.test(given) ? Number(given) : common;
  return lines.map((line) => line.slice(Math.min(spaces, line.length - line.trimStart().length)));
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
function between(lines: readonly string[], options: ReadonlyMap<string, string>, wholeLines: boolean): readonly string[] | null {
  let text = lines.join('\n');
  const [after, at, before, last] = ['start-after', 'start-at', 'end-before', 'end-at'].map((name) => options.get(name) || undefined);
  const start = after ?? at;
  if (start !== undefined) {
    const found = text.indexOf(start);
    if (found < 0) return null;
    if (after === undefined) text = text.slice(text.lastIndexOf('\n', found) + 1);
    else text = text.slice(wholeLines ? endOfLine(text, found) + 1 : found + start.length);
  }
  const end = before ?? last;
  if (end !== undefined) {
    // Sphinx keeps the first line of a listing, whatever it has.
    const found = text.indexOf(end, wholeLines && before !== undefined && start !== undefined ? endOfLine(text, 0) : 0);
    if (found < 0) return null;
    if (before === undefined) text = text.slice(0, endOfLine(text, found));
    else text = text.slice(0, wholeLines ? Math.max(0, text.lastIndexOf('\n', found)) : found);
  }
  return text.split('\n');
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline < 0 ? text.length : newline;
}
