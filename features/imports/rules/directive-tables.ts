import { readDelimited } from '#platform/content/delimited.ts';

/** A list of rows, each a list of cells, as a table; null: it is something else. */
export function listTable(body: string): string | null {
  const rows: string[][] = [];
  for (const line of body.split('\n')) {
    const [, isRow, text = ''] = /^(\*[ \t]+)?[ \t]*-(?:[ \t]+(.*))?$/.exec(line) ?? [];
    const isCell = /^(?:\*[ \t]+)?[ \t]*-(?:[ \t]|$)/.test(line);
    const row = rows.at(-1);
    if (isCell && isRow !== undefined) rows.push([text.trim()]);
    else if (isCell && row) row.push(text.trim());
    else if (line.trim() !== '' && row) row.push(`${row.pop() ?? ''} ${line.trim()}`.trim());
    else if (line.trim() !== '') return null;
  }
  return tableOf(rows);
}

/** Largest number of cells of a table. */
const CELLS_MAX = 20_000;
const SEPARATORS: Readonly<Record<string, string>> = { tab: '\t', space: ' ' };

/** Values with separators as a table; null: there are none, or too many. */
export function csvTable(body: string, options: ReadonlyMap<string, string>): string | null {
  const delimiter = options.get('delim') ?? ',';
  const separator = SEPARATORS[delimiter] ?? delimiter.charAt(0);
  const cellsOf = (text: string, by: string) => readDelimited(text, by).map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()));
  const head = cellsOf(options.get('header') ?? '', ',');
  const rows = cellsOf(body, separator).filter((row) => row.some((cell) => cell !== ''));
  const width = [...head, ...rows].reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0 || width * rows.length > CELLS_MAX) return null;
  // Without a header, the first row of a table in Markdown is blank.
  const first = head.length > 0 || Number(options.get('header-rows') ?? 0) > 0 ? [] : [[]];
  return tableOf([...head, ...first, ...rows].map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '')));
}

function tableOf(rows: readonly (readonly string[])[]): string | null {
  const [head] = rows;
  if (!head) return null;
  const written = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [written(head), `|${' --- |'.repeat(head.length)}`, ...rows.slice(1).map(written)].join('\n');
}
