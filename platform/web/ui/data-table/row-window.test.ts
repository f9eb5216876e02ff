import { describe, expect, it } from 'vitest';
import { nextRow, ROW_HEIGHT, rowRange, scrollTopFor } from './row-window.ts';

const HEIGHT = 11 * ROW_HEIGHT;

describe('the rendered rows', () => {
  it.each([
    [0, { first: 0, end: 11 }],
    [1, { first: 0, end: 20 }],
    [ROW_HEIGHT * 100, { first: 92, end: 116 }],
    [ROW_HEIGHT * 101 + 1, { first: 92, end: 120 }],
  ])('%d px down', (scrollTop, expected) => {
    expect(rowRange(scrollTop, HEIGHT)).toEqual(expected);
  });

  it('cover the visible rows at any position', () => {
    for (let scrollTop = 0; scrollTop < 5_000; scrollTop += 7) {
      const { first, end } = rowRange(scrollTop, HEIGHT);
      expect(first * ROW_HEIGHT).toBeLessThanOrEqual(scrollTop);
      expect(end * ROW_HEIGHT).toBeGreaterThanOrEqual(scrollTop + HEIGHT - ROW_HEIGHT);
    }
  });
});

describe('scrolling to a row', () => {
  it.each([
    ['is in sight', 5, 0, 0],
    ['is half under the header', 5, 5 * ROW_HEIGHT + 10, 5 * ROW_HEIGHT],
    ['is below', 20, 0, 22 * ROW_HEIGHT - HEIGHT],
    ['is the first', 0, 400, 0],
  ])('that %s', (_where, index, scrollTop, expected) => {
    expect(scrollTopFor(index, scrollTop, HEIGHT)).toBe(expected);
  });
});

it.each([
  ['ArrowDown', 0, 10, 1],
  ['ArrowDown', 9, 10, 9],
  ['ArrowUp', 5, 10, 4],
  ['ArrowUp', 0, 10, 0],
  ['PageDown', 7, 10, 9],
  ['PageUp', 7, 10, 3],
  ['PageUp', 2, 10, 0],
  ['Home', 7, 10, 0],
  ['End', 7, 10, 9],
  ['Tab', 7, 10, null],
  ['ArrowDown', 0, 0, null],
])('%s from row %i of %i leads to %s', (key, current, count, expected) => {
  expect(nextRow(key, current, count, 4)).toBe(expected);
});
