/** Checks the result of a query. */

import type { Check } from '#contract/runs.ts';
import { MAX_RESULT_ROWS, cellText, readResultTable, type ResultCell, type ResultTable } from '#contract/result-table.ts';
import { outputCheck } from './check-output.ts';
import { sameFloat } from './compare-values.ts';
import { shorten } from './feedback-text.ts';

const FEEDBACK_CHARACTERS = 200;
const QUOTED_CHARACTERS = 50;
const WHOLE_NUMBER = /^-?\d+$/;

/**
 * Compares the results of two SQL runs as tables.
 *
 * - Column names are case-insensitive; the order of columns and rows counts.
 * - Numbers are equal within 1e-6 of the larger one, or 1e-8, if one of them is not a whole number; otherwise exactly.
 * - NULL only equals NULL, and a text never equals a number.
 *
 * The feedback names the first difference, and never shows more of the answer than one short value.
 */
export function checkResultTable(expected: string, actual: string): Check {
  const feedback = difference(expected, actual);
  return outputCheck(expected, actual, feedback === null ? null : shorten(feedback, FEEDBACK_CHARACTERS));
}

function difference(expected: string, actual: string): string | null {
  const isWanted = expected.trim() !== '';
  const isThere = actual.trim() !== '';
  if (!isWanted) return isThere ? 'The query should not return a result, but it does.' : null;
  const wanted = readResultTable(expected);
  if (!wanted) return 'The lesson has a mistake: the stored output of the answer is not a table. Run the answer and store its output.';
  if (!isThere) return 'The query returned no result. It should return a table.';
  const found = readResultTable(actual);
  if (!found) return 'The result of the query could not be read.';
  return columnsDifference(wanted, found) ?? rowsDifference(wanted, found);
}

function columnsDifference(wanted: ResultTable, found: ResultTable): string | null {
  if (wanted.columns.length !== found.columns.length) {
    return `The result should have ${counted(wanted.columns.length, 'column')}, but it has ${found.columns.length}.`;
  }
  const index = wanted.columns.findIndex((name, at) => name.toLowerCase() !== found.columns[at]?.toLowerCase());
  if (index === -1) return null;
  return `Column ${index + 1} should be called ${quoted(wanted.columns[index] ?? '')}, but it is called ${quoted(found.columns[index] ?? '')}.`;
}

function rowsDifference(wanted: ResultTable, found: ResultTable): string | null {
  for (const [row, cells] of wanted.rows.entries()) {
    const others = found.rows[row];
    if (!others) break;
    const column = cells.findIndex((cell, at) => !sameCell(cell, others[at] ?? null));
    if (column === -1) continue;
    const [expected, actual] = distinctTexts(cells[column] ?? null, others[column] ?? null);
    const cellDifference = `Row ${row + 1}, column ${shorten(wanted.columns[column] ?? '', QUOTED_CHARACTERS)}: expected ${expected}, got ${actual}.`;
    return isReordered(wanted, found) ? `The rows are right, but not in the right order. ${cellDifference}` : cellDifference;
  }
  if (wanted.rows.length === found.rows.length) return null;
  const actual = found.rows.length >= MAX_RESULT_ROWS ? `${MAX_RESULT_ROWS} or more` : String(found.rows.length);
  return `The result should have ${counted(wanted.rows.length, 'row')}, but it has ${actual}.`;
}

/** Whether two cells of results have the same value: numbers as numbers, whatever their type. */
function sameCell(one: ResultCell, other: ResultCell): boolean {
  const number = numberText(one);
  const otherNumber = numberText(other);
  if (number !== null && otherNumber !== null) return sameNumber(number, otherNumber);
  if (number !== null || otherNumber !== null) return false;
  if (isBlob(one) && isBlob(other)) return one.text === other.text && one.bytes === other.bytes && one.sha256 === other.sha256;
  return one === other;
}

function sameNumber(one: string, other: string): boolean {
  // Whole numbers may exceed JavaScript's exact range.
  if (WHOLE_NUMBER.test(one) && WHOLE_NUMBER.test(other)) return BigInt(one) === BigInt(other);
  const [first, second] = [Number(one), Number(other)];
  // NaN and infinities have no distance.
  if (!Number.isFinite(first) || !Number.isFinite(second)) return Object.is(first, second);
  return sameFloat(first, second);
}

function numberText(cell: ResultCell): string | null {
  if (typeof cell === 'number') return String(cell);
  return typeof cell === 'object' && cell !== null && cell.type !== 'blob' ? cell.text : null;
}

function isBlob(cell: ResultCell): cell is Extract<ResultCell, object> {
  return typeof cell === 'object' && cell !== null && cell.type === 'blob';
}

/** Texts are quoted, so that "5" is recognizable as text. */
function distinctTexts(expected: ResultTable['rows'][number][number], actual: typeof expected): [string, string] {
  const show = (cell: typeof expected) => (typeof cell === 'string' ? quoted(cell) : shorten(cellText(cell), QUOTED_CHARACTERS));
  return [show(expected), show(actual)];
}

const MOST_SORTED_ROWS = 2_000;

function isReordered(wanted: ResultTable, found: ResultTable): boolean {
  if (wanted.rows.length !== found.rows.length || wanted.rows.length > MOST_SORTED_ROWS) return false;
  const sorted = (table: ResultTable) => table.rows.map((row) => JSON.stringify(row)).sort();
  const others = sorted(found);
  return sorted(wanted).every((row, at) => row === others[at]);
}

function quoted(text: string): string {
  return `"${shorten(text, QUOTED_CHARACTERS)}"`;
}

function counted(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
