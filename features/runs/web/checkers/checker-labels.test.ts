import { describe, expect, it } from 'vitest';
import metadata from '../../../../runner/pycheck/metadata.json' with { type: 'json' };
import { argumentLabel, checkerLabel } from './checker-labels.ts';

describe('the labels of checkers and their arguments', () => {
  it.each([
    ['variable_value', 'Variable value'],
    ['dataframe_columns', 'Data frame columns'],
    ['no_error', 'No error'],
  ])('%s is called %s', (name, label) => {
    expect(checkerLabel(name)).toBe(label);
  });

  it.each([
    ['Variables', 'name', 'Variable'],
    ['Functions', 'name', 'Function'],
    ['Variables', 'expected', 'Expected value'],
    ['Plots', 'x_label', 'X label'],
  ])('in %s, %s is called %s', (group, name, label) => {
    expect(argumentLabel({ group }, { name })).toBe(label);
  });

  it('has another label for each argument of every checker', () => {
    for (const checker of metadata) {
      const labels = checker.arguments.map((argument) => argumentLabel(checker, argument));
      expect({ checker: checker.name, labels: [...new Set(labels)] }).toEqual({ checker: checker.name, labels });
    }
  });
});
