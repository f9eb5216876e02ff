/** The texts of values in the feedback of checks: short, and never all of a large value. */

import { shorten } from '#platform/contract/shorten.ts';
import type { VariableValue } from '#platform/contract/variables.ts';

/** Characters of a value quoted in a sentence. */
const QUOTED_CHARACTERS = 60;

/** A value in a sentence. */
export function textOf(value: VariableValue): string {
  return shorten(written(value), QUOTED_CHARACTERS);
}

function written(value: VariableValue): string {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
    case 'date':
      return value.value;
    case 'float':
      return String(value.value);
    case 'complex':
      return `${value.real}+${value.imag}j`;
    case 'str':
      return `"${value.value}"`;
    case 'bytes':
      return `bytes ${value.value}`;
    case 'list':
    case 'tuple':
    case 'set':
      return `a ${value.kind} of ${value.items.length}`;
    case 'dict':
      return `a dict of ${value.entries.length}`;
    case 'array':
      return `an array of shape ${shapeText(value.shape)}`;
    case 'series':
      return `a Series of ${value.items.length}`;
    case 'frame':
      return `a DataFrame of ${value.rows.length} rows and ${value.columns.length} columns`;
    case 'plot':
      return 'a plot';
    case 'opaque':
      return value.text;
    default:
      return value satisfies never;
  }
}

/** In Python's notation. */
export function shapeText(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
}

/** The kind of a value, with its article. */
export function kindText(kind: VariableValue['kind']): string {
  const texts: Record<VariableValue['kind'], string> = {
    none: 'None',
    bool: 'a bool',
    int: 'an int',
    float: 'a float',
    complex: 'a complex number',
    str: 'a str',
    bytes: 'bytes',
    date: 'a date or time',
    list: 'a list',
    tuple: 'a tuple',
    set: 'a set',
    dict: 'a dict',
    array: 'an array',
    series: 'a Series',
    frame: 'a DataFrame',
    plot: 'a plot',
    opaque: 'another kind of object',
  };
  return texts[kind];
}
