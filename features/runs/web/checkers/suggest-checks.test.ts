import { describe, expect, it } from 'vitest';
import type { Variable } from '#platform/contract/variables.ts';
import { hasCheck, suggestChecks } from './suggest-checks.ts';

const variable = (change: Partial<Variable>): Variable => ({
  name: 'x',
  type_name: 'int',
  base_class: 'object',
  length: null,
  string_form: '',
  html_output: null,
  image: null,
  value: null,
  ...change,
});
const long = 'a'.repeat(41);

describe('a suggested check', () => {
  it.each<[string, Partial<Variable>, string, string]>([
    ['a whole number', { value: { kind: 'int', value: '42' } }, '42', 'variable_value("x", 42)'],
    [
      'a long number',
      { string_form: '12345678901234', value: { kind: 'int', value: '12345678901234' } },
      '12345678901234',
      'variable_value("x")',
    ],
    ['a number', { value: { kind: 'float', value: 4.5 } }, '4.5', 'variable_value("x", 4.5)'],
    ['a float without decimals', { value: { kind: 'float', value: 4 } }, '4.0', 'variable_value("x", 4.0)'],
    [
      'a number with many decimals',
      { string_form: '4.333333333333333', value: { kind: 'float', value: 4.333333333333333 } },
      '4.333333333333333',
      'variable_value("x")',
    ],
    ['no number', { string_form: 'nan', value: { kind: 'float', value: 'nan' } }, 'nan', 'variable_value("x")'],
    ['yes or no', { value: { kind: 'bool', value: true } }, 'True', 'variable_value("x", True)'],
    ['a text', { value: { kind: 'str', value: 'a "b"' } }, String.raw`"a \"b\""`, String.raw`variable_value("x", "a \"b\"")`],
    ['a long text', { type_name: 'str', string_form: long, value: { kind: 'str', value: long } }, 'str', 'variable_value("x")'],
    ['a short list', { type_name: 'list', string_form: '[1, 2]', value: { kind: 'list', items: [] } }, '[1, 2]', 'variable_value("x")'],
    ['an array of lines', { type_name: 'ndarray', string_form: '[[1]\n [2]]' }, 'ndarray', 'variable_value("x")'],
    ['a data frame', { type_name: 'DataFrame', string_form: '   a\n0  1' }, 'DataFrame', 'dataframe_value("x")'],
    ['a function', { type_name: 'function', string_form: '<function x>' }, 'function', 'function_defined("x")'],
  ])('of %s', (_, change, value, call) => {
    expect(suggestChecks([variable(change)])).toEqual([{ name: 'x', value, call }]);
  });

  it.each([
    ['variable_value("x", 42)', true],
    ['variable_value("x", 7, tolerance=2)', true],
    ["variable_value('x')", true],
    ['variable_value("xy")', false],
    ['variable_exists("x")', false],
    ['', false],
  ])('is known to be in %j: %s', (code, expected) => {
    expect(hasCheck(code, { call: 'variable_value("x", 42)' })).toBe(expected);
  });
});
