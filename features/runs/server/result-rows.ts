/** Compares rows of query results, where rows that the query doesn't order may come in any order. */

import { sameText } from '#platform/contract/same-text.ts';
import type { ResultCell, ResultTable } from '../contract/result-table.ts';
import { sameFloat } from './compare-values.ts';

type Row = ResultTable['rows'][number];

/**
 * The rows from which a result has some, in the order of the answer. Rows with the same group are equal as far as the query orders
 * them; those of a group follow each other.
 */
export interface OrderedRows {
  readonly rows: readonly Row[];
  readonly groups: readonly number[];
  /** Where the result begins. */
  readonly offset: number;
}

/** Rows that only come in this order. */
export function inThisOrder(rows: readonly Row[]): OrderedRows {
  return { rows, groups: rows.map((_, index) => index), offset: 0 };
}

/** Rows in groups of equal keys. @param keys Numbers of columns; none: any order. */
export function groupedBy(rows: readonly Row[], keys: readonly number[], offset = 0): OrderedRows {
  const groups: number[] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const isSame = before !== undefined && keys.every((key) => sameCell(row[key] ?? null, before[key] ?? null));
    groups.push(before === undefined || isSame ? (groups.at(-1) ?? 0) : (groups.at(-1) ?? 0) + 1);
  }
  return { rows, groups, offset };
}

/** Rows of a result that shouldn't be where they are, and those that are missing there. */
interface Misplaced {
  /** Numbers of rows of the result, from 0. */
  readonly found: readonly number[];
  readonly missing: readonly Row[];
}

/** The first group of rows that a result doesn't have as it should; null: all is as it should be. */
export function findMisplaced({ rows, groups, offset }: OrderedRows, found: readonly Row[]): Misplaced | null {
  for (let start = 0; start < found.length;) {
    const group = groups[offset + start];
    let [first, end] = [offset + start, offset + start + 1];
    while (first > 0 && groups[first - 1] === group) first -= 1;
    while (end < groups.length && groups[end] === group) end += 1;
    const left = unmatched(rows.slice(first, end), found.slice(start, end - offset));
    if (left.found.length > 0) return { found: left.found.map((index) => start + index), missing: left.candidates };
    start = end - offset;
  }
  return null;
}

/** Whether both have the same rows, in any order. */
export function haveSameRows(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && unmatched(one, other).found.length === 0;
}

/**
 * Whether the rows that a result has aren't settled: the query would take some of a group and leave others out.
 * @param count How many rows the result has.
 */
export function cutsThroughGroup({ groups, offset }: OrderedRows, count: number): boolean {
  if (count === 0) return false;
  const isSplitAt = (index: number) => index > 0 && index < groups.length && groups[index - 1] === groups[index];
  return isSplitAt(offset) || isSplitAt(offset + count);
}

/** The rows that have no partner among the others. `found`: their indexes. */
function unmatched(candidates: readonly Row[], found: readonly Row[]): { candidates: Row[]; found: number[] } {
  const left = Map.groupBy(candidates, textOf);
  const open = [...found.keys()].filter((index) => left.get(textOf(found[index] ?? []))?.pop() === undefined);
  const near = Map.groupBy([...left.values()].flat(), textWithoutNumbers);
  const unpaired: number[] = [];
  for (const [text, indexes] of Map.groupBy(open, (index) => textWithoutNumbers(found[index] ?? []))) {
    const others = near.get(text) ?? [];
    const paired = pairNear(others, indexes, found);
    near.set(text, paired.others);
    unpaired.push(...paired.indexes);
  }
  return { found: unpaired.toSorted((one, other) => one - other), candidates: [...near.values()].flat() };
}

/** Comparing more rows than this with each other takes too long. */
const MOST_COMPARED = 200;

/** Pairs rows that are the same within the tolerance of numbers, and returns the others. */
function pairNear(others: readonly Row[], indexes: readonly number[], found: readonly Row[]): { others: Row[]; indexes: number[] } {
  const [sortedOthers, sorted] = [
    others.toSorted(compareNumbers),
    indexes.toSorted((one, other) => compareNumbers(found[one] ?? [], found[other] ?? [])),
  ];
  const [leftOthers, left]: [Row[], number[]] = [[], []];
  let at = 0;
  for (const index of sorted) {
    const row = found[index] ?? [];
    let other = sortedOthers[at];
    while (other && !sameRow(row, other) && compareNumbers(other, row) < 0) {
      leftOthers.push(other);
      other = sortedOthers[(at += 1)];
    }
    if (other && sameRow(row, other)) at += 1;
    else left.push(index);
  }
  leftOthers.push(...sortedOthers.slice(at));
  // Rounding may have sorted rows with several numbers differently.
  if (left.length > MOST_COMPARED || leftOthers.length > MOST_COMPARED) return { others: leftOthers, indexes: left };
  const rest = left.filter((index) => {
    const match = leftOthers.findIndex((other) => sameRow(found[index] ?? [], other));
    if (match !== -1) leftOthers.splice(match, 1);
    return match === -1;
  });
  return { others: leftOthers, indexes: rest };
}

/** By their numbers, from the first column on. */
function compareNumbers(one: Row, other: Row): number {
  for (const [index, cell] of one.entries()) {
    const difference = Number(numberText(cell) ?? 0) - Number(numberText(other[index] ?? null) ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether two rows have the same values. */
export function sameRow(one: Row, other: Row): boolean {
  return one.length === other.length && one.every((cell, index) => sameCell(cell, other[index] ?? null));
}

/** Equal for rows with exactly the same values. */
function textOf(row: Row): string {
  return JSON.stringify(row.map((cell) => (numberText(cell) === null ? plainCell(cell) : { number: exactNumber(cell) })));
}

/** Equal for rows that may be the same within the tolerance of numbers. */
function textWithoutNumbers(row: Row): string {
  return JSON.stringify(row.map((cell) => (numberText(cell) === null ? plainCell(cell) : 0)));
}

function plainCell(cell: ResultCell): unknown {
  return typeof cell === 'string' ? { text: cell.normalize() } : { value: cell };
}

function exactNumber(cell: ResultCell): string {
  const text = numberText(cell) ?? '';
  return WHOLE_NUMBER.test(text) ? BigInt(text).toString() : String(Number(text));
}

const WHOLE_NUMBER = /^-?\d+$/;

/** Whether two cells of results have the same value: numbers as numbers, whatever their type. */
export function sameCell(one: ResultCell, other: ResultCell): boolean {
  const number = numberText(one);
  const otherNumber = numberText(other);
  if (number !== null && otherNumber !== null) return sameNumber(number, otherNumber);
  if (number !== null || otherNumber !== null) return false;
  if (isBlob(one) && isBlob(other)) return one.text === other.text && one.bytes === other.bytes && one.sha256 === other.sha256;
  return typeof one === 'string' && typeof other === 'string' ? sameText(one, other) : one === other;
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
