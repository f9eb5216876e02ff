import { describe, expect, it } from 'vitest';
import { addToList, hasDuplicates, canReplaceList, swapWithNeighbour, removeFromList } from './ordered-list.ts';

describe('a list that holds everything once', () => {
  it.each([
    ['to an empty one', [], 1, { list: [1] }],
    ['at the end', [2, 3], 1, { list: [2, 3, 1] }],
    ['which is there', [2, 1], 1, { why: 'is there' }],
  ])('adds an item %s', (_, list, item, change) => {
    expect(addToList(list, item)).toEqual(change);
  });

  it.each([
    ['the only one', [1], 1, { list: [] }],
    ['one in the middle', [1, 2, 3], 2, { list: [1, 3] }],
    ['one that is not there', [1], 2, { why: 'is not there' }],
  ])('removes %s', (_, list, item, change) => {
    expect(removeFromList(list, item)).toEqual(change);
  });

  it.each([
    ['up', [1, 2, 3], 2, true, { list: [2, 1, 3] }],
    ['down', [1, 2, 3], 2, false, { list: [1, 3, 2] }],
    ['up from the end', [1, 2], 2, true, { list: [2, 1] }],
    ['up at the top', [1, 2], 1, true, { why: 'is at the edge' }],
    ['down at the end', [1, 2], 2, false, { why: 'is at the edge' }],
    ['which is alone', [1], 1, false, { why: 'is at the edge' }],
    ['which is not there', [1, 2], 3, true, { why: 'is not there' }],
    ['with number 0', [0, 1], 1, true, { list: [1, 0] }],
  ])('swaps an item %s', (_, list, item, withPrevious, change) => {
    expect(swapWithNeighbour(list, item, withPrevious)).toEqual(change);
  });

  it.each([
    ['it has not changed', [1, 2], [1, 2], [2, 1], true],
    ['someone else made the same change', [2, 1], [1, 2], [2, 1], true],
    ['it becomes empty', [1], [1], [], true],
    ['someone else added to it', [1, 2, 3], [1, 2], [2, 1], false],
    ['someone else reordered it', [2, 1], [1, 2], [1], false],
  ])('that was edited can be saved or not if %s', (_, now, before, wanted, may) => {
    expect(canReplaceList(now, { before, wanted })).toBe(may);
  });

  it.each([
    ['nothing', [], false],
    ['everything once', [1, 2], false],
    ['something twice', [1, 2, 1], true],
  ])('is not one with %s, or is', (_, list, doubled) => {
    expect(hasDuplicates(list)).toBe(doubled);
  });
});
