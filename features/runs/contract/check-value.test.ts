import { describe, expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { matchesCheckValue, patternProblem, readCheckValue } from './check-value.ts';

describe('a check value', () => {
  it.each([
    [null, null],
    ['', null],
    ['42', { text: '42', pattern: null }],
    ['/\\d+/', { text: null, pattern: { source: '\\d+', flags: '' } }],
    ['/a/i', { text: null, pattern: { source: 'a', flags: 'i' } }],
    ['/a\nb/ms', { text: null, pattern: { source: 'a\nb', flags: 'ms' } }],
    ['//', { text: '//', pattern: null }],
    ['/home', { text: '/home', pattern: null }],
    ['^ls', { text: '^ls', pattern: { source: '^ls', flags: 'm' } }],
    ['cat (a|b', { text: 'cat (a|b', pattern: null }],
  ])('%j', (value, sought) => {
    expect(readCheckValue(value)).toEqual(sought);
  });

  it.each([
    ['total', 'the total is 3', true],
    ['Total', 'the total is 3', false],
    ['/total\\s+is/', 'the total is 3', true],
    ['/TOTAL/i', 'the total is 3', true],
    ['/^b$/m', 'a\nb\nc', true],
    ['/^b$/', 'a\nb\nc', false],
    ['.', 'no dot', false],
    ['a.*c', 'a.*c', true],
    ['a.*c', 'abbc', true],
    ['^ls', 'cd work\nls', true],
  ])('%j in %j: %s', (value, text, isFound) => {
    const sought = readCheckValue(value);
    expect(sought && matchesCheckValue(sought, { text, ignored: [] })).toBe(isFound);
  });

  it.each([
    ['for', 'xx for', [{ from: 3, to: 6 }], false],
    ['for', 'for for', [{ from: 0, to: 3 }], true],
    ['"for', 'x"for"', [{ from: 2, to: 5 }], true],
    ['/f.r/', 'for fur', [{ from: 0, to: 3 }], true],
    ['/f.r/', 'for fur', [{ from: 0, to: 7 }], false],
    ['/^/m', '', [], true],
    [
      'a',
      'a a a',
      [
        { from: 0, to: 1 },
        { from: 2, to: 3 },
        { from: 4, to: 5 },
      ],
      false,
    ],
    [
      'a',
      'a a a',
      [
        { from: 0, to: 1 },
        { from: 4, to: 5 },
      ],
      true,
    ],
  ])('%j in %j, without %j: %s', (value, text, ignored, isFound) => {
    const sought = readCheckValue(value);
    expect(sought && matchesCheckValue(sought, { text, ignored })).toBe(isFound);
  });

  it.each(['a', '/a/'])('%j is searched in a time that is linear in the quoted texts', (value) => {
    const sought = readCheckValue(value);
    const search = (size: number) => {
      const ignored = Array.from({ length: size }, (_, index) => ({ from: 4 * index, to: 4 * index + 3 }));
      return sought && matchesCheckValue(sought, { text: '"a" '.repeat(size), ignored });
    };
    expect(search(2)).toBe(false);
    expect(growthBeyondLinear(search, 1 << 15, 1 << 12)).toBeNull();
  });

  it.each([
    ['/(/', /group/i],
    ['/[z-a]/', /range/i],
  ])('rejects %j: %s', (value, reason) => {
    expect(patternProblem(readCheckValue(value))).toMatch(reason);
  });

  it.each(['/a+/', '(', ''])('accepts %j', (value) => {
    expect(patternProblem(readCheckValue(value))).toBeNull();
  });
});
