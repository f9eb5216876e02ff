import { describe, expect, it } from 'vitest';
import type { CheckerArgument } from '../../contract/checkers.ts';
import { type ArgumentValues, startValues } from './argument-value.ts';
import { checkerCall } from './checker-call.ts';
import { isTolerance, toleranceLabel } from './tolerance.ts';

function argument(name: string, change: Partial<CheckerArgument> = {}): CheckerArgument {
  return { name, type: 'str', description: '', default: null, is_required: false, choices: [], entries: null, ...change };
}

const NAME = argument('name', { is_required: true });

function call(given: CheckerArgument[], values: ArgumentValues) {
  return checkerCall({ name: 'check', arguments: given }, { ...startValues(given), ...values });
}

describe('a call of a checker', () => {
  it.each<[string, CheckerArgument[], ArgumentValues, string]>([
    ['with what is required', [NAME], { name: 'x' }, 'check("x")'],
    ['with nothing', [argument('feedback')], {}, 'check()'],
    ['with an empty text', [argument('feedback')], { feedback: '' }, 'check(feedback="")'],
    ['with a text', [NAME, argument('feedback')], { name: 'x', feedback: 'It\'s "x"' }, String.raw`check("x", feedback="It's \"x\"")`],
    ['with a whole number', [NAME, argument('size', { type: 'int' })], { name: 'x', size: '12' }, 'check("x", size=12)'],
    ['with a number', [argument('ratio', { type: 'float' })], { ratio: '.5' }, 'check(ratio=0.5)'],
    ['with a yes', [argument('strict', { type: 'bool', default: false })], { strict: true }, 'check(strict=True)'],
    ['with a no that is the default', [argument('strict', { type: 'bool', default: false })], { strict: false }, 'check()'],
    ['with a no that has no default', [argument('strict', { type: 'bool' })], { strict: false }, 'check(strict=False)'],
    ['with a choice', [argument('how', { type: 'choice', choices: ['any', 'all'], default: 'all' })], { how: 'any' }, 'check(how="any")'],
    ['with the choice that is the default', [argument('how', { type: 'choice', default: 'all' })], { how: 'all' }, 'check()'],
    ['with Python', [NAME, argument('value', { type: 'any' })], { name: 'x', value: ' [1, 2] ' }, 'check("x", value=[1, 2])'],
    ['with Python in lines', [argument('value', { type: 'any' })], { value: '1 +\n2' }, 'check(value=(1 +\n2))'],
    ['with code', [argument('code', { type: 'code', is_required: true })], { code: 'f("a")\ng()' }, String.raw`check("f(\"a\")\ng()")`],
    [
      'with a list',
      [argument('labels', { type: 'list', entries: 'str' })],
      { labels: ['a', '', 'b"'] },
      String.raw`check(labels=["a", "", "b\""])`,
    ],
    ['with a list of numbers', [argument('sizes', { type: 'list', entries: 'int' })], { sizes: ['1', '02'] }, 'check(sizes=[1, 2])'],
    ['with a list of anything', [argument('args', { type: 'list', entries: null })], { args: ['1', 'x + 1'] }, 'check(args=[1, x + 1])'],
    ['with an empty list', [argument('labels', { type: 'list', entries: 'str' })], { labels: [] }, 'check()'],
    ['with an empty list that is needed', [argument('args', { type: 'list', is_required: true })], { args: [] }, 'check([])'],
    [
      'with a dict',
      [argument('types', { type: 'dict', entries: 'str' })],
      {
        types: [
          { key: 'a', value: 'int' },
          { key: '', value: '' },
        ],
      },
      'check(types={"a": "int", "": ""})',
    ],
    ['with an empty dict that is needed', [argument('types', { type: 'dict', is_required: true })], { types: [] }, 'check({})'],
    ['with a tolerance', [NAME, argument('tolerance', { type: 'float' })], { name: 'x', tolerance: 2 }, 'check("x", tolerance=2)'],
    ['with the tolerance that the slider begins with', [argument('tolerance', { type: 'float' })], {}, 'check(tolerance=4)'],
    ['with none at all', [argument('tolerance', { type: 'float' })], { tolerance: 8 }, 'check(tolerance=8)'],
    ['with the tolerance that is the default', [argument('eps', { type: 'float', default: 4 })], { eps: 4 }, 'check()'],
    [
      'with a required argument behind an optional one',
      [argument('hint'), argument('name', { is_required: true })],
      { hint: 'h', name: 'x' },
      'check(hint="h", name="x")',
    ],
  ])('%s', (_, given, values, text) => {
    expect(call(given, values)).toEqual({ text, problems: {} });
  });

  it.each<[string, CheckerArgument, ArgumentValues, string, string]>([
    ['without what is needed', NAME, {}, 'check(...)', 'This argument is required.'],
    ['with half a number', argument('size', { type: 'int' }), { size: '1.5' }, 'check()', 'Enter a whole number.'],
    ['with no number', argument('ratio', { type: 'float', is_required: true }), { ratio: 'a' }, 'check(...)', 'Enter a number.'],
    [
      'with a hole in a list',
      argument('args', { type: 'list', entries: 'int' }),
      { args: ['1', ''] },
      'check()',
      'Entry 2: Enter a value.',
    ],
    [
      'with a key twice',
      argument('types', { type: 'dict', entries: 'str' }),
      {
        types: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
      'check()',
      'The key "a" appears twice.',
    ],
  ])('%s', (_, given, values, text, problem) => {
    expect(call([given], values)).toEqual({ text, problems: { [given.name]: problem } });
  });
});

describe('a tolerance slider', () => {
  it.each([
    [0, '1'],
    [1, '1e-1'],
    [4, '1e-4'],
    [7, '1e-7'],
    [8, '0'],
  ])('says at %d: %s', (position, label) => {
    expect(toleranceLabel(position)).toBe(label);
  });

  it.each([
    ['tolerance', 'float', true],
    ['rel_eps', 'float', true],
    ['Tolerance', 'float', true],
    ['tolerance', 'int', false],
    ['ratio', 'float', false],
  ] as const)('is shown for %s: %s: %s', (name, type, expected) => {
    expect(isTolerance({ name, type })).toBe(expected);
  });
});
