/** Compares two values of variables and describes their first difference. */

import { counted } from '#platform/contract/counted.ts';
import { sameText } from '#platform/contract/same-text.ts';
import type { VariableValue } from '#platform/contract/variables.ts';
import { difference, type Difference } from './difference.ts';
import { kindText, shapeText, textOf } from './feedback-text.ts';
import { lookAlikeDifference } from './look-alike-difference.ts';

type Of<K extends VariableValue['kind']> = Extract<VariableValue, { kind: K }>;

/** Floats are equal within this fraction of the larger one, or within this distance near zero. */
const RELATIVE_TOLERANCE = 1e-6;
const ABSOLUTE_TOLERANCE = 1e-8;

/**
 * Returns the first difference between two values; null if they are equal. Kinds must match: True is not 1, and 1 is not 1.0. `what` is the path inside a larger value.
 */
export function compareValues(expected: VariableValue, actual: VariableValue, what: string): Difference | null {
  if (expected.kind !== actual.kind) return difference(`${what} should be ${kindText(expected.kind)}, but it is ${kindText(actual.kind)}.`);
  switch (expected.kind) {
    case 'none':
      return null;
    case 'bool':
    case 'int':
    case 'bytes':
      return actual.kind === expected.kind && expected.value === actual.value ? null : different(what, expected, actual);
    case 'str':
      return actual.kind === 'str' ? compareTexts(expected, actual, what) : null;
    case 'date':
      return actual.kind === 'date' && sameMoment(expected.value, actual.value) ? null : different(what, expected, actual);
    case 'float':
      return actual.kind === 'float' && sameFloat(expected.value, actual.value) ? null : different(what, expected, actual);
    case 'complex':
      return actual.kind === 'complex' && sameFloat(expected.real, actual.real) && sameFloat(expected.imag, actual.imag)
        ? null
        : different(what, expected, actual);
    case 'list':
    case 'tuple':
      return actual.kind === expected.kind ? compareItems(expected.items, actual.items, what) : null;
    case 'set':
      return actual.kind === 'set' ? compareSets(expected.items, actual.items, what) : null;
    case 'dict':
      return actual.kind === 'dict' ? compareDicts(expected.entries, actual.entries, what) : null;
    case 'array':
      return actual.kind === 'array' ? compareArrays(expected, actual, what) : null;
    case 'series':
      return actual.kind === 'series' ? compareSeries(expected, actual, what) : null;
    case 'frame':
      return actual.kind === 'frame' ? compareFrames(expected, actual, what) : null;
    case 'plot':
      return actual.kind === 'plot' ? comparePlots(expected.artists, actual.artists, what) : null;
    case 'opaque':
      return actual.kind === 'opaque' && expected.text === actual.text ? null : difference(`${what} isn’t right yet.`);
    default:
      return expected satisfies never;
  }
}

/** Strings represent numbers that JSON doesn't have: NaN equals NaN, an infinity only itself. */
export function sameFloat(one: number | string, other: number | string): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  const distance = Math.abs(one - other);
  return distance <= Math.max(RELATIVE_TOLERANCE * Math.max(Math.abs(one), Math.abs(other)), ABSOLUTE_TOLERANCE);
}

/** Whether two dates or times are the same. How many digits of a second are written depends on how they are stored. */
function sameMoment(one: string, other: string): boolean {
  return one === other || withNanoseconds(one) === withNanoseconds(other);
}

function withNanoseconds(moment: string): string {
  const [, start, digits = '', zone = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?!\d)(.{0,40})$/.exec(moment) ?? [];
  return start === undefined ? moment : `${start}.${digits.padEnd(9, '0')}${zone}`;
}

function different(what: string, expected: VariableValue, actual: VariableValue): Difference {
  return difference(
    `${what} should be ${textOf(expected)}, but it is ${textOf(actual)}.`,
    `${what} isn’t right yet: it is ${textOf(actual)}.`,
  );
}

function compareTexts(expected: Of<'str'>, actual: Of<'str'>, what: string): Difference | null {
  if (sameText(expected.value, actual.value)) return null;
  return lookAlikeDifference(what, expected.value, actual.value) ?? different(what, expected, actual);
}

