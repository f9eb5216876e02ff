import { describe, expect, it } from 'vitest';
import type { AnswerVariable } from '#features/screens/contract/screens.ts';
import type { Variable, VariableValue } from '#platform/contract/variables.ts';
import { checkVariables } from './check-variables.ts';

const NONE: VariableValue = { kind: 'none' };
const int = (value: number | string): VariableValue => ({ kind: 'int', value: String(value) });
const float = (value: number | 'nan' | 'inf' | '-inf'): VariableValue => ({ kind: 'float', value });
const bool = (value: boolean): VariableValue => ({ kind: 'bool', value });
const str = (value: string): VariableValue => ({ kind: 'str', value });
const date = (value: string): VariableValue => ({ kind: 'date', value });
const bytes = (value: string): VariableValue => ({ kind: 'bytes', value });
const complex = (real: number, imag: number): VariableValue => ({ kind: 'complex', real, imag });
const list = (...items: VariableValue[]): VariableValue => ({ kind: 'list', items });
const tuple = (...items: VariableValue[]): VariableValue => ({ kind: 'tuple', items });
const set = (...items: VariableValue[]): VariableValue => ({ kind: 'set', items });
const dict = (...entries: [VariableValue, VariableValue][]): VariableValue => ({ kind: 'dict', entries });
const opaque = (text: string): VariableValue => ({ kind: 'opaque', text, cut: false });
const array = (shape: number[], items: VariableValue[], dtype = 'int64'): VariableValue => ({ kind: 'array', dtype, shape, items });
const series = (items: VariableValue[], given: { index?: VariableValue[]; name?: VariableValue; dtype?: string } = {}): VariableValue => ({
  kind: 'series',
  name: given.name ?? NONE,
  dtype: given.dtype ?? 'int64',
  index: given.index ?? items.map((_, index) => int(index)),
  items,
});
const frame = (columns: Record<string, VariableValue[]>, given: { index?: VariableValue[]; dtypes?: string[] } = {}): VariableValue => {
  const cells = Object.values(columns);
  const rows = (cells[0] ?? []).map((_, row) => cells.map((column) => column[row] ?? NONE));
  return {
    kind: 'frame',
    columns: Object.keys(columns).map(str),
    dtypes: given.dtypes ?? cells.map(() => 'int64'),
    index: given.index ?? rows.map((_, row) => int(row)),
    rows,
  };
};
const plot = (...artists: [string, VariableValue][][]): VariableValue => ({
  kind: 'plot',
  artists: artists.map((artist) => dict(...artist.map(([key, value]): [VariableValue, VariableValue] => [str(key), value]))),
});

/** Python's names of the types. */
const TYPES: Partial<Record<VariableValue['kind'], string>> = {
  none: 'NoneType',
  array: 'ndarray',
  series: 'Series',
  frame: 'DataFrame',
  plot: 'Figure',
  opaque: 'Thing',
};

function variable(value: VariableValue | null, given: Partial<Variable> = {}): Variable {
  return {
    name: 'x',
    type_name: value ? (TYPES[value.kind] ?? value.kind) : 'int',
    base_class: 'object',
    length: null,
    string_form: 'shown',
    html_output: null,
    image: null,
    value,
    ...given,
  };
}

const resultOf = (expected: VariableValue, actual: VariableValue) => checkVariables([variable(expected)], [variable(actual)]).results[0];
const feedbackOf = (expected: VariableValue, actual: VariableValue) => resultOf(expected, actual)?.feedback;

