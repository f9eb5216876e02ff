/** Where the text of a cell begins in the source of its row. */
export function columnOfCell(row: string, index: number): number {
  const start = row.length - row.trimStart().length;
  let at = row[start] === '|' ? start + 1 : start;
  for (let cell = 0; cell < index; cell++) {
    const end = nextBar(row, at);
    if (end === null) return row.length;
    at = end + 1;
  }
  while (row[at] === ' ' && row[at + 1] !== '|') at++;
  return Math.min(at, row.length);
}

function nextBar(row: string, from: number): number | null {
  for (let at = from; at < row.length; at++) {
    if (row[at] === '\\') at++;
    else if (row[at] === '|') return at;
  }
  return null;
}
