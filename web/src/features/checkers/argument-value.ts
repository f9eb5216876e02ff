import type { ArgumentType, CheckerArgument } from '#contract/checkers.ts';
import { isTolerance, TOLERANCE } from './tolerance.ts';

/** What is put into one field: a text, a position of the slider, yes or no. Null: it is not given. */
export type EntryValue = string | number | boolean | null;
export interface DictPair {
  readonly key: string;
  readonly value: EntryValue;
}

/** What is put in for one argument. */
export type ArgumentValue = EntryValue | readonly EntryValue[] | readonly DictPair[];
export type ArgumentValues = Readonly<Record<string, ArgumentValue>>;

/** What the fields of a form begin with. */
export function startValues(given: readonly CheckerArgument[]): ArgumentValues {
  return Object.fromEntries(given.map((argument) => [argument.name, startValue(argument)]));
}

function startValue(argument: CheckerArgument): ArgumentValue {
  if (isTolerance(argument)) return TOLERANCE.standard;
  if (argument.type === 'list' || argument.type === 'dict') return [];
  if (argument.type === 'bool') return typeof argument.default === 'boolean' ? argument.default : null;
  return null;
}

/** A new entry of a list or a dict. */
export function startEntry(type: ArgumentType): EntryValue {
  return type === 'bool' ? true : type === 'str' ? '' : null;
}

/** Entries have a type and nothing else: those that would need more are written as Python. */
export function entryType(argument: CheckerArgument): ArgumentType {
  const { entries } = argument;
  return entries === null || entries === 'list' || entries === 'dict' || entries === 'choice' ? 'any' : entries;
}
