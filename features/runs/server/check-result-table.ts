/** Checks the result of a query. */

import { counted } from '#platform/contract/counted.ts';
import { sameText } from '#platform/contract/same-text.ts';
import { shorten } from '#platform/contract/shorten.ts';
import { MAX_RESULT_ROWS, cellText, readResultTable, type ResultCell, type ResultTable } from '../contract/result-table.ts';
import type { Check } from '../contract/runs.ts';
import { outputCheck } from './check-output.ts';
import { difference, type Difference } from './difference.ts';
import { lookAlikeDifference } from './look-alike-difference.ts';
import { findMisplaced, groupedBy, haveSameRows, inThisOrder, sameCell, sameRow, type OrderedRows } from './result-rows.ts';
import { keyColumns, rankingQuery, type RankingQuery, type RowOrder } from './row-order.ts';

const FEEDBACK_CHARACTERS = 200;
const QUOTED_CHARACTERS = 50;
const MOST_SORTED_ROWS = 2_000;
const MISTAKE = 'The lesson has a mistake: the stored output of the answer is not a table. Run the answer and store its output.';
const SHOWN_CELLS = 4;

/** What settles the order of the answer's rows. */
export interface AnswerRows {
  readonly order: RowOrder;
  /** The result of `rankingQuery` for the answer, if it was needed and could be had. */
  readonly ranking: { readonly query: RankingQuery; readonly table: ResultTable } | null;
}

/**
 * Compares the results of two SQL runs as tables.
 *
 * - Texts and names of columns are equal however their letters are encoded. Names of columns are case-insensitive; the order of columns counts.
 * - The order of rows counts as far as the answer's query fixes it: rows with equal sort keys may come in any order, and a limited
 *   query may take any of them.
 * - Numbers are equal within 1e-6 of the larger one, or 1e-8, if one of them is not a whole number; otherwise exactly.
 * - NULL only equals NULL, and a text never equals a number.
 *
 * The feedback names the first difference, and never shows more of the answer than one row.
 */
export function checkResultTable(expected: string, actual: string, answer: AnswerRows): Check {
  return outputCheck(expected, actual, firstDifference(expected, actual, answer), FEEDBACK_CHARACTERS);
}

/**
 * The query that must run to compare two results: the stored one doesn't show which of its rows are equal for the order, or which others
 * a limited query might have taken. Null: it isn't needed.
 */
export function rankingNeeded(expected: string, actual: string, code: string, order: RowOrder): RankingQuery | null {
  const [wanted, found] = [readResultTable(expected), readResultTable(actual)];
  if (!wanted || !found || wanted.rows.length !== found.rows.length || columnsDifference(wanted, found)) return null;
  if (!findMisplaced(orderedRows(wanted, { order, ranking: null }), found.rows)) return null;
  if (!order.isLimited && !haveSameRows(wanted.rows, found.rows)) return null;
  return rankingQuery(code, order, wanted.columns);
}

function orderedRows(wanted: ResultTable, { order, ranking }: AnswerRows): OrderedRows {
  if (ranking) {
    const all = rankedRows(wanted.columns.length, ranking);
    // The data may have changed since the answer was stored, or more columns may have made other rows.
    if (!findMisplaced(all, wanted.rows)) return all;
  }
  const keys = order.keys && keyColumns(order, wanted.columns);
  return keys ? groupedBy(wanted.rows, keys) : inThisOrder(wanted.rows);
}

/** All rows of the query, in groups of equal keys, without the columns that were added. */
export function rankedRows(columns: number, { query, table }: NonNullable<AnswerRows['ranking']>): OrderedRows {
  const all = groupedBy(table.rows, query.keys, query.offset);
  return { ...all, rows: all.rows.map((row) => row.slice(0, columns)) };
}

function firstDifference(expected: string, actual: string, answer: AnswerRows): Difference | null {
  const isWanted = expected.trim() !== '';
  const isThere = actual.trim() !== '';
  if (!isWanted) return isThere ? difference('The query should not return a result, but it does.') : null;
  const wanted = readResultTable(expected);
  if (!wanted) return difference(MISTAKE);
  if (!isThere) return difference('The query returned no result. It should return a table.');
  const found = readResultTable(actual);
  if (!found) return difference('Couldn’t read the result of the query.');
  return columnsDifference(wanted, found) ?? rowsDifference(wanted, found, orderedRows(wanted, answer));
}

