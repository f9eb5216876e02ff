import { describe, expect, it } from 'vitest';
import { nextRowKeys } from './row-keys.ts';

const keysOf = (known: [string, number][], ids: string[]) => [...nextRowKeys(new Map(known), ids)];

describe('the keys of rows', () => {
  it.each<[string, [string, number][], string[], [string, number][]]>([
    [
      'begin at 0',
      [],
      ['a', 'b'],
      [
        ['a', 0],
        ['b', 1],
      ],
    ],
    [
      'stay with their rows in another order',
      [
        ['a', 0],
        ['b', 1],
      ],
      ['b', 'a', 'c'],
      [
        ['b', 1],
        ['a', 0],
        ['c', 2],
      ],
    ],
    [
      'of rows that went are taken over',
      [
        ['a', 0],
        ['b', 1],
        ['c', 2],
      ],
      ['d', 'b', 'e'],
      [
        ['d', 0],
        ['b', 1],
        ['e', 2],
      ],
    ],
    [
      'are never given twice',
      [
        ['a', 4],
        ['b', 7],
      ],
      ['c', 'd', 'e'],
      [
        ['c', 4],
        ['d', 7],
        ['e', 8],
      ],
    ],
    [
      'go with fewer rows',
      [
        ['a', 0],
        ['b', 1],
      ],
      ['c'],
      [['c', 0]],
    ],
  ])('%s', (_, known, ids, expected) => expect(keysOf(known, ids)).toEqual(expected));

  it('are the same object while the same rows are there', () => {
    const known = new Map([['a', 0]]);
    expect(nextRowKeys(known, ['a'])).toBe(known);
  });
});
