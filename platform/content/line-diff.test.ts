import { describe, expect, it } from 'vitest';
import { beginBlame, blameOlder } from './blame-lines.ts';
import { changedRanges, diffLines, linesOf } from './line-diff.ts';

const list = (text: string) => (text === '' ? [] : text.split(' '));

describe('linesOf', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['\n', ['']],
  ])('%j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });
});

describe('changedRanges', () => {
  it.each([
    ['', '', []],
    ['a b', 'a b', []],
    ['a b', 'a x b', [{ from: 1, to: 1, start: 1, end: 2 }]],
    ['a b c', 'a c', [{ from: 1, to: 2, start: 1, end: 1 }]],
    ['a a', 'a a a', [{ from: 2, to: 2, start: 2, end: 3 }]],
    [
      'a b c d e',
      'x b c d y',
      [
        { from: 0, to: 1, start: 0, end: 1 },
        { from: 4, to: 5, start: 4, end: 5 },
      ],
    ],
  ])('%s → %s', (before, after, changes) => {
    expect(changedRanges(list(before), list(after))).toEqual(changes);
  });

  it('rebuilds the new text from the old one, whatever changed', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 300; round++) {
      const before = Array.from({ length: random(12) }, () => `line ${random(4)}`);
      const after = Array.from({ length: random(12) }, () => `line ${random(4)}`);
      const built: string[] = [];
      let at = 0;
      for (const { from, to, start, end } of changedRanges(before, after)) {
        built.push(...before.slice(at, from), ...after.slice(start, end));
        at = to;
      }
      expect([...built, ...before.slice(at)]).toEqual(after);
    }
  });
});

describe('diffLines', () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

  it('has three lines around a change, numbered on both sides', () => {
    const before = numbered(20);
    const [hunk, ...more] = diffLines(before, before.with(9, 'changed'));
    expect(more).toEqual([]);
    expect(hunk?.header).toBe('@@ -7 +7 @@');
    expect(hunk?.lines.map(({ kind, before: old, after }) => `${kind} ${old} ${after}`)).toEqual([
      'same 7 7',
      'same 8 8',
      'same 9 9',
      'removed 10 null',
      'added null 10',
      'same 11 11',
      'same 12 12',
      'same 13 13',
    ]);
  });

  it('joins changes that are near, and numbers what follows an insertion', () => {
    const before = numbered(30);
    const after = [...before.slice(0, 5), 'new', ...before.slice(5, 10), ...before.slice(11)];
    const hunks = diffLines(before, after);
    expect(hunks).toHaveLength(1);
    expect(hunks[0]?.lines.at(-1)).toEqual({ kind: 'same', text: 'line 14', before: 14, after: 14 });
    expect(diffLines(before, ['new', ...before.slice(0, 29), 'end'])).toHaveLength(2);
  });
});

describe('blame', () => {
  it.each([
    ['a line that is new', ['a b c', 'a c'], [1, 0, 1]],
    ['all lines of a first version', ['a b'], [0, 0]],
    ['a line that was changed twice', ['a z', 'a y', 'a x'], [2, 0]],
    ['lines that moved down', ['n a b', 'a b', 'a'], [0, 2, 1]],
    ['a line that was deleted and written again', ['a b', 'a', 'a b'], [2, 0]],
    ['an empty text in between', ['a', '', 'a'], [0]],
  ])('%s', (_name, versions, expected) => {
    const [newest = '', ...older] = versions;
    const { found, version } = older.reduce((blame, text) => blameOlder(blame, list(text)), beginBlame(list(newest)));
    expect(found.map((known) => known ?? version)).toEqual(expected);
  });
});
