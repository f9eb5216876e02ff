export interface Column {
  readonly name: string;
  readonly type: 'bigint' | 'double precision' | 'text';
}

/** Matches integers as PostgreSQL prints them; a postcode such as 01234 stays text. */
const INTEGER = /^-?(0|[1-9]\d{0,17})$/;
const REAL = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,2})?$/;

/** Parses CSV with standard quoting. Empty lines are skipped. */
export function parseCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell =
    delimiter === ','
      ? /(?:"((?:[^"]|"")*)"?([^,\r\n]*)|([^,\r\n]*))(,|\r\n|\n|\r|$)/y
      : /(?:"((?:[^"]|"")*)"?([^\t\r\n]*)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;
  const whole = text.replace(/^\uFEFF/, '');
  while (cell.lastIndex < whole.length || row.length > 0) {
    const [, quoted, after, plain, end] = cell.exec(whole) ?? [];
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"') + (after ?? ''));
    if (end === delimiter) continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

/** Picks the narrowest type that fits every cell of a column. Empty cells are NULL and fit any type. */
export function columnsOf(header: readonly string[], rows: readonly (readonly string[])[]): Column[] {
  const taken = new Set<string>();
  return header.map((text, index) => {
    const title = text.trim();
    const name = title === '' || taken.has(title.toLowerCase()) ? `${title || 'column'}_${index + 1}` : title;
    taken.add(name.toLowerCase());
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    return { name, type: cells.length === 0 ? 'text' : typeOf(cells) };
  });
}

function typeOf(cells: readonly string[]): Column['type'] {
  if (cells.every((cell) => INTEGER.test(cell))) return 'bigint';
  return cells.every((cell) => REAL.test(cell)) ? 'double precision' : 'text';
}
