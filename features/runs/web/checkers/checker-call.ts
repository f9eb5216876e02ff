import type { ArgumentType, Checker, CheckerArgument } from '../../contract/checkers.ts';
import { type ArgumentValue, type ArgumentValues, type DictPair, entryType, type EntryValue } from './argument-value.ts';
import { pythonFloat, pythonInt, pythonString, pythonValue } from './python-literal.ts';
import { isTolerance } from './tolerance.ts';

export interface CheckerCall {
  /** The Python call; `...` marks missing arguments. */
  text: string;
  /** Problems by argument name. Empty: the call can be inserted. */
  problems: Readonly<Record<string, string>>;
}

type Literal = { text: string } | { problem: string } | null;

/**
 * Builds a checker call in Python. Required arguments come first, positionally; the others by name, and only when they differ from their
 * defaults.
 */
export function checkerCall(checker: Pick<Checker, 'name' | 'arguments'>, values: ArgumentValues): CheckerCall {
  const problems: Record<string, string> = {};
  const written: string[] = [];
  let canBePlain = true;
  for (const argument of checker.arguments) {
    const literal = literalOf(argument, values[argument.name] ?? null);
    if (literal !== null && 'problem' in literal) problems[argument.name] = literal.problem;
    else if (literal === null && argument.is_required) problems[argument.name] = 'This argument is required.';
    const text = literal !== null && 'text' in literal ? literal.text : null;
    canBePlain &&= argument.is_required;
    if (argument.is_required) written.push(canBePlain ? (text ?? '...') : `${argument.name}=${text ?? '...'}`);
    else if (text !== null && text !== pythonValue(argument.default)) written.push(`${argument.name}=${text}`);
  }
  return { text: `${checker.name}(${written.join(', ')})`, problems };
}

function literalOf(argument: CheckerArgument, value: ArgumentValue): Literal {
  if (isTolerance(argument)) return typeof value === 'number' ? { text: String(value) } : null;
  if (argument.type !== 'list' && argument.type !== 'dict') return entryLiteral(argument.type, value as EntryValue);
  const isDict = argument.type === 'dict';
  const entries = (value ?? []) as readonly (EntryValue | DictPair)[];
  if (entries.length === 0) return argument.is_required ? { text: isDict ? '{}' : '[]' } : null;
  const texts: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const isPair = typeof entry === 'object' && entry !== null;
    const literal = entryLiteral(entryType(argument), isPair ? entry.value : entry);
    const problem = literal === null ? 'Enter a value.' : 'problem' in literal ? literal.problem : null;
    if (literal === null || 'problem' in literal) return { problem: `Entry ${index + 1}: ${problem}` };
    texts.push(isPair ? `${pythonString(entry.key)}: ${literal.text}` : literal.text);
  }
  const twice = isDict ? firstTwice(entries.map((entry) => (entry as DictPair).key)) : null;
  if (twice !== null) return { problem: `The key ${pythonString(twice)} appears twice.` };
  return { text: isDict ? `{${texts.join(', ')}}` : `[${texts.join(', ')}]` };
}

function entryLiteral(type: ArgumentType, value: EntryValue): Literal {
  if (value === null) return null;
  if (typeof value === 'boolean') return { text: value ? 'True' : 'False' };
  const typed = String(value);
  switch (type) {
    case 'int':
      return numberLiteral(typed, pythonInt(typed), 'Enter a whole number.');
    case 'float':
      return numberLiteral(typed, pythonFloat(typed), 'Enter a number.');
    case 'any':
      return expressionLiteral(typed);
    case 'code':
      return typed === '' ? null : { text: pythonString(typed) };
    case 'str':
    case 'choice':
    case 'bool':
    case 'list':
    case 'dict':
      return { text: pythonString(typed) };
  }
}

function numberLiteral(typed: string, text: string | null, problem: string): Literal {
  if (typed.trim() === '') return null;
  return text === null ? { problem } : { text };
}

/** Python as entered. Several lines are wrapped in parentheses; otherwise a line end would end the call. */
function expressionLiteral(typed: string): Literal {
  const text = typed.trim();
  if (text === '') return null;
  return { text: text.includes('\n') ? `(${text})` : text };
}

function firstTwice(keys: readonly string[]): string | null {
  return keys.find((key, index) => keys.indexOf(key) !== index) ?? null;
}
