import { describe, expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { findLines, textOfLines, replaceLines } from './line-anchor.ts';

const TEXT = 'one\ntwo\nthree\ntwo\nfour';

it.each([
  [{ from: 2, to: 3 }, 'two\nthree'],
  [{ from: 5, to: 5 }, 'four'],
  [{ from: 5, to: 6 }, null],
  [{ from: 0, to: 1 }, null],
  [{ from: 3, to: 2 }, null],
])('lines %j', (lines, expected) => {
  expect(textOfLines(TEXT, lines)).toBe(expected);
});

describe('findLines', () => {
  it.each([
    ['where they were', { from: 2, to: 2, source: 'two' }, 2],
    ['the nearest ones', { from: 5, to: 5, source: 'two' }, 4],
    ['moved down', { from: 1, to: 2, source: 'three\ntwo' }, 3],
    ['moved up, beyond the end', { from: 9, to: 9, source: 'one' }, 1],
    ['changed', { from: 2, to: 2, source: 'Two' }, undefined],
    ['part of a line', { from: 3, to: 3, source: 'thr' }, undefined],
    ['the first of two that are equally near', { from: 3, to: 3, source: 'two' }, 2],
    ['a damaged anchor', { from: 2, to: 4, source: 'two' }, undefined],
  ])('%s', (_, anchor, from) => {
    expect(findLines(TEXT, anchor)?.from).toBe(from);
  });
});

it.each([
  ['a a b', 'a a a a b a a b', 5, 6],
  ['a b a b a', 'a b a b a b a', 1, 1],
  ['a b a b a', 'a b a b a b a', 3, 3],
  ['a a a', 'a a b a a', 1, undefined],
])('finds %j in %j', (source, text, from, expected) => {
  const lines = (each: string) => each.replaceAll(' ', '\n');
  const to = from + source.split(' ').length - 1;
  expect(findLines(lines(text), { from, to, source: lines(source) })?.from).toBe(expected);
});

it('finds lines in a time that is linear in the text', () => {
  const find = (size: number) => {
    const anchor = { from: 1, to: size, source: `${'a\n'.repeat(size - 1)}b` };
    return [findLines('a\n'.repeat(2 * size), anchor), replaceLines(`${anchor.source}\n${'a\n'.repeat(2 * size)}`, anchor, 'c')];
  };
  expect(growthBeyondLinear(find, 1 << 15, 1 << 12)).toBeNull();
});

describe('replaceLines', () => {
  it.each([
    ['one line', { from: 3, to: 3, source: 'three' }, 'drei', 'one\ntwo\ndrei\ntwo\nfour'],
    ['one line by several', { from: 5, to: 5, source: 'four' }, 'a\nb', 'one\ntwo\nthree\ntwo\na\nb'],
    ['lines by nothing', { from: 1, to: 2, source: 'one\ntwo' }, '', 'three\ntwo\nfour'],
    ['one of two equal lines, where it was', { from: 4, to: 4, source: 'two' }, 'zwei', 'one\ntwo\nthree\nzwei\nfour'],
    ['one that moved', { from: 1, to: 1, source: 'three' }, 'drei', 'one\ntwo\ndrei\ntwo\nfour'],
    ['one of two equal lines that moved', { from: 3, to: 3, source: 'two' }, 'zwei', null],
    ['a line that has changed', { from: 1, to: 1, source: 'ONE' }, 'eins', null],
  ])('%s', (_, anchor, replacement, expected) => {
    expect(replaceLines(TEXT, anchor, replacement)).toBe(expected);
  });

  it('keeps the line ends of the text', () => {
    expect(replaceLines('a\r\nb\r\nc', { from: 2, to: 2, source: 'b' }, 'x\ny')).toBe('a\r\nx\r\ny\r\nc');
  });
});