function compareItems(expected: readonly VariableValue[], actual: readonly VariableValue[], what: string): Difference | null {
  if (expected.length !== actual.length)
    return difference(`${what} should have ${counted(expected.length, 'item')}, but it has ${actual.length}.`);
  for (const [index, item] of expected.entries()) {
    const other = actual[index];
    const found = other && compareValues(item, other, `${what}[${index}]`);
    if (found) return found;
  }
  return null;
}

/** In any order. Items without an exact match are compared again within the tolerance of floats. */
function compareSets(expected: readonly VariableValue[], actual: readonly VariableValue[], what: string): Difference | null {
  const left = new Map(actual.map((item) => [JSON.stringify(item), item]));
  const unmatched = expected.filter((item) => !left.delete(JSON.stringify(item)));
  for (const item of unmatched) {
    const near = [...left].find(([, other]) => compareValues(item, other, '') === null);
    if (!near) return difference(`${what} should contain ${textOf(item)}.`, `${what} doesn’t contain everything that it should.`);
    left.delete(near[0]);
  }
  const [extra] = left.values();
  return extra === undefined ? null : difference(`${what} contains ${textOf(extra)}, which should not be there.`);
}

function compareDicts(
  expected: readonly (readonly [VariableValue, VariableValue])[],
  actual: readonly (readonly [VariableValue, VariableValue])[],
  what: string,
): Difference | null {
  const left = new Map(actual.map((entry) => [JSON.stringify(entry[0]), entry]));
  for (const [key, value] of expected) {
    const exact = left.get(JSON.stringify(key));
    const found = exact ?? [...left.values()].find(([other]) => compareValues(key, other, '') === null);
    if (!found) return difference(`${what} should have the key ${textOf(key)}.`, `${what} doesn’t have every key that it should.`);
    left.delete(JSON.stringify(found[0]));
    const other = compareValues(value, found[1], `${what}[${textOf(key)}]`);
    if (other) return other;
  }
  const [extra] = left.values();
  return extra === undefined ? null : difference(`${what} has the key ${textOf(extra[0])}, which should not be there.`);
}

function comparePlots(expected: readonly VariableValue[], actual: readonly VariableValue[], what: string): Difference | null {
  if (expected.length !== actual.length)
    return difference(`${what} should show ${counted(expected.length, 'plot')}, but it shows ${actual.length}.`);
  for (const [index, artist] of expected.entries()) {
    const other = actual[index];
    const found = other && compareValues(artist, other, `Plot ${index + 1} of ${what}`);
    if (found) return found;
  }
  return null;
}

function compareArrays(expected: Of<'array'>, actual: Of<'array'>, what: string): Difference | null {
  if (expected.shape.join() !== actual.shape.join()) {
    return difference(`${what} should have the shape ${shapeText(expected.shape)}, but it has ${shapeText(actual.shape)}.`);
  }
  return compareTyped(expected.dtype, actual.dtype, what, () =>
    compareCells(cellsOf(expected), cellsOf(actual), (index) => `${what}[${positionOf(index, expected.shape).join(', ')}]`),
  );
}

/** A date in an array of dates is its first moment: arrays of days and of nanoseconds hold the same dates. */
function cellsOf({ dtype, items }: Of<'array'>): VariableValue[] {
  const isDay = (item: VariableValue) => item.kind === 'date' && /^\d+-\d\d-\d\d$/.test(item.value);
  return family(dtype) === 'datetime'
    ? items.map((item) => (item.kind === 'date' && isDay(item) ? { ...item, value: `${item.value}T00:00:00` } : item))
    : [...items];
}

/** By type, index, items and name. */
function compareSeries(expected: Of<'series'>, actual: Of<'series'>, what: string): Difference | null {
  if (expected.items.length !== actual.items.length) {
    return difference(`${what} should have ${expected.items.length} items, but it has ${actual.items.length}.`);
  }
  return (
    compareCells(expected.index, actual.index, (index) => `Index ${index + 1} of ${what}`) ??
    compareTyped(expected.dtype, actual.dtype, what, () =>
      compareCells(expected.items, actual.items, (index) => `${what}[${labelOf(expected.index, index)}]`),
    ) ??
    compareCells([expected.name], [actual.name], () => `The name of ${what}`)
  );
}

