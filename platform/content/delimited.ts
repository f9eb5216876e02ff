/** Rows and cells of text with separators. Quoted cells may have separators, line ends and doubled quotes. */
export function readDelimited(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const source = text.replace(/\r\n?/g, '\n');
  let at = 0;
  while (at < source.length) {
    const { cell, end } = source[at] === '"' ? quoted(source, at, separator) : plain(source, at, separator);
    row.push(cell);
    at = end + 1;
    const isEndOfRow = source[end] !== separator;
    if (isEndOfRow || end === source.length - 1) {
      if (!isEndOfRow) row.push('');
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

interface ReadCell {
  readonly cell: string;
  readonly end: number;
}

function plain(source: string, at: number, separator: string): ReadCell {
  let end = at;
  while (end < source.length && source[end] !== separator && source[end] !== '\n') end++;
  return { cell: source.slice(at, end), end };
}

function quoted(source: string, at: number, separator: string): ReadCell {
  let end = at + 1;
  while (end < source.length && !(source[end] === '"' && source[end + 1] !== '"')) end += source[end] === '"' ? 2 : 1;
  const next = source[end + 1];
  // A quote that doesn't end its cell is text.
  if (end >= source.length || (next !== undefined && next !== separator && next !== '\n')) return plain(source, at, separator);
  return { cell: source.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
}
