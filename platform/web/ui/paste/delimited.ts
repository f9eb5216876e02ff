import { readDelimited } from '#platform/content/delimited.ts';

const LONGEST_NAME = 60;

/** The rows of copied cells, or of text with commas that can't be a sentence; null: text. */
export function tableIn(text: string): string[][] | null {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  const trimmed = text.slice(0, end);
  if (trimmed.includes('\t')) return regular(readDelimited(trimmed, '\t'), 2);
  const firstLine = trimmed.slice(0, Math.max(0, trimmed.indexOf('\n')));
  if (!firstLine.includes(',')) return null;
  const rows = regular(readDelimited(trimmed, ','), 3);
  return rows?.[0]?.every((cell) => cell.length <= LONGEST_NAME && !cell.startsWith(' ')) ? rows : null;
}

/** Rows of the same length that begin with names of columns. */
function regular(rows: string[][], least: number): string[][] | null {
  const width = rows[0]?.length ?? 0;
  if (rows.length < least || width < 2 || rows.some((row) => row.length !== width)) return null;
  const names = rows[0]?.filter((cell) => cell.trim() !== '').length ?? 0;
  return names >= Math.min(2, width) && rows[0]?.[0] !== undefined && names >= width - 1 ? rows : null;
}