function columnsDifference(wanted: ResultTable, found: ResultTable): Difference | null {
  if (wanted.columns.length !== found.columns.length) {
    return difference(`The result should have ${counted(wanted.columns.length, 'column')}, but it has ${found.columns.length}.`);
  }
  const index = wanted.columns.findIndex((name, at) => !sameText(name.toLowerCase(), (found.columns[at] ?? '').toLowerCase()));
  if (index === -1) return null;
  const [one = '', other = ''] = [wanted.columns[index], found.columns[index]];
  const looksRight = lookAlikeDifference(`The name of column ${index + 1}`, one.toLowerCase(), other.toLowerCase());
  if (looksRight) return looksRight;
  const name = quoted(other);
  return difference(
    `Column ${index + 1} should be called ${quoted(one)}, but it is called ${name}.`,
    `Column ${index + 1} should have another name than ${name}.`,
  );
}

function rowsDifference(wanted: ResultTable, found: ResultTable, ordered: OrderedRows): Difference | null {
  if (wanted.rows.length !== found.rows.length) {
    const first = findMisplaced(inThisOrder(wanted.rows), found.rows.slice(0, wanted.rows.length));
    const isOrdered = new Set(ordered.groups).size === ordered.groups.length;
    if (isOrdered && first) return cellDifference(wanted, found, first.found[0] ?? 0, '');
    const actual = found.rows.length >= MAX_RESULT_ROWS ? `${MAX_RESULT_ROWS} or more` : String(found.rows.length);
    return difference(`The result should have ${counted(wanted.rows.length, 'row')}, but it has ${actual}.`);
  }
  const misplaced = findMisplaced(ordered, found.rows);
  if (!misplaced) return null;
  const order = isReordered(wanted, found) ? 'The rows are right, but not in the right order. ' : '';
  const [row = 0] = misplaced.found;
  // The row of the answer with this number, if it is one of those that are missing.
  const isOfThisRow = misplaced.missing.some((each) => sameRow(each, wanted.rows[row] ?? [])) || misplaced.missing.length === 0;
  if (isOfThisRow) return cellDifference(wanted, found, row, order);
  const [missing] = misplaced.missing;
  const wrong = `Row ${row + 1} isn’t right: ${rowText(found.rows[row])}.`;
  return difference(`${order}${wrong}${missing ? ` There should be a row ${rowText(missing)}.` : ''}`, order.trim() || wrong);
}

/** The first cell in which a row differs. @param order What is wrong with the order of the rows; empty: nothing. */
function cellDifference(wanted: ResultTable, found: ResultTable, row: number, order: string): Difference {
  const [cells, others] = [wanted.rows[row] ?? [], found.rows[row] ?? []];
  const column = cells.findIndex((each, at) => !sameCell(each, others[at] ?? null));
  const [one = null, other = null] = [cells[column], others[column]];
  const [expected, actual] = [cellWritten(one), cellWritten(other)];
  const cell = `Row ${row + 1}, column ${shorten(wanted.columns[column] ?? '', QUOTED_CHARACTERS)}`;
  const looksRight = typeof one === 'string' && typeof other === 'string' ? lookAlikeDifference(cell, one, other) : null;
  if (looksRight) return looksRight;
  return difference(`${order}${cell}: expected ${expected}, got ${actual}.`, order.trim() || `${cell} isn’t right yet: it is ${actual}.`);
}

/** Its first cells. */
function rowText(row: readonly ResultCell[] = []): string {
  const shown = row.slice(0, SHOWN_CELLS).map(cellWritten);
  return `(${[...shown, ...(row.length > SHOWN_CELLS ? ['…'] : [])].join(', ')})`;
}

/** Texts are quoted, so that "5" is recognizable as text. */
function cellWritten(cell: ResultCell): string {
  return typeof cell === 'string' ? quoted(cell) : shorten(cellText(cell), QUOTED_CHARACTERS);
}

function isReordered(wanted: ResultTable, found: ResultTable): boolean {
  return wanted.rows.length <= MOST_SORTED_ROWS && haveSameRows(wanted.rows, found.rows);
}

function quoted(text: string): string {
  return `"${shorten(text, QUOTED_CHARACTERS)}"`;
}
