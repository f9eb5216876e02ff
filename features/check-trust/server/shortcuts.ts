/** Ways round the work of a screen: a constant instead of a solution, and given values that are changed to fit. */

import type { AnswerVariable, ScreenFields } from '#features/screens/contract/screens.ts';
import { type Language, LANGUAGES } from '#platform/contract/languages.ts';

export interface Shortcut {
  readonly code: string;
  /** Name of the code, for people. */
  readonly name: string;
}

type Code = Pick<ScreenFields, 'answer_code' | 'initial_code'>;

/** Longer values aren't written by hand. */
const LONGEST = 200;

/**
 * The shortcuts to the variables that a screen compares. None if a value can't be written as a constant, or if the answer itself is one.
 */
export function shortcutsOf(language: Language, { answer_code, initial_code }: Code, variables: readonly AnswerVariable[]): Shortcut[] {
  const { constants } = LANGUAGES[language];
  if (constants === null || variables.length === 0) return [];
  const assign = (name: string, value: string) => `${name} ${constants.assigns} ${value}`;
  const values = variables.map((variable) => constantOf(variable, constants));
  const lines = variables.flatMap(({ name }, index) => values[index]?.map((value) => assign(name, value)) ?? []);
  const answer = linesOf(answer_code);
  if (lines.length < variables.length || lines.every((line) => answer.includes(line))) return [];
  const initial = new Set(linesOf(initial_code));
  const given = answer.filter((line) => initial.has(line));
  const shown = lines.join('; ');
  return [
    { code: [...given, ...lines].join('\n'), name: `A constant instead of a solution (${shown})` },
    ...changedGiven(given, variables, values.flat()).map((code) => ({
      code: code.map(([name, value]) => assign(name, value)).join('\n'),
      name: 'A given value that is changed to the result',
    })),
  ];
}

/** The first given value is replaced by the value of the only variable, which then is that value: pairs of names and values. */
function changedGiven(given: readonly string[], variables: readonly AnswerVariable[], values: readonly string[]): [string, string][][] {
  const [variable, ...others] = variables;
  const [value] = values;
  const name = given.map((line) => /^([A-Za-z]\w*)\s*(?:=|<-)(?!=)/.exec(line)?.[1]).find((each) => each !== undefined);
  if (!variable || value === undefined || others.length > 0 || name === undefined || name === variable.name) return [];
  return [
    [
      [name, value],
      [variable.name, name],
    ],
  ];
}

/** The value as code, in a list; empty: it isn't a simple one. */
function constantOf({ value }: AnswerVariable, { yes, no }: { readonly yes: string; readonly no: string }): string[] {
  if (value?.kind === 'int') return [value.value];
  if (value?.kind === 'float' && typeof value.value === 'number') return [String(value.value)];
  if (value?.kind === 'str' && value.value.length <= LONGEST) return [JSON.stringify(value.value)];
  return value?.kind === 'bool' ? [value.value ? yes : no] : [];
}

function linesOf(code: string): string[] {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
