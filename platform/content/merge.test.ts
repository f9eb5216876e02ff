import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRegions } from './merge-regions.ts';
import { conflictRegions, mergeFields, mergeText } from './merge.ts';

describe('mergeText', () => {
  it.each([
    ['other lines', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['the same change', 'a\nb', 'a\nB', 'a\nB', 'a\nB'],
    ['one side only', 'a', 'a\nb', 'a', 'a\nb'],
    ['one side emptied', 'a\nb', '', 'a\nb', ''],
    ['inserted and removed elsewhere', 'a\nb\nc\nd', 'x\na\nb\nc\nd', 'a\nb\nc', 'x\na\nb\nc'],
    ['the same line in two ways', 'a\nb\nc', 'a\nB\nc', 'a\nX\nc', null],
    ['touching lines', 'a\nb\nc', 'A\nb\nc', 'a\nB\nc', null],
    ['removed here, changed there', 'a\nb\nc', 'a\nc', 'a\nB\nc', null],
    ['both added at the end', 'a', 'a\nb', 'a\nc', null],
    ['line ends of one side', 'a\nb\nc', 'A\r\nb\r\nc', 'a\nb\nC', 'A\r\nb\r\nC'],
    ['nothing but the line ends of one side', 'a\nb', 'a\r\nb', 'a\nB', 'a\r\nB'],
    ['line ends of both sides', 'a\r\nb\r\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['line ends that one side mixed', 'a\nb\nc', 'A\nb\r\nc', 'a\nb\nC', 'A\nb\nC'],
    ['one line in two ways, with other line ends', 'a\nb', 'a\r\nB', 'a\nX', null],
    ['words that objects have', 'constructor\n__proto__', 'constructor\n__proto__\nx', 'toString\n__proto__', 'toString\n__proto__\nx'],
  ])('%s', (_, base, mine, theirs, expected) => {
    expect(mergeText(base, mine, theirs)).toBe(expected);
    expect(mergeText(base, theirs, mine)).toBe(expected);
  });

  it('stays fast and correct with very many equal lines', () => {
    const base = '\n'.repeat(50_000);
    expect(mergeText(base, `x${base}`, `${base}y`)).toBe(`x${base}y`);
    expect(mergeText(base, `x${base}y`, `v${base}w`)).toBe(null);
  });
});

/** Few different lines, so that repeats and coincidences are common. */
const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', '  d', '}'), { maxLength: 12 });

describe('regions', () => {
  it('contain all of every side, in order', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, mine, theirs) => {
        const regions = mergeRegions(base, mine, theirs);
        expect(regions.flatMap((region) => region.base)).toEqual(base);
        expect(regions.flatMap((region) => region.mine)).toEqual(mine);
        expect(regions.flatMap((region) => region.theirs)).toEqual(theirs);
        for (const region of regions) {
          const isMine = region.mine.join('\n') !== region.base.join('\n') || region.mine.length !== region.base.length;
          const isTheirs = region.theirs.join('\n') !== region.base.join('\n') || region.theirs.length !== region.base.length;
          const isAlike = region.mine.join('\n') === region.theirs.join('\n') && region.mine.length === region.theirs.length;
          const holds = {
            same: !isMine && !isTheirs,
            mine: isMine && !isTheirs,
            theirs: isTheirs && !isMine,
            both: isAlike,
            conflict: !isAlike,
          };
          expect(holds[region.kind]).toBe(true);
        }
      }),
    );
  });

  it('let a reader build either side', () => {
    fc.assert(
      fc.property(lines, lines, lines, (...sides) => {
        const [base, mine, theirs] = sides.map((side) => side.join('\n')) as [string, string, string];
        const regions = conflictRegions(base, mine, theirs);
        expect(regions.flatMap((region) => region.mine).join('\n')).toBe(mine);
        expect(regions.flatMap((region) => region.theirs).join('\n')).toBe(theirs);
      }),
    );
  });
});

/** A text of distinct lines, and two versions of it made by removing and inserting lines. */
const edits = fc
  .record({
    base: fc.array(fc.nat(), { maxLength: 15 }).map((list) => list.map((_, index) => `line ${index}`)),
    mine: fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 5 }),
    theirs: fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 5 }),
  })
  .map(({ base, mine, theirs }) => ({ base, mine: applyEdits(base, mine, 'mine'), theirs: applyEdits(base, theirs, 'theirs') }));

function applyEdits(base: readonly string[], steps: readonly (readonly [number, boolean])[], side: string): string[] {
  const result = [...base];
  for (const [index, [place, isInsertion]] of steps.entries()) {
    const at = result.length === 0 ? 0 : place % (result.length + 1);
    if (isInsertion) result.splice(at, 0, `${side} ${index}`);
    else result.splice(at, 1);
  }
  return result;
}

