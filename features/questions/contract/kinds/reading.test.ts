import { describe, expect, it } from 'vitest';
import { calculate, evaluate, showValue } from './formula.ts';
import { gapsOf, piecesOf, type Gap } from './gaps.ts';
import { givenLevels, indentLevels } from './line-levels.ts';
import { readNumber } from './read-number.ts';
import { foldSpaces, isSameAnswer, noteOnLookAlike } from './same-answer.ts';
import { withoutIdleSpaces } from './same-code.ts';
import { numbersFrom, shuffledIndexes } from './shuffled.ts';

describe('reading a number', () => {
  it.each([
    ['1.5', 1.5, ''],
    ['1,5', 1.5, ''],
    [',5', 0.5, ''],
    ['-.5', -0.5, ''],
    ['−2', -2, ''],
    ['+3', 3, ''],
    ['1 000 000', 1_000_000, ''],
    ['1\u{202f}234,5', 1234.5, ''],
    ["1'000", 1000, ''],
    ['1,234.5', 1234.5, ''],
    ['1,234,567', 1_234_567, ''],
    ['1.5e3', 1500, ''],
    ['1.5·10^3', 1500, ''],
    ['2 x 10', 2, 'x 10'],
    ['6 × 10**-2', 0.06, ''],
    ['50 %', 50, '%'],
    ['３', 3, ''],
    ['12 34', 12, '34'],
    ['5²', 5, '^2'],
    ['1½', 1.5, ''],
    ['1.234,5', 1234.5, ''],
    ['1.234', 1.234, ''],
    ['1,00,000', 100_000, ''],
    ['1,2,3', 1, ',2,3'],
  ])('%s', (typed, value, rest) => {
    expect(readNumber(typed)).toEqual({ value, rest });
  });

  it.each(['', 'abc', 'e5', '.', '-', 'kg 5', '1e999'])('finds none in “%s”', (typed) => {
    expect(readNumber(typed)).toBeNull();
  });
});

describe('a formula', () => {
  it.each([
    ['3/4', 0.75],
    ['2*pi', 2 * Math.PI],
    ['2^3^2', 512],
    ['-2^2', -4],
    ['2**-1', 0.5],
    ['(1+2)*3 - 4', 5],
    ['7 % 4', 3],
    ['sqrt(16) + max(1, 2)', 6],
    ['round(2.345, 2)', 2.35],
    ['ln(e)', 1],
    ['3 × 4 ÷ 2 − 1', 5],
    ['2 pi', 2 * Math.PI],
    ['2(3 + 1)', 8],
    ['log2(8)', 3],
    ['max(1,2)', 2],
    ['1,5 * 2', 3],
    ['2²', 4],
    ['1½', 1.5],
  ])('%s', (formula, value) => {
    expect(calculate(formula)).toBeCloseTo(value, 12);
  });

  it.each([
    ['n + 1', 6],
    ['city + ", " + n', 'Oslo, 5'],
    ['fixed(n / 2, 2)', '2.50'],
    ['choose(n - 3, "a", "½")', '½'],
    ["upper(city) + length('ab')", 'OSLO2'],
    ['0.1 + 0.2', 0.3],
    ['1700000000000 + 123', 1_700_000_000_123],
    ['round(0.0000004, 8)', 4e-7],
    ['round(2.345, 2)', 2.35],
    ['n * -0', 0],
  ])('with values: %s', (formula, value) => {
    const names = new Map<string, string | number>([
      ['n', 5],
      ['city', 'Oslo'],
    ]);
    expect(showValue(evaluate(formula, names))).toBe(String(value));
  });

  it.each([
    ['m + 1', 'There is no value “m”.'],
    ['1 / (n - n)', 'It divides by zero.'],
    ['"a" * 2', '“a” is a text: only + works with texts.'],
    ['fixed(1, 0.5)', 'fixed() needs a whole number from 0 to 20.'],
    ['choose(3, 1, 2)', 'choose() needs a whole number from 0 to 2.'],
    ['f(1)', 'There is no function “f”.'],
    ['1 2', '“2” is not expected here.'],
    ['1 +', 'The formula is incomplete.'],
    ['a ; b', '“; b” can’t be read.'],
    ['"a" + "b', '“"b” can’t be read.'],
    ['10 ^ 400', 'The result isn’t a number.'],
    ['constructor', 'There is no value “constructor”.'],
    ['__proto__(1)', 'There is no function “__proto__”.'],
  ])('says why it has no result: %s', (formula, message) => {
    const text = new Map<string, string | number>([
      ['n', 5],
      ['a', 1],
    ]);
    expect(() => evaluate(formula, text)).toThrow(message);
  });

  it.each([
    '',
    '1 +',
    '(1',
    '1)',
    '2 x',
    'f(1)',
    'x',
    '1/0',
    'sqrt(-1)',
    'constructor',
    'toString()',
    '1;2',
    `${'('.repeat(60)}1`,
    '1+'.repeat(300),
  ])('is none: %s', (formula) => {
    expect(calculate(formula)).toBeNull();
  });
});