describe('values that are equal', () => {
  it.each<[what: string, expected: VariableValue, actual: VariableValue]>([
    ['None', NONE, NONE],
    ['numbers', int(5), int(5)],
    ['letters in another encoding', str('caf\u00E9'), str('cafe\u0301')],
    ['keys in another encoding', dict([str('caf\u00E9'), set(str('\u00FC'))]), dict([str('cafe\u0301'), set(str('u\u0308'))])],
    ['columns in another encoding', frame({ ['caf\u00E9']: [int(1)] }), frame({ ['cafe\u0301']: [int(1)] })],
    ['numbers of any size', int('1'.repeat(50)), int('1'.repeat(50))],
    ['floats', float(0.1), float(0.1)],
    ['floats within a part of themselves', float(1_000_000), float(1_000_000.5)],
    ['floats near zero', float(0), float(5e-9)],
    ['floats of another way of computing', float(0.1 + 0.2), float(0.3)],
    ['NaN', float('nan'), float('nan')],
    ['infinities', float('-inf'), float('-inf')],
    ['complex numbers', complex(1, 2), complex(1, 2.0000001)],
    ['texts', str('a'), str('a')],
    ['bytes', bytes('00ff'), bytes('00ff')],
    ['dates', date('2024-01-01'), date('2024-01-01')],
    ['lists', list(int(1), str('a')), list(int(1), str('a'))],
    ['lists of floats', list(float(1 / 3)), list(float(0.33333334))],
    ['empty lists', list(), list()],
    ['sets in any order', set(int(1), int(2)), set(int(2), int(1))],
    ['sets of floats', set(float(0.3), int(1)), set(int(1), float(0.1 + 0.2))],
    ['dicts in any order', dict([str('a'), int(1)], [str('b'), int(2)]), dict([str('b'), int(2)], [str('a'), int(1)])],
    ['dicts with floats for keys', dict([float(0.3), int(1)]), dict([float(0.1 + 0.2), int(1)])],
    ['arrays', array([2, 2], [int(1), int(2), int(3), int(4)]), array([2, 2], [int(1), int(2), int(3), int(4)])],
    ['arrays of another width', array([1], [int(1)], 'int64'), array([1], [int(1)], 'int32')],
    ['arrays of texts of another width', array([1], [str('a')], '<U1'), array([1], [str('a')], '<U7')],
    ['series', series([int(1)], { name: str('s') }), series([int(1)], { name: str('s') })],
    ['series with only what is missing, stored in another way', series([NONE], { dtype: 'Int32' }), series([NONE], { dtype: 'object' })],
    ['series with only what is missing, as floats', series([NONE], { dtype: 'Int32' }), series([float('nan')], { dtype: 'float64' })],
    ['series with what is missing, in either way', series([NONE], { dtype: 'object' }), series([float('nan')], { dtype: 'object' })],
    ['frames', frame({ a: [int(1)], b: [int(2)] }), frame({ a: [int(1)], b: [int(2)] })],
    ['frames with what is missing, in any way', frame({ a: [date('NaT')] }), frame({ a: [NONE] })],
    ['empty frames', frame({}), frame({})],
    ['plots', plot([['title', str('T')]]), plot([['title', str('T')]])],
    ['anything else of the same text', opaque('<object>'), opaque('<object>')],
  ])('pass: %s', (_, expected, actual) => {
    expect(feedbackOf(expected, actual)).toBeNull();
  });
});