/** By columns in order, then index, then the cells column by column. */
function compareFrames(expected: Of<'frame'>, actual: Of<'frame'>, what: string): Difference | null {
  const columns = compareColumns(expected.columns, actual.columns, what);
  if (columns) return columns;
  if (expected.rows.length !== actual.rows.length)
    return difference(`${what} should have ${expected.rows.length} rows, but it has ${actual.rows.length}.`);
  const index = compareCells(expected.index, actual.index, (row) => `Index ${row + 1} of ${what}`);
  if (index) return index;
  for (const [number, column] of expected.columns.entries()) {
    const cell = (row: number) => `Column ${textOf(column)}, row ${labelOf(expected.index, row)} of ${what}`;
    const types = [expected.dtypes[number] ?? '', actual.dtypes[number] ?? ''] as const;
    const found = compareTyped(...types, `Column ${textOf(column)} of ${what}`, () =>
      compareCells(columnOf(expected, number), columnOf(actual, number), cell),
    );
    if (found) return found;
  }
  return null;
}

function compareColumns(expected: readonly VariableValue[], actual: readonly VariableValue[], what: string): Difference | null {
  const missing = firstNotIn(actual, expected);
  if (missing) return difference(`${what} should have the column ${textOf(missing)}.`, `${what} doesn’t have every column that it should.`);
  const extra = firstNotIn(expected, actual);
  if (extra) return difference(`${what} has the column ${textOf(extra)}, which should not be there.`);
  if (expected.length !== actual.length) return difference(`${what} should have ${expected.length} columns, but it has ${actual.length}.`);
  return compareCells(expected, actual, (index) => `Column ${index + 1} of ${what}`);
}

function firstNotIn(known: readonly VariableValue[], columns: readonly VariableValue[]): VariableValue | undefined {
  const names = new Set(known.map((column) => JSON.stringify(column).normalize()));
  return columns.find((column) => !names.has(JSON.stringify(column).normalize()));
}

function columnOf(frame: Of<'frame'>, number: number): VariableValue[] {
  return frame.rows.flatMap((row) => row[number] ?? []);
}

/** Missing values are equal in any form; callers have checked that the lengths are equal. */
function compareCells(
  expected: readonly VariableValue[],
  actual: readonly VariableValue[],
  labelAt: (index: number) => string,
): Difference | null {
  for (const [index, cell] of expected.entries()) {
    const other = actual[index];
    if (!other || (isMissing(cell) && isMissing(other))) continue;
    const found = compareValues(cell, other, labelAt(index));
    if (found) return found;
  }
  return null;
}

/** Types that only say how values are stored: Int32 holds the same missing value as object and float64. Their values have their own types. */
const STORAGE = new Set(['int', 'float', 'complex', 'bool', 'boolean', 'object', 'string', 'str', 'text']);

/**
 * Compares the type of an array or column and its values. The width of a number is ignored: int32 on one machine is int64 on another.
 * @param compare Compares the values.
 */
function compareTyped(expected: string, actual: string, what: string, compare: () => Difference | null): Difference | null {
  const [wanted, found] = [family(expected), family(actual)];
  if (wanted === found) return compare();
  if (STORAGE.has(wanted) && STORAGE.has(found) && compare() === null) return null;
  return difference(`${what} should have the type ${expected}, but it has ${actual}.`);
}

function family(dtype: string): string {
  if (/^u?int\d+$/i.test(dtype)) return 'int';
  if (/^float\d+$/i.test(dtype)) return 'float';
  if (/^complex\d+$/.test(dtype)) return 'complex';
  if (/^datetime64\[\w+\]$/.test(dtype)) return 'datetime';
  if (/^timedelta64\[\w+\]$/.test(dtype)) return 'timedelta';
  return /^[<>|=]?[US]\d+$/.test(dtype) ? 'text' : dtype;
}

function labelOf(index: readonly VariableValue[], row: number): string {
  const label = index[row];
  return label ? textOf(label) : String(row);
}

/** Position of item `index` in an array of this shape. */
function positionOf(index: number, shape: readonly number[]): number[] {
  const position: number[] = [];
  let rest = index;
  for (const size of shape.toReversed()) {
    position.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return position;
}

/** Whether a table treats a value as missing: pandas writes missing values as None, NaN or NaT. */
function isMissing(value: VariableValue): boolean {
  return value.kind === 'none' || (value.kind === 'float' && value.value === 'nan') || (value.kind === 'date' && value.value === 'NaT');
}
