import type { VariableValue } from '#contract/variables.ts';
import { sameFloat } from './compare-scalars.ts';
import { compareArrays, compareFrames, compareSeries } from './compare-tables.ts';
import { kindText, textOf } from './value-text.ts';

/**
 * Returns the first difference between two values, as a sentence that continues after a name ("x …"); null if they are
 * equal. Kinds must match: True is not 1, and 1 is not 1.0. `what` is the path inside a larger value.
 */
export function compareValues(expected: VariableValue, actual: VariableValue, what: string): string | null {
  if (expected.kind !== actual.kind) return `${what} should be ${kindText(expected.kind)}, but it is ${kindText(actual.kind)}.`;
  switch (expected.kind) {
    case 'none':
      return null;
    case 'bool':
    case 'int':
    case 'str':
    case 'bytes':
    case 'date':
      return actual.kind === expected.kind && expected.value === actual.value ? null : different(what, expected, actual);
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
      return actual.kind === 'array' ? compareArrays(expected, actual, what, compareValues) : null;
    case 'series':
      return actual.kind === 'series' ? compareSeries(expected, actual, what, compareValues) : null;
    case 'frame':
      return actual.kind === 'frame' ? compareFrames(expected, actual, what, compareValues) : null;
    case 'plot':
      return actual.kind === 'plot' ? comparePlots(expected.artists, actual.artists, what) : null;
    case 'opaque':
      return actual.kind === 'opaque' && expected.text === actual.text ? null : `${what} is not as expected.`;
    default:
      return expected satisfies never;
  }
}

function different(what: string, expected: VariableValue, actual: VariableValue): string {
  return `${what} should be ${textOf(expected)}, but it is ${textOf(actual)}.`;
}

function compareItems(expected: readonly VariableValue[], actual: readonly VariableValue[], what: string): string | null {
  if (expected.length !== actual.length) return `${what} should have ${count(expected.length, 'item')}, but it has ${actual.length}.`;
  for (const [index, item] of expected.entries()) {
    const other = actual[index];
    const difference = other && compareValues(item, other, `${what}[${index}]`);
    if (difference) return difference;
  }
  return null;
}

/** In any order. Items without an exact match are compared again within the tolerance of floats. */
function compareSets(expected: readonly VariableValue[], actual: readonly VariableValue[], what: string): string | null {
  const left = new Map(actual.map((item) => [JSON.stringify(item), item]));
  const unmatched = expected.filter((item) => !left.delete(JSON.stringify(item)));
  for (const item of unmatched) {
    const near = [...left].find(([, other]) => compareValues(item, other, '') === null);
    if (!near) return `${what} should contain ${textOf(item)}.`;
    left.delete(near[0]);
  }
  const [extra] = left.values();
  return extra === undefined ? null : `${what} contains ${textOf(extra)}, which should not be there.`;
}

function compareDicts(
  expected: readonly (readonly [VariableValue, VariableValue])[],
  actual: readonly (readonly [VariableValue, VariableValue])[],
  what: string,
): string | null {
  const left = new Map(actual.map((entry) => [JSON.stringify(entry[0]), entry]));
  for (const [key, value] of expected) {
    const exact = left.get(JSON.stringify(key));
    const found = exact ?? [...left.values()].find(([other]) => compareValues(key, other, '') === null);
    if (!found) return `${what} should have the key ${textOf(key)}.`;
    left.delete(JSON.stringify(found[0]));
    const difference = compareValues(value, found[1], `${what}[${textOf(key)}]`);
    if (difference) return difference;
  }
  const [extra] = left.values();
  return extra === undefined ? null : `${what} has the key ${textOf(extra[0])}, which should not be there.`;
}

function comparePlots(expected: readonly VariableValue[], actual: readonly VariableValue[], what: string): string | null {
  if (expected.length !== actual.length) return `${what} should show ${count(expected.length, 'plot')}, but it shows ${actual.length}.`;
  for (const [index, artist] of expected.entries()) {
    const other = actual[index];
    const difference = other && compareValues(artist, other, `Plot ${index + 1} of ${what}`);
    if (difference) return difference;
  }
  return null;
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