describe('values that differ', () => {
  it.each<[expected: VariableValue, actual: VariableValue, feedback: string]>([
    [int(5), int(6), 'x should be 5, but it is 6.'],
    [float(1), float(1.1), 'x should be 1, but it is 1.1.'],
    [float(0), float(1e-7), 'x should be 0, but it is 1e-7.'],
    [float('nan'), float(0), 'x should be nan, but it is 0.'],
    [float('inf'), float('-inf'), 'x should be inf, but it is -inf.'],
    [float('inf'), float(1e308), 'x should be inf, but it is 1e+308.'],
    [str('2-3'), str('2\u20133'), 'x looks right, but character 2 is an en dash (U+2013). It should be “-” (U+002D).'],
    [complex(1, 2), complex(1, 3), 'x should be 1+2j, but it is 1+3j.'],
    [bool(true), bool(false), 'x should be True, but it is False.'],
    [str('a'), str('A'), 'x should be "a", but it is "A".'],
    [bytes('00'), bytes('01'), 'x should be bytes 00, but it is bytes 01.'],
    [date('2024-01-01'), date('2024-01-02'), 'x should be 2024-01-01, but it is 2024-01-02.'],
    [list(int(1), int(2)), list(int(1)), 'x should have 2 items, but it has 1.'],
    [list(int(1)), list(int(1), int(2)), 'x should have 1 item, but it has 2.'],
    [list(int(1), int(2)), list(int(1), int(3)), 'x[1] should be 2, but it is 3.'],
    [list(list(int(1))), list(list(int(2))), 'x[0][0] should be 1, but it is 2.'],
    [list(int(1)), list(float(1)), 'x[0] should be an int, but it is a float.'],
    [list(bool(true)), list(int(1)), 'x[0] should be a bool, but it is an int.'],
    [list(list(int(1))), list(tuple(int(1))), 'x[0] should be a list, but it is a tuple.'],
    [list(NONE), list(float('nan')), 'x[0] should be None, but it is a float.'],
    [set(int(1), int(2)), set(int(1)), 'x should contain 2.'],
    [set(int(1)), set(int(1), int(2)), 'x contains 2, which should not be there.'],
    [set(int(1)), set(float(1)), 'x should contain 1.'],
    [dict([str('a'), int(1)]), dict([str('b'), int(1)]), 'x should have the key "a".'],
    [dict([str('a'), int(1)]), dict([str('a'), int(1)], [str('b'), int(1)]), 'x has the key "b", which should not be there.'],
    [dict([str('a'), int(1)]), dict([str('a'), int(2)]), 'x["a"] should be 1, but it is 2.'],
    [array([2], [int(1), int(2)]), array([1, 2], [int(1), int(2)]), 'x should have the shape (2,), but it has (1, 2).'],
    [array([1], [int(1)]), array([1], [float(1)], 'float64'), 'x should have the type int64, but it has float64.'],
    [array([2, 2], [1, 2, 3, 4].map(int)), array([2, 2], [1, 2, 3, 5].map(int)), 'x[1, 1] should be 4, but it is 5.'],
    [series([int(1)]), series([int(1), int(2)]), 'x should have 1 items, but it has 2.'],
    [series([int(1)], { index: [str('a')] }), series([int(1)], { index: [str('b')] }), 'Index 1 of x should be "a", but it is "b".'],
    [series([int(1)], { index: [str('a')] }), series([int(2)], { index: [str('a')] }), 'x["a"] should be 1, but it is 2.'],
    [series([int(1)], { name: str('n') }), series([int(1)], { name: str('m') }), 'The name of x should be "n", but it is "m".'],
    [series([int(1)]), series([str('1')], { dtype: 'object' }), 'x should have the type int64, but it has object.'],
    [frame({ a: [int(1)] }), frame({ b: [int(1)] }), 'x should have the column "a".'],
    [frame({ a: [int(1)] }), frame({ a: [int(1)], b: [int(1)] }), 'x has the column "b", which should not be there.'],
    [frame({ a: [int(1)], b: [int(1)] }), frame({ b: [int(1)], a: [int(1)] }), 'Column 1 of x should be "a", but it is "b".'],
    [frame({ a: [int(1), int(2)] }), frame({ a: [int(1)] }), 'x should have 2 rows, but it has 1.'],
    [frame({ a: [int(1)] }, { index: [str('r')] }), frame({ a: [int(1)] }), 'Index 1 of x should be a str, but it is an int.'],
    [
      frame({ a: [int(1)] }),
      frame({ a: [int(1)] }, { dtypes: ['category'] }),
      'Column "a" of x should have the type int64, but it has category.',
    ],
    [frame({ a: [int(1), int(2)] }), frame({ a: [int(1), int(3)] }), 'Column "a", row 1 of x should be 2, but it is 3.'],
    [frame({ a: [int(1)] }), frame({ a: [NONE] }), 'Column "a", row 0 of x should be an int, but it is None.'],
    [plot([['title', str('T')]]), plot(), 'x should show 1 plot, but it shows 0.'],
    [plot([['title', str('T')]]), plot([['title', str('U')]]), 'Plot 1 of x["title"] should be "T", but it is "U".'],
    [opaque('Decimal(1)'), opaque('Decimal(2)'), 'x isn’t right yet.'],
  ])('%j fails against %j', (expected, actual, feedback) => {
    expect(feedbackOf(expected, actual)).toBe(feedback);
  });
});

describe('feedback without the answer', () => {
  it.each<[VariableValue, VariableValue, string | undefined]>([
    [int(5), int(6), 'x isn’t right yet: it is 6.'],
    [str('a'), str('A'), 'x isn’t right yet: it is "A".'],
    [list(int(1), int(2)), list(int(1), int(3)), 'x[1] isn’t right yet: it is 3.'],
    [set(int(1), int(2)), set(int(1)), 'x doesn’t contain everything that it should.'],
    [dict([str('a'), int(1)]), dict([str('b'), int(1)]), 'x doesn’t have every key that it should.'],
    [frame({ a: [int(1)] }), frame({ b: [int(1)] }), 'x doesn’t have every column that it should.'],
    // Nothing of the answer is in these.
    [list(int(1), int(2)), list(int(1)), undefined],
    [set(int(1)), set(int(1), int(2)), undefined],
  ])('%j against %j', (expected, actual, feedback) => {
    expect(resultOf(expected, actual)?.feedback_without_answer).toBe(feedback);
  });
});

