import type { AnswerVariable } from '#features/screens/contract/screens.ts';
import type { Variable } from '#platform/contract/variables.ts';

/** A row of the variables table. */
export interface VariableRow {
  readonly variable: Variable;
  readonly isSelected: boolean;
  /** Selected earlier, but not set by this run of the answer. */
  readonly isMissing: boolean;
  /** The stored value differs from this run's. */
  readonly isStale: boolean;
}

const UNKNOWN = { type_name: '', base_class: '', length: null, string_form: '', html_output: null, image: null, value: null };

/** The variables of a run of the answer, and the selected ones that it did not set. */
export function variableRows(vars: readonly Variable[], selected: readonly AnswerVariable[]): VariableRow[] {
  const stored = new Map(selected.map((variable) => [variable.name, variable]));
  const present = new Set(vars.map((variable) => variable.name));
  const missing = selected.filter((variable) => !present.has(variable.name));
  return [
    ...vars.map((variable) => {
      const before = stored.get(variable.name);
      return {
        variable,
        isSelected: before !== undefined,
        isMissing: false,
        isStale: before !== undefined && !isSameValue(before, variable),
      };
    }),
    ...missing.map((variable) => ({ variable: { ...UNKNOWN, ...variable }, isSelected: true, isMissing: true, isStale: false })),
  ];
}

/** The selection with `name` toggled; variables set by this run get their current values. */
export function toggleVariable(rows: readonly VariableRow[], name: string): AnswerVariable[] {
  return selectedVariables(rows.map((row) => (row.variable.name === name ? { ...row, isSelected: !row.isSelected } : row)));
}

/** The selection, with current values for variables set by this run. */
export function selectedVariables(rows: readonly VariableRow[]): AnswerVariable[] {
  return rows.filter((row) => row.isSelected).map(({ variable }) => withoutUnknownValue(variable));
}

function isSameValue(a: AnswerVariable, b: Variable): boolean {
  return a.type_name === b.type_name && a.string_form === b.string_form;
}

/** A run without values must not overwrite the stored one. */
function withoutUnknownValue({ value, ...variable }: Variable): AnswerVariable {
  return value === null ? variable : { ...variable, value };
}
