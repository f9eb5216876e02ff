import type { VariableValue } from '#contract/variables.ts';
import { isMissing } from './compare-scalars.ts';
import { shapeText, textOf } from './value-text.ts';

/** Compares cell values of any kind; passed in by compare-values.ts, which imports this file. */
type Compare = (expected: VariableValue, actual: VariableValue, what: string) => string | null;
type Of<K extends VariableValue['kind']> = Extract<VariableValue, { kind: K }>;

export function compareArrays(expected: Of<'array'>, actual: Of<'array'>, what: string, compare: Compare): string | null {
  if (expected.shape.join() !== actual.shape.join()) {
    return `${what} should have the shape ${shapeText(expected.shape)}, but it has ${shapeText(actual.shape)}.`;
  }
  return (
    compareTypes(expected.dtype, actual.dtype, what) ??
    compareCells(expected.items, actual.items, (index) => `${what}[${positionOf(index, expected.shape).join(', ')}]`, compare)
  );
}

/** By type, index, items and name. */
export function compareSeries(expected: Of<'series'>, actual: Of<'series'>, what: string, compare: Compare): string | null {
  if (expected.items.length !== actual.items.length) {
    return `${what} should have ${expected.items.length} items, but it has ${actual.items.length}.`;
  }
  return (
    compareCells(expected.index, actual.index, (index) => `Index ${index + 1} of ${what}`, compare) ??
    compareTypes(expected.dtype, actual.dtype, what) ??
    compareCells(expected.items, actual.items, (index) => `${what}[${labelOf(expected.index, index)}]`, compare) ??
    compareCells([expected.name], [actual.name], () => `The name of ${what}`, compare)
  );
}

/** By columns in order, then index, then the cells column by column. */
export function compareFrames(expected: Of<'frame'>, actual: Of<'frame'>, what: string, compare: Compare): string | null {
  const columns = compareColumns(expected.columns, actual.columns, what, compare);
  if (columns) return columns;
  if (expected.rows.length !== actual.rows.length)
    return `${what} should have ${expected.rows.length} rows, but it has ${actual.rows.length}.`;
  const index = compareCells(expected.index, actual.index, (row) => `Index ${row + 1} of ${what}`, compare);
  if (index) return index;
  for (const [number, column] of expected.columns.entries()) {
    const cell = (row: number) => `Column ${textOf(column)}, row ${labelOf(expected.index, row)} of ${what}`;
    const difference =
      compareTypes(expected.dtypes[number] ?? '', actual.dtypes[number] ?? '', `Column ${textOf(column)} of ${what}`) ??
      compareCells(columnOf(expected, number), columnOf(actual, number), cell, compare);
    if (difference) return difference;
  }
  return null;
}

function compareColumns(
  expected: readonly VariableValue[],
  actual: readonly VariableValue[],
  what: string,
  compare: Compare,
): string | null {
  const missing = firstNotIn(actual, expected);
  if (missing) return `${what} should have the column ${textOf(missing)}.`;
  const extra = firstNotIn(expected, actual);
  if (extra) return `${what} has the column ${textOf(extra)}, which should not be there.`;
  if (expected.length !== actual.length) return `${what} should have ${expected.length} columns, but it has ${actual.length}.`;
  return compareCells(expected, actual, (index) => `Column ${index + 1} of ${what}`, compare);
}

function firstNotIn(known: readonly VariableValue[], columns: readonly VariableValue[]): VariableValue | undefined {
  const names = new Set(known.map((column) => JSON.stringify(column)));
  return columns.find((column) => !names.has(JSON.stringify(column)));
}

function columnOf(frame: Of<'frame'>, number: number): VariableValue[] {
  return frame.rows.flatMap((row) => row[number] ?? []);
}

/** Missing values are equal in any form; callers have checked that the lengths are equal. */
function compareCells(
  expected: readonly VariableValue[],
  actual: readonly VariableValue[],
  place: (index: number) => string,
  compare: Compare,
): string | null {
  for (const [index, cell] of expected.entries()) {
    const other = actual[index];
    if (!other || (isMissing(cell) && isMissing(other))) continue;
    const difference = compare(cell, other, place(index));
    if (difference) return difference;
  }
  return null;
}

/** The width of a number is ignored: int32 on one machine is int64 on another. */
function compareTypes(expected: string, actual: string, what: string): string | null {
  return family(expected) === family(actual) ? null : `${what} should have the type ${expected}, but it has ${actual}.`;
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
