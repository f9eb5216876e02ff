import { describe, expect, it } from 'vitest';
import type { Variable } from '#platform/contract/variables.ts';
import { toggleVariable, variableRows } from './compared-variables.ts';

function variable(name: string, string_form = '1'): Variable {
  return {
    name,
    type_name: 'int',
    base_class: 'int',
    length: null,
    string_form,
    html_output: null,
    image: null,
    value: { kind: 'int', value: string_form },
  };
}

describe('variables to compare', () => {
  const rows = variableRows(
    [variable('a', '2'), variable('b')],
    [
      { name: 'a', string_form: '1' },
      { name: 'gone', string_form: '9' },
    ],
  );

  it('are those of the run, then selected ones that it did not set', () => {
    expect(rows.map((row) => [row.variable.name, row.isSelected, row.isMissing, row.isStale])).toEqual([
      ['a', true, false, true],
      ['b', false, false, false],
      ['gone', true, true, false],
    ]);
  });

  it.each([
    ['b', ['a', 'b', 'gone']],
    ['a', ['gone']],
    ['gone', ['a']],
  ])('switching %s over leaves %j', (name, names) => {
    expect(toggleVariable(rows, name).map((each) => each.name)).toEqual(names);
  });

  it('have the values of the current run', () => {
    expect(toggleVariable(rows, 'gone')).toEqual([variable('a', '2')]);
  });

  it('keep a stored value that this run did not report', () => {
    const unasked = variableRows([{ ...variable('a'), value: null }], []);
    expect(toggleVariable(unasked, 'a')[0]).not.toHaveProperty('value');
  });
});