describe('comparing short texts', () => {
  it.each([
    ['a b', ' a \u{a0} b\n', 'exact', true],
    ['é', 'e\u{301}', 'exact', true],
    ['ab', 'a\u{200b}b', 'exact', true],
    ['a', 'A', 'exact', false],
    ['Straße', 'STRASSE', 'ignore-case', true],
    ['ΟΔΟΣ', 'οδος', 'ignore-case', true],
    ['a*c', 'ABBC', 'wildcards', true],
    ['a*', 'ba', 'wildcards', false],
    ['*a*b*', 'xaxbx', 'wildcards', true],
    ['ab*ba', 'aba', 'wildcards', false],
    ['a*', 'a*', 'exact', true],
  ] as const)('“%s” and “%s” (%s): %s', (expected, typed, match, isSame) => {
    expect(isSameAnswer(expected, typed, match)).toBe(isSame);
  });

  it('names a character that only looks right', () => {
    expect(noteOnLookAlike(['it is', "it's"], ' It’s ')).toBe(
      'It looks right, but character 3 is a curly quote (U+2019), which isn’t the one that is asked for.',
    );
    expect(noteOnLookAlike(["it's"], 'its')).toBeNull();
  });

  it('takes moments for many asterisks', () => {
    expect(isSameAnswer('*a'.repeat(400), 'a'.repeat(399).repeat(20), 'wildcards')).toBe(true);
    expect(foldSpaces('\u{feff}x')).toBe('x');
  });

  it.each([
    ['f( a, b )', 'f(a,b)'],
    ['x = -1', 'x=-1'],
    ['x < -1', 'x< -1'],
    ['a  not in b', 'a not in b'],
    ['x = = 1', 'x= =1'],
    ['"a b" + \'c  d\'', '"a b"+\'c  d\''],
    ['a [ 0 ]', 'a[0]'],
  ])('leaves out spaces that no language minds: %s', (code, expected) => {
    expect(withoutIdleSpaces(code)).toBe(expected);
  });
});

const texts = (...answers: string[]): Gap => ({ type: 'text', answers });

describe('gaps', () => {
  it.each<[string, (string | Gap)[]]>([
    ['a [[b]] c', ['a ', texts('b'), ' c']],
    ['[[a|b]]', [texts('a', 'b')]],
    ['[[ a | b ]]', [texts('a', 'b')]],
    ['[[x[0]]]', [texts('x[0]')]],
    ['x[[[0]]]', ['x', texts('[0]')]],
    ['x\\[[ [[1]] ]]', ['x[[ ', texts('1'), ' ]]']],
    ['\\[[no]]', ['[[no]]']],
    ['[[a\\|b]]', [texts('a|b')]],
    ['[[a[]]', [texts('a[')]],
    ['[[\\d]]', [texts('\\d')]],
    ['[[a\n]]', ['[[a\n]]']],
    ['[[a', ['[[a']],
    ['[[]]', [texts()]],
    ['[[#3.14 ± 0.01]]', [{ type: 'number', value: '3.14', tolerance: '0.01' }]],
    ['[[ #2 +/- 1 ]]', [{ type: 'number', value: '2', tolerance: '1' }]],
    ['[[\\#id]]', [texts('#id')]],
    ['[[>a|b|a]]', [{ type: 'menu', choices: ['a', 'b'] }]],
    ['[[>a]]', [{ type: 'menu', choices: ['a'] }]],
    ['[[>==|!=]]', [{ type: 'menu', choices: ['==', '!='] }]],
    ['[[>]]', [texts('>')]],
    ['[[>=]]', [texts('>=')]],
    ['[[>|>=]]', [texts('>', '>=')]],
  ])('%s', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  it('are found in moments in a long text of brackets', () => {
    expect(gapsOf('['.repeat(100_000))).toEqual([]);
    expect(gapsOf('\\[['.repeat(100_000))).toEqual([]);
  });
});

describe('levels of indentation', () => {
  it.each([
    [
      ['a', '  b', '    c', 'd'],
      [0, 1, 2, 0],
    ],
    [
      ['a', '\tb', '\t\tc', '\td'],
      [0, 1, 2, 1],
    ],
    [
      ['  a', '    b'],
      [0, 1],
    ],
    [
      ['a', '      b', '   c'],
      [0, 1, 1],
    ],
  ])('of %j are %j', (lines, levels) => {
    expect(indentLevels(lines)).toEqual(levels);
  });
});

describe('levels of indentation that learners gave', () => {
  it.each([
    [
      [0, 1, 2, 0],
      [0, 1, 2, 0],
    ],
    [
      [0, 2, 4, 2, 0, 1],
      [0, 1, 2, 1, 0, 1],
    ],
    [[0, 2, 1], null],
    [
      [1, 1],
      [1, 1],
    ],
    [[2, 1], null],
    [[], []],
  ])('%j are read as %j', (indents, levels) => {
    expect(givenLevels(indents)).toEqual(levels);
  });
});

describe('shuffling', () => {
  it('depends only on the seed, and keeps everything', () => {
    expect(shuffledIndexes(8, 'a')).toEqual(shuffledIndexes(8, 'a'));
    expect(shuffledIndexes(8, 'a')).not.toEqual(shuffledIndexes(8, 'b'));
    expect(shuffledIndexes(8, 'a').toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(shuffledIndexes(1, 'a')).toEqual([0]);
  });

  it('puts each item everywhere', () => {
    const firsts = Array.from({ length: 400 }, (_, seed) => shuffledIndexes(4, `${seed}`)[0] ?? 0);
    for (const index of [0, 1, 2, 3]) expect(firsts.filter((first) => first === index).length).toBeGreaterThan(60);
    const stays = Array.from({ length: 400 }, (_, seed) => shuffledIndexes(2, `${seed}`)[0] === 0).filter(Boolean).length;
    // The place of the right choice of two must not tell it.
    expect(Math.min(stays, 400 - stays)).toBeGreaterThan(150);
    const next = numbersFrom('x');
    expect(next()).not.toBe(next());
  });
});
