export interface Column {
  readonly name: string;
  readonly type: 'bigint' | 'double precision' | 'text';
}

/** As a number would be written: a postcode such as 01234 stays a text. */
const INTEGER = /^-?(0|[1-9]\d{0,17})$/;
const REAL = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,2})?$/;

/** The rows of a CSV file; quotes and doubled quotes as everywhere. Empty lines are none. */
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

/** The narrowest type that every cell of a column is of; an empty cell is NULL, which is of any. */
export function columnsOf(header: readonly string[], rows: readonly (readonly string[])[]): Column[] {
  const taken = new Set<string>();
  return header.map((text, index) => {
    const given = text.trim();
    const name = given === '' || taken.has(given.toLowerCase()) ? `${given || 'column'}_${index + 1}` : given;
    taken.add(name.toLowerCase());
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    return { name, type: cells.length === 0 ? 'text' : typeOf(cells) };
  });
}

function typeOf(cells: readonly string[]): Column['type'] {
  if (cells.every((cell) => INTEGER.test(cell))) return 'bigint';
  return cells.every((cell) => REAL.test(cell)) ? 'double precision' : 'text';
}
