import { expect, it } from 'vitest';
import type { DiffLine } from '../contract/pull-diffs.ts';
import { pairLines, separateLines } from './pair-lines.ts';

const KINDS: Record<string, DiffLine['kind']> = { '=': 'same', '+': 'added', '-': 'removed' };

function lines(...texts: string[]): DiffLine[] {
  return texts.map((text, index) => ({ kind: KINDS[text.charAt(0)] ?? 'same', text: text.slice(1), before: index, after: index }));
}

it.each([
  [['=a'], [['a', 'a']]],
  [['-a', '+b'], [['a', 'b']]],
  [
    ['-a', '-b', '+c'],
    [
      ['a', 'c'],
      ['b', null],
    ],
  ],
  [
    ['+a', '=b', '-c'],
    [
      [null, 'a'],
      ['b', 'b'],
      ['c', null],
    ],
  ],
  [
    ['-a', '+b', '-c', '+d'],
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
])('%j', (given, expected) => {
  expect(pairLines(lines(...given)).map(({ before, after }) => [before?.text ?? null, after?.text ?? null])).toEqual(expected);
});

it('marks the changed words of similar lines only', () => {
  const [similar] = pairLines(lines('-x = counted + 1', '+x = counted + 2'));
  expect(similar?.words).toEqual([
    { kind: 'same', text: 'x = counted + ' },
    { kind: 'removed', text: '1' },
    { kind: 'added', text: '2' },
  ]);
  expect(pairLines(lines('-import os', '+return 7'))[0]?.words).toBeNull();
  expect(pairLines(lines('=same'))[0]?.words).toBeNull();
});

it('keeps the order of lines that are shown one after the other', () => {
  const separate = separateLines(lines('-one two', '-b', '+one ten', '=c'));
  expect(separate.map(({ before, after }) => [before?.text ?? null, after?.text ?? null])).toEqual([
    ['one two', null],
    ['b', null],
    [null, 'one ten'],
    ['c', 'c'],
  ]);
  expect(separate.map(({ words }) => words !== null)).toEqual([true, false, true, false]);
});
