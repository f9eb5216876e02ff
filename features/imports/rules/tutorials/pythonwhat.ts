import type { ReadTree } from '../code-names.ts';
import { type PythonCall, type PythonValue, readPythonCalls } from './python-calls.ts';

/** What an exercise of DataCamp checks. */
export interface Translated {
  /** Calls of custom checks. */
  readonly checks: readonly string[];
  /** What learners read once it is solved. */
  readonly success: string;
  /** The number of the right choice, from 1, and what is said of each; null: it is no question. */
  readonly choice: { readonly right: number; readonly messages: readonly string[] } | null;
  /** Statements without a counterpart. */
  readonly left: readonly string[];
}

/** Statements that check nothing. */
const IDLE = /^(?:import|from)[ \t]|^(?:set_language|setup_state|set_options|pass)\b/;

/** Translates checks of pythonwhat and sqlwhat. Statements that say something else are left. */
export function translatePythonwhat(readTree: ReadTree, code: string): Translated {
  const statements = readPythonCalls(readTree, code);
  if (statements === null) return { checks: [], success: '', choice: null, left: [code] };
  const found = { checks: [] as string[], success: '', choice: null as Translated['choice'], left: [] as string[] };
  for (const { call, source } of statements) {
    if (call?.name === 'success_msg') found.success = textOf(call, 'message', 0) ?? '';
    else if (call?.name === 'test_mc' || call?.name === 'has_chosen') found.choice = choiceOf(call);
    else if (!IDLE.test(source)) {
      const checks = call && checksOf(call, null);
      if (checks === null) found.left.push(source);
      else found.checks.push(...checks);
    }
  }
  return { ...found, checks: [...new Set(found.checks)] };
}

const argOf = ({ args }: PythonCall, name: string, at?: number): PythonValue | undefined =>
  (args.find((arg) => arg.name === name) ?? (at === undefined ? undefined : args.filter((arg) => arg.name === '')[at]))?.value;
const textOf = (call: PythonCall, name: string, at?: number) => argOf(call, name, at)?.string ?? null;

function choiceOf(call: PythonCall): Translated['choice'] {
  const right = Number(argOf(call, 'correct', 0)?.source);
  return Number.isInteger(right) && right > 0
    ? { right, messages: (argOf(call, 'msgs', 1)?.list ?? []).map(({ string }) => string ?? '') }
    : null;
}

/** A call of a checker, with the message of the check that it replaces. */
function checker(name: string, args: readonly string[], call: PythonCall, ...messages: readonly string[]): string {
  const message = messages.map((each) => textOf(call, each)).find((each) => each !== null && !/__JINJA__|\{\{/.test(each));
  return `${name}(${[...args, ...(message === undefined || message === null ? [] : [`feedback=${JSON.stringify(message)}`])].join(', ')})`;
}

const quoted = (text: string) => JSON.stringify(text);

/**
 * @param subject what a check without anything before it is about, as in `multi(…)`
 * @returns null if a part has no counterpart
 */
function checksOf(call: PythonCall, subject: PythonCall | null): string[] | null {
  const on = call.on ?? subject;
  switch (call.name) {
    case 'Ex':
      return [];
    case 'multi':
    case 'check_correct':
    case 'test_correct': {
      // The second part of `check_correct` only says more about a mistake.
      const parts = call.args.map(({ value }) => value).slice(0, call.name === 'multi' ? undefined : 1);
      const before = on === null ? [] : checksOf(on, null);
      const all = parts.map((part) => (part.call ? checksOf(part.call, on) : null));
      return before === null || all.includes(null) ? null : [...before, ...all.flatMap((each) => each ?? [])];
    }
    default:
      return on === null || on.name === 'Ex' ? ofCode(call) : ofPart(call, on);
  }
}

/** Checks of all of the code and its output. */
function ofCode(call: PythonCall): string[] | null {
  const [text, name] = [textOf(call, 'text', 0), textOf(call, 'name', 0)];
  // sqlwhat says `fixed`, pythonwhat `pattern`.
  const isPattern = argOf(call, 'pattern', 1)?.source !== 'False' && argOf(call, 'fixed')?.source !== 'True';
  switch (call.name) {
    case 'test_object':
      return name === null ? null : [checker('variable_value', [quoted(name)], call, 'incorrect_msg')];
    case 'check_object':
    case 'check_df':
      return name === null ? null : [checker('variable_exists', [quoted(name)], call, 'missing_msg')];
    case 'check_function':
      return name === null ? null : [checker('function_called', [quoted(lastName(name))], call, 'missing_msg')];
    case 'has_output':
    case 'test_output_contains':
      if (text === null) return null;
      return [checker(isPattern ? 'output_matches' : 'output_contains', [quoted(text)], call, 'no_output_msg')];
    case 'has_code':
    case 'test_student_typed':
      if (text === null) return null;
      return [checker(isPattern ? 'code_matches' : 'code_contains', [quoted(text)], call, 'not_typed_msg')];
    case 'has_import':
    case 'test_import':
      return name === null ? null : [checker('import_used', [quoted(name)], call, 'not_imported_msg')];
    case 'has_printout':
      return [checker('output_equals', [], call, 'not_printed_msg')];
    case 'has_no_error':
    case 'test_error':
      return [checker('no_error', [], call, 'incorrect_msg')];
    case 'check_result':
    case 'test_result':
      return [checker('result_equals_answer', [], call, 'incorrect_msg')];
    default:
      return null;
  }
}

/** Checks of a part of the code, such as a variable. */
function ofPart(call: PythonCall, on: PythonCall): string[] | null {
  const name = textOf(on, 'name', 0);
  const isEqual = call.name === 'has_equal_value';
  if (on.name === 'check_object' || on.name === 'check_df') {
    if (name !== null && isEqual && argOf(call, 'expr_code') === undefined)
      return [checker('variable_value', [quoted(name)], call, 'incorrect_msg')];
    const key = call.name === 'check_keys' ? textOf(call, 'key', 0) : null;
    return name === null || key === null
      ? null
      : [checker('dataframe_columns', [quoted(name), `[${quoted(key)}]`, 'allow_more=True'], call, 'missing_msg')];
  }
  if (on.name === 'check_keys' && isEqual && on.on) {
    const [frame, key] = [textOf(on.on, 'name', 0), textOf(on, 'key', 0)];
    return frame === null || key === null
      ? null
      : [checker('dataframe_value', [quoted(frame), `columns=[${quoted(key)}]`], call, 'incorrect_msg')];
  }
  if (on.name === 'check_result' && isEqual) return [checker('result_equals_answer', [], call, 'incorrect_msg')];
  return null;
}

/** `numpy.array` is called as `np.array`. */
function lastName(name: string): string {
  return name.split('.').at(-1) ?? name;
}
