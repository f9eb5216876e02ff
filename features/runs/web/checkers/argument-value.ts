import type { ArgumentType, CheckerArgument } from '../../contract/checkers.ts';
import { isTolerance, TOLERANCE } from './tolerance.ts';

/** The value of one field: text, slider position or boolean. Null: not given. */
export type EntryValue = string | number | boolean | null;
export interface DictPair {
  readonly key: string;
  readonly value: EntryValue;
}

/** The value of one argument. */
export type ArgumentValue = EntryValue | readonly EntryValue[] | readonly DictPair[];
export type ArgumentValues = Readonly<Record<string, ArgumentValue>>;

/** Initial values of a form. */
export function startValues(given: readonly CheckerArgument[]): ArgumentValues {
  return Object.fromEntries(given.map((argument) => [argument.name, startValue(argument)]));
}

function startValue(argument: CheckerArgument): ArgumentValue {
  if (isTolerance(argument)) return TOLERANCE.standard;
  if (argument.type === 'list' || argument.type === 'dict') return [];
  if (argument.type === 'bool') return typeof argument.default === 'boolean' ? argument.default : null;
  return null;
}

/** A new entry of a list or dict. */
export function startEntry(type: ArgumentType): EntryValue {
  return type === 'bool' ? true : type === 'str' ? '' : null;
}

/** Entries have only a type; anything that needs more is written as Python. */
export function entryType(argument: CheckerArgument): ArgumentType {
  const { entries } = argument;
  return entries === null || entries === 'list' || entries === 'dict' || entries === 'choice' ? 'any' : entries;
}
