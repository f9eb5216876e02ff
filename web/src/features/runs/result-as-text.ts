import { cellText, type ResultCell, type ResultTable } from '#contract/result-table.ts';

export type TextFormat = 'csv' | 'tsv';

/** A result as other programs read it: names of columns first, NULL as nothing. */
export function resultAsText(table: ResultTable, format: TextFormat): string {
  const separator = format === 'csv' ? ',' : '\t';
  const write = format === 'csv' ? quotedForCsv : flatForTsv;
  const lines = [table.columns.map(write), ...table.rows.map((row) => row.map((cell) => write(plain(cell))))];
  return lines.map((line) => `${line.join(separator)}\n`).join('');
}

function plain(cell: ResultCell): string {
  return cell === null ? '' : cellText(cell);
}

function quotedForCsv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tab-separated values know no quotes. */
function flatForTsv(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}
