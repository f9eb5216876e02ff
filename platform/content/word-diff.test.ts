import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords, likeness } from './word-diff.ts';

const SIGNS = { same: '', added: '+', removed: '-' } as const;
const shown = (before: string, after: string) => diffWords(before, after).map(({ kind, text }) => `${SIGNS[kind]}${text}`);

describe('diffWords', () => {
  it.each([
    ['', '', []],
    ['one', 'one', ['one']],
    ['We count from one.', 'We count from zero.', ['We count from ', '-one', '+zero', '.']],
    ['a b', 'a new b', ['a ', '+new ', 'b']],
    ['a old b', 'a b', ['a ', '-old ', 'b']],
    ['say it twice now', 'say this once now', ['say ', '-it twice', '+this once', ' now']],
    ['x = 1', 'x = 2', ['x = ', '-1', '+2']],
    ['naïve café', 'naïve cafés', ['naïve ', '-café', '+cafés']],
    ['', 'new', ['+new']],
    ['old', '', ['-old']],
  ])('%j → %j', (before, after, expected) => {
    expect(shown(before, after)).toEqual(expected);
  });

  it('loses nothing of either text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const runs = diffWords(before, after);
        const side = (without: string) => runs.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');
        expect([side('added'), side('removed')]).toEqual([before, after]);
      }),
      { numRuns: 200 },
    );
  });
});

it.each([
  ['a b c d', 'a b c d', 1],
  ['a b c d', 'a b c e', 0.75],
  ['a b', 'c d', 0],
  ['', '', 0],
])('likeness of %j and %j is %d', (before, after, expected) => {
  expect(likeness(diffWords(before, after))).toBe(expected);
});