describe('types', () => {
  it.each<[expected: [string, VariableValue], actual: [string, VariableValue], feedback: string | null]>([
    [['int', int(1)], ['bool', bool(true)], 'x should be of type int, but it is of type bool.'],
    [['int', int(1)], ['float', float(1)], 'x should be of type int, but it is of type float.'],
    [['list', list()], ['tuple', tuple()], 'x should be of type list, but it is of type tuple.'],
    [['DataFrame', frame({})], ['Series', series([])], 'x should be of type DataFrame, but it is of type Series.'],
    [['dict', dict()], ['OrderedDict', dict()], 'x should be of type dict, but it is of type OrderedDict.'],
    [['float', float(1)], ['float64', float(1)], null],
    [['float32', float(1)], ['float', float(1)], null],
    [['int64', int(1)], ['int', int(1)], null],
    [['bool', bool(true)], ['bool_', bool(true)], null],
    [['str', str('a')], ['str_', str('a')], null],
    [['int', int(1)], ['float64', float(1)], 'x should be of type int, but it is of type float64.'],
    [['bool', bool(true)], ['int64', int(1)], 'x should be of type bool, but it is of type int64.'],
    [['str', str('a')], ['Label', str('a')], 'x should be of type str, but it is of type Label.'],
  ])('%j against %j', ([expectedType, expected], [actualType, actual], feedback) => {
    const { results } = checkVariables([variable(expected, { type_name: expectedType })], [variable(actual, { type_name: actualType })]);
    expect(results[0]?.feedback).toBe(feedback);
  });
});

describe('a check of variables', () => {
  it('passes if every variable does, and shows each', () => {
    const answers = [variable(int(1), { name: 'a' }), variable(int(2), { name: 'b' })];
    const check = checkVariables(answers, [
      variable(int(2), { name: 'b', string_form: '2' }),
      variable(int(1), { name: 'a' }),
      variable(int(9), { name: 'c' }),
    ]);
    expect(check).toMatchObject({
      enabled: true,
      pass: true,
      results: [
        { name: 'a', pass: true },
        { name: 'b', pass: true, actual: '2', feedback: null },
      ],
    });
  });

  it('fails if one does', () => {
    const check = checkVariables([variable(int(1), { name: 'a' }), variable(int(2), { name: 'b' })], [variable(int(1), { name: 'a' })]);
    expect(check.pass).toBe(false);
    expect(check.results.map(({ pass }) => pass)).toEqual([true, false]);
  });

  it('reports a missing variable, and one with a similar name', () => {
    const [result] = checkVariables([variable(int(1), { name: 'total_sum' })], [variable(int(1), { name: 'TotalSum' })]).results;
    expect(result).toMatchObject({
      actual: null,
      feedback: 'There is no variable total_sum.',
      hints: ['There is a variable named TotalSum.'],
    });
  });

  it.each<[what: string, answer: AnswerVariable]>([
    ['no value', variable(null)],
    ['only a name', { name: 'x' }],
  ])('reports an answer with %s as a mistake of the lesson', (_, answer) => {
    const [result] = checkVariables([answer], [variable(int(1))]).results;
    expect(result?.pass).toBe(false);
    expect(result?.feedback).toContain('The lesson has a mistake');
  });

  it('fails a value that could not be read', () => {
    expect(checkVariables([variable(int(1))], [variable(null)]).results[0]?.feedback).toBe('Couldn’t read the value of x.');
  });

  it.each<[what: string, expected: VariableValue, actual: VariableValue]>([
    ['a long text', str('a'.repeat(10_000)), str('b'.repeat(10_000))],
    ['a long name of a key', dict([str('k'.repeat(10_000)), int(1)]), dict()],
    ['deep places', nested(12, int(1)), nested(12, int(2))],
    ['a long name of a column', frame({ ['c'.repeat(10_000)]: [int(1)] }), frame({ ['c'.repeat(10_000)]: [int(2)] })],
    ['a long text of another kind', list(opaque('o'.repeat(10_000))), list(opaque('p'.repeat(10_000)))],
  ])('never shows all of %s', (_, expected, actual) => {
    const [result] = checkVariables(
      [variable(expected, { name: 'n'.repeat(150), string_form: 's'.repeat(10_000) })],
      [variable(actual, { name: 'n'.repeat(150), string_form: 't'.repeat(10_000) })],
    ).results;
    expect(result?.feedback?.length).toBeLessThanOrEqual(200);
    expect(result?.expected?.length).toBeLessThanOrEqual(200);
    expect(result?.actual?.length).toBeLessThanOrEqual(200);
  });

  it('is fast with many similar values', () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => float(index + 1));
    const near = numbers.map((_, index) => float((index + 1) * (1 + 1e-9)));
    expect(feedbackOf(set(...numbers), set(...near.reverse()))).toBeNull();
  });
});

function nested(depth: number, value: VariableValue): VariableValue {
  return depth === 0 ? value : dict([str('a key of some length'), nested(depth - 1, value)]);
}