describe('nothing vanishes silently', () => {
  it('in texts: additions of both sides exist, removals of both sides are gone, or it is a conflict', () => {
    fc.assert(
      fc.property(edits, ({ base, mine, theirs }) => {
        const merged = mergeText(base.join('\n'), mine.join('\n'), theirs.join('\n'))?.split('\n');
        if (!merged) return;
        expectAll(
          base,
          mine,
          theirs,
          merged.filter((line) => line !== ''),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every item when lists are merged', () => {
    fc.assert(
      fc.property(edits, ({ base, mine, theirs }) => {
        const { merged, conflicts } = mergeFields({ list: base }, { list: mine }, { list: theirs });
        if (conflicts.length === 0) expectAll(base, mine, theirs, merged.list);
      }),
      { numRuns: 500 },
    );
  });

  function expectAll(base: readonly string[], mine: readonly string[], theirs: readonly string[], merged: readonly string[]) {
    const wanted = [
      ...base.filter((line) => mine.includes(line) && theirs.includes(line)),
      ...[...mine, ...theirs].filter((line) => !base.includes(line)),
    ];
    expect([...merged].sort()).toEqual([...wanted].sort());
    for (const side of [mine, theirs]) {
      const order = merged.filter((line) => side.includes(line));
      expect(order).toEqual(side.filter((line) => merged.includes(line)));
    }
  }
});

/** Values of every kind that a field can have. */
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, '', 'a', 'a\nb', 'a\nc'),
  fc.array(fc.constantFrom('x', 'y', 'z', 1, '1'), { maxLength: 4 }),
  fc.record({ name: fc.constantFrom('p', 'q') }),
);
const fields = fc.record({ a: value, b: value, c: value });

describe('mergeFields', () => {
  it('takes the side that changed', () => {
    fc.assert(
      fc.property(fields, fields, (base, changed) => {
        expect(mergeFields(base, changed, base)).toEqual({ merged: changed, conflicts: [] });
        expect(mergeFields(base, base, changed)).toEqual({ merged: changed, conflicts: [] });
        expect(mergeFields(base, changed, changed)).toEqual({ merged: changed, conflicts: [] });
      }),
    );
  });

  it('finds the same conflicts from both sides, with their values', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const here = mergeFields(base, mine, theirs);
        const there = mergeFields(base, theirs, mine);
        expect(there.conflicts.map(({ field }) => field).sort()).toEqual(here.conflicts.map(({ field }) => field).sort());
        for (const { field, ...sides } of here.conflicts) {
          const key = field as 'a' | 'b' | 'c';
          expect(sides).toEqual({ base: base[key], mine: mine[key], theirs: theirs[key] });
          expect(here.merged[key]).toEqual(mine[key]);
        }
      }),
    );
  });

  it.each([
    ['different fields', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }],
    ['lines of a text', { t: 'a\nb\nc' }, { t: 'A\nb\nc' }, { t: 'a\nb\nC' }, { t: 'A\nb\nC' }],
    ['both add to a list', { l: ['a'] }, { l: ['a', 'b'] }, { l: ['a', 'c'] }, { l: ['a', 'b', 'c'] }],
    ['both add the same', { l: ['a', 'b'] }, { l: ['x', 'a', 'b'] }, { l: ['a', 'x', 'b'] }, { l: ['x', 'a', 'b'] }],
    ['one adds, one removes', { l: ['a', 'b'] }, { l: ['a'] }, { l: ['a', 'b', 'c'] }, { l: ['a', 'c'] }],
    ['numbers and texts are not the same', { l: [1] }, { l: [1, '1'] }, { l: [1, 2] }, { l: [1, '1', 2] }],
    ['a key that only one side has', { a: 1 }, { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2 }],
    ['a key that one side took away', { a: 1, b: 2 }, { a: 1 }, { a: 3, b: 2 }, { a: 3 }],
  ])('%s', (_, base, mine, theirs, merged) => {
    expect(mergeFields<object>(base, mine, theirs)).toEqual({ merged, conflicts: [] });
  });

  it.each([
    ['a value in two ways', 1, 2, 3],
    ['a text that became null', 'a', null, 'b'],
    ['a replaced element', ['a', 'b'], ['a', 'x'], ['a', 'y']],
    ['a moved and a removed element', ['a', 'b', 'c'], ['b', 'c', 'a'], ['b', 'c']],
    ['an element moved to two places', ['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'], ['a', 'd', 'b', 'c']],
    ['lists of objects', [{ a: 1 }], [{ a: 2 }], [{ a: 1 }, { b: 1 }]],
  ])('reports %s as a conflict', (_, base, mine, theirs) => {
    expect(mergeFields<object>({ v: base }, { v: mine }, { v: theirs }).conflicts).toEqual([{ field: 'v', base, mine, theirs }]);
  });
});
