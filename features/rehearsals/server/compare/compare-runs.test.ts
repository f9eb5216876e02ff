import { describe, expect, it } from 'vitest';
import type { RunResult } from '#features/runs/contract/runs.ts';
import type { Variable } from '#platform/contract/variables.ts';
import { DONE_RUN, NO_CHECKS } from '#testing/done-run.ts';
import { compareRuns, type Observation } from './compare-runs.ts';
import { groupBreaks } from './group-breaks.ts';

const run = (change: Partial<RunResult> = {}, tests: Record<string, Partial<RunResult>> = {}): Observation => ({
  answer: { ...DONE_RUN, ...change },
  tests: new Map(Object.entries(tests).map(([name, each]) => [name, { ...DONE_RUN, ...each }])),
});
const variable = (name: string, change: Partial<Variable> = {}): Variable => ({
  name,
  type_name: 'int',
  base_class: '',
  length: null,
  string_form: '8',
  html_output: null,
  image: null,
  value: { kind: 'int', value: '8' },
  ...change,
});
const check = (pass: boolean): Pick<RunResult, 'checks' | 'check_summary'> => ({
  checks: { ...NO_CHECKS, custom: { enabled: true, pass, results: [] } },
  check_summary: pass ? 'All passed.' : 'Wrong answer: 1 check(s) failed.',
});
const failing = (message: string) => ({ error: `Traceback (most recent call last):\n${message}` });
const float = (value: number) => variable('mean', { type_name: 'float', string_form: String(value), value: { kind: 'float', value } });
const object = (string_form: string) =>
  variable('model', { type_name: 'Model', string_form, value: { kind: 'opaque', text: '', cut: false } });

const frame = (...dtypes: string[]) =>
  variable('df', {
    type_name: 'DataFrame',
    string_form: '   a  c\n0  1  x',
    value: { kind: 'frame', columns: [], dtypes, index: [], rows: [] },
  });

/** Runs of today, runs of the candidate, and the kinds and titles of their breaks. */
type Row = [string, Observation[], Observation[], string[]];

describe('runs that differ', () => {
  it.each<Row>([
    [
      'by an error',
      [run()],
      [run(failing("AttributeError: 'Frame' object has no attribute 'append'"))],
      ["error: AttributeError: 'Frame' object has no attribute 'append'"],
    ],
    [
      'by an error and what follows from it',
      [run({ ...check(true), vars: [variable('x')] })],
      [run({ ...failing('TypeError: wrong'), ...check(false), output: '', stderr: 'a.py:1: FutureWarning: Old.\n' })],
      ['error: TypeError: wrong'],
    ],
    ['by another error', [run(failing('ValueError: a'))], [run(failing('TypeError: a'))], ['error: TypeError: a']],
    ['by an error that is gone', [run(failing('ValueError: a'))], [run()], ['changed: The answer no longer ends with ValueError: a']],
    ['by an error of a test', [run({}, { wrong: {} })], [run({}, { wrong: failing('NameError: b') })], ['error: NameError: b']],
    [
      'by an error of the check itself',
      [run(check(true))],
      [run({ ...check(false), check_error: { name: 'NameError', message: 'c', line: 1, column: 1, traceback: 'NameError: c' } })],
      ['error: NameError: c'],
    ],
    ['by output', [run()], [run({ output: 'total 9\n' })], ['changed: The output has different numbers.']],
    [
      'by output that a check minds',
      [run(check(true))],
      [run({ ...check(false), output: 'sum 8\n' })],
      ['fails: The output has “sum” instead of “total”.'],
    ],
    ['by a warning', [run()], [run({ stderr: 'a.py:1: FutureWarning: Old.\n' })], ['warning: FutureWarning: Old.']],
    [
      'by two warnings',
      [run()],
      [run({ stderr: 'a.py:1: FutureWarning: Old.\n  x\na.py:2: UserWarning: Odd.\n' })],
      ['warning: FutureWarning: Old.', 'warning: UserWarning: Odd.'],
    ],
    [
      'by a variable',
      [run({ vars: [variable('x')] })],
      [run({ vars: [variable('x', { string_form: '9', value: { kind: 'int', value: '9' } })] })],
      ['changed: A variable has different numbers.'],
    ],
    [
      'by the type of a variable',
      [run({ vars: [variable('x')] })],
      [run({ vars: [variable('x', { type_name: 'int64' })] })],
      ['changed: A variable is of type int64 instead of int.'],
    ],
    [
      'by the type of a column that prints the same',
      [run({ vars: [frame('int64', 'object')] })],
      [run({ vars: [frame('int64', 'str')] })],
      ['changed: A variable has “str” instead of “object”.'],
    ],
    ['by a variable that is missing', [run({ vars: [variable('x')] })], [run()], ['changed: The variable x is missing.']],
    ['by the number of plots', [run({ images: ['one'] })], [run()], ['changed: The number of plots is different.']],
    ['by a plot', [run({ images: ['one'] })], [run({ images: ['two'] })], ['changed: A plot looks different.']],
    ['by a check only', [run(check(true))], [run(check(false))], ['fails: The custom check fails.']],
    ['by a check that passes now', [run(check(false))], [run(check(true))], ['changed: The custom check passes now.']],
    ['by a test only', [run({}, { wrong: check(false) })], [run({}, { wrong: check(true) })], ['fails: A test that failed passes.']],
    ['by time', [run({ duration_ms: 300 })], [run({ duration_ms: 1_500 })], ['slower: The answer takes much longer.']],
  ])('%s', (_, today, candidate, expected) => {
    expect(compareRuns(today, candidate).breaks.map(({ kind, title }) => `${kind}: ${title}`)).toEqual(expected);
  });

  it('show both sides', () => {
    expect(compareRuns([run()], [run({ output: 'sum 8\n' })]).differences).toEqual([
      { what: 'output', name: '', today: 'total 8', candidate: 'sum 8' },
    ]);
  });
});

