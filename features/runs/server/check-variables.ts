/** Checks the variables of a run. */

import type { AnswerVariable } from '#features/screens/contract/screens.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { shorten } from '#platform/contract/shorten.ts';
import type { Variable, VariableValue } from '#platform/contract/variables.ts';
import type { Check } from '../contract/runs.ts';
import { compareValues } from './compare-values.ts';
import { difference, type Difference, feedbackOf } from './difference.ts';

const FEEDBACK_CHARACTERS = 200;
const SHOWN_CHARACTERS = 200;
/** numpy's scalars: `numpy.mean` of a list and a division give the same number in two types. */
const NUMPY_SCALAR = /^(u?int(8|16|32|64)|float(16|32|64|128)|longdouble|bool_?|str_|bytes_|complex(64|128)|datetime64|timedelta64)$/;
/** R's two number types, which its users don't distinguish: `1:3` has one, `c(1, 2, 3)` the other. */
const R_NUMBER = /^(integer|numeric)$/;
/** R's data frames: which one results depends on the package that made it, and rows and columns are the same. */
const R_FRAME = /^(data\.frame|(spec_)?tbl_df|grouped_df|rowwise_df|data\.table)$/;
const SCALAR_KINDS: ReadonlySet<VariableValue['kind']> = new Set(['bool', 'int', 'float', 'complex', 'str', 'bytes', 'date']);

/**
 * Compares variables with those of the answer: type, then value.
 *
 * - Types are equal by name. A numpy scalar equals the corresponding Python type: `float64` and `float`, `int64` and
 *   `int`. R's integers and doubles are both numbers, and its tibbles are data frames.
 * - Floats are equal within 1e-6 of the larger one, or 1e-8; NaN equals NaN. A bool is not an int, and an int not a
 *   float.
 * - Arrays by shape, type and items; series and frames by columns, index, types and cells, where None, NaN and NaT are
 *   equal. The width of number types is ignored.
 * - Sets in any order, dicts by key. Plots by their content. Anything else by its text.
 */
export function checkVariables(expected: readonly AnswerVariable[], actual: readonly Variable[]): Check {
  const results = expected.map((answer) => checkVariable(answer, actual));
  return { enabled: true, pass: results.every(({ pass }) => pass), results };
}

function checkVariable(answer: AnswerVariable, actual: readonly Variable[]): CheckResult {
  const found = actual.find(({ name }) => name === answer.name);
  const wrong = differenceOf(answer, found);
  return {
    name: answer.name,
    pass: wrong === null,
    expected: answer.string_form === undefined ? null : shorten(answer.string_form, SHOWN_CHARACTERS),
    actual: found ? shorten(found.string_form, SHOWN_CHARACTERS) : null,
    ...feedbackOf(wrong, FEEDBACK_CHARACTERS),
    hints: found ? [] : hintsFor(answer.name, actual),
  };
}

function differenceOf(answer: AnswerVariable, found: Variable | undefined): Difference | null {
  const { name, value, type_name: type } = answer;
  if (!value || type === undefined) {
    return difference(
      `The lesson has a mistake: the answer has no recorded value of ${name}. Run the answer and select the variable again.`,
    );
  }
  if (!found) return difference(`There is no variable ${name}.`);
  if (!found.value) return difference(`Couldn’t read the value of ${name}.`);
  if (!isSameType({ type, value }, { type: found.type_name, value: found.value })) {
    return difference(`${name} should be of type ${type}, but it is of type ${found.type_name}.`);
  }
  return compareValues(value, found.value, name);
}

interface Typed {
  readonly type: string;
  readonly value: VariableValue;
}

function isSameType(one: Typed, other: Typed): boolean {
  if (one.type === other.type || [R_NUMBER, R_FRAME].some((types) => types.test(one.type) && types.test(other.type))) return true;
  const isKin = NUMPY_SCALAR.test(one.type) || NUMPY_SCALAR.test(other.type);
  return isKin && one.value.kind === other.value.kind && SCALAR_KINDS.has(one.value.kind);
}

/** A name that differs only in case or underscores is probably the intended one. */
function hintsFor(name: string, actual: readonly Variable[]): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', '');
  const near = actual.find((variable) => plain(variable.name) === plain(name));
  return near ? [`There is a variable named ${near.name}.`] : [];
}
