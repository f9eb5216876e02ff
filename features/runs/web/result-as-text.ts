import { cellText, type ResultCell, type ResultTable } from '../contract/result-table.ts';

export type TextFormat = 'csv' | 'tsv';

/** A result as CSV or TSV: column names first, NULL as an empty field. */
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

/** TSV has no quoting. */
function flatForTsv(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}
