import type { Variable, VariableValue } from '#platform/contract/variables.ts';
import { pythonString } from './python-literal.ts';

/** A check of one variable of a run. */
export interface CheckSuggestion {
  readonly name: string;
  /** The value in short, as the run showed it. */
  readonly value: string;
  readonly call: string;
}

/** Longer values are compared with those of the answer, so that the check stays readable. */
const LONGEST_NUMBER = 12;
const LONGEST_TEXT = 40;
const LONGEST_SHOWN = 24;

/** A check for each variable of a run of the answer: short values are part of the call, others are compared with the answer. */
export function suggestChecks(variables: readonly Pick<Variable, 'name' | 'type_name' | 'string_form' | 'value'>[]): CheckSuggestion[] {
  return variables.map(({ name, type_name, string_form, value }) => {
    const quoted = pythonString(name);
    const literal = value === null ? null : literalOf(value);
    const shown = literal ?? shownValue(type_name, string_form);
    if (type_name === 'function') return { name, value: 'function', call: `function_defined(${quoted})` };
    if (value?.kind === 'frame' || type_name === 'DataFrame') return { name, value: 'DataFrame', call: `dataframe_value(${quoted})` };
    return { name, value: shown, call: literal === null ? `variable_value(${quoted})` : `variable_value(${quoted}, ${literal})` };
  });
}

/** Whether check code has this checker for this variable already, with whatever arguments. */
export function hasCheck(code: string, { call }: Pick<CheckSuggestion, 'call'>): boolean {
  const begin = /^\w+\("(?:[^"\\]|\\.)*"/.exec(call)?.[0] ?? call;
  return code.includes(begin) || code.includes(begin.replaceAll('"', "'"));
}

function literalOf(value: VariableValue): string | null {
  if (value.kind === 'bool') return value.value ? 'True' : 'False';
  if (value.kind === 'int') return value.value.length <= LONGEST_NUMBER ? value.value : null;
  if (value.kind === 'float') return typeof value.value === 'number' ? floatLiteral(value.value) : null;
  return value.kind === 'str' && value.value.length <= LONGEST_TEXT ? pythonString(value.value) : null;
}

function floatLiteral(value: number): string | null {
  const text = Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}.0` : String(value);
  return text.length <= LONGEST_NUMBER ? text : null;
}

function shownValue(typeName: string, text: string): string {
  const line = text.trim();
  return line === '' || line.includes('\n') || line.length > LONGEST_SHOWN ? typeName : line;
}