describe('no difference', () => {
  it.each<[string, Observation[], Observation[]]>([
    ['are equal runs', [run({ vars: [variable('x')] })], [run({ vars: [variable('x')] })]],
    ['are spaces at the end of lines', [run({ output: 'a \n' })], [run({ output: 'a\n\n' })]],
    ['are addresses', [run({ output: '<x at 0x7f01>' })], [run({ output: '<x at 0x7faa>' })]],
    ['are the last digits of a variable', [run({ vars: [float(0.30000000000000004)] })], [run({ vars: [float(0.3)] })]],
    [
      'is the folder of a package',
      [run({ vars: [object("<module 'x' from '/a/site-packages/x.py'>")] })],
      [run({ vars: [object("<module 'x' from '/b/x.py'>")] })],
    ],
    [
      'is the module of a type',
      [run({ vars: [variable('x', { type_name: 'pandas.core.Frame' })] })],
      [run({ vars: [variable('x', { type_name: 'pandas.Frame' })] })],
    ],
    ['is a warning that is gone', [run({ stderr: 'a.py:1: FutureWarning: Old.\n' })], [run()]],
    [
      'is a warning at another line',
      [run({ stderr: 'a.py:1: FutureWarning: Old.\n' })],
      [run({ stderr: 'a.py:7: FutureWarning: Old.\n' })],
    ],
    ['is the same error on other data', [run(failing("KeyError: 'a'"))], [run(failing("KeyError: 'b'"))]],
    ['is a little more time', [run({ duration_ms: 20 })], [run({ duration_ms: 200 })]],
    ['is output that varies today', [run({ output: '1' }), run({ output: '2' })], [run({ output: '3' })]],
    ['is one line that varies today', [run({ output: 'a\n1' }), run({ output: 'a\n2' })], [run({ output: 'a\n3' })]],
    ['is a variable that varies today', [run({ vars: [float(0.1)] }), run({ vars: [float(0.2)] })], [run({ vars: [float(0.3)] })]],
    ['is a plot that varies today', [run({ images: ['one'] }), run({ images: ['two'] })], [run({ images: ['three'] })]],
    ['is an error that comes today, too', [run(), run(failing('TimeoutError: x'))], [run(failing('TimeoutError: x'))]],
    ['is what only some runs of the candidate show', [run(), run()], [run({ output: 'x' }), run()]],
    ['is a warning that only some runs of the candidate show', [run()], [run({ stderr: 'a.py:1: UserWarning: x\n' }), run()]],
    ['is one slow run', [run({ duration_ms: 300 })], [run({ duration_ms: 2_000 }), run({ duration_ms: 310 })]],
  ])('%s', (_, today, candidate) => {
    expect(compareRuns(today, candidate)).toEqual({ breaks: [], differences: [] });
  });

  it('hides no other line', () => {
    const { breaks } = compareRuns([run({ output: 'a\n1' }), run({ output: 'a\n2' })], [run({ output: 'b\n3' })]);
    expect(breaks).toHaveLength(1);
  });
});

it('groups breaks by their cause, the worst and the largest first, each in one group', () => {
  const screen = (screen_id: number) => ({
    lesson_id: 1,
    lesson_sequence: 1,
    lesson_title: '',
    screen_id,
    screen_sequence: screen_id,
    screen_title: '',
  });
  const gone = (object: string) =>
    compareRuns([run()], [run(failing(`AttributeError: '${object}' object has no attribute 'append'`))]).breaks;
  const warned = compareRuns([run()], [run({ stderr: 'a.py:1: FutureWarning: Old.\n' })]).breaks;
  const other = (value: number) => compareRuns([run({ output: `mean ${value}` })], [run({ output: `mean np.float64(${value})` })]).breaks;
  const groups = groupBreaks([
    { screen: screen(1), breaks: [...warned, ...other(1.5)] },
    { screen: screen(2), breaks: gone('DataFrame') },
    { screen: screen(3), breaks: [...warned, ...other(22)] },
    { screen: screen(4), breaks: gone('Series') },
    { screen: screen(5), breaks: warned },
    { screen: screen(6), breaks: [] },
  ]);
  expect(groups.map(({ kind, screens }) => [kind, screens.map((each) => each.screen_id)])).toEqual([
    ['error', [2, 4]],
    ['changed', [1, 3]],
    ['warning', [1, 3, 5]],
  ]);
});
