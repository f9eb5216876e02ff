import { expect, it } from 'vitest';
import { pageCount, rowsOfPage } from './page-size.ts';

const rows = Array.from({ length: 20 }, (_, index) => index + 1);

it.each([
  [1, 8, [1, 2, 3, 4, 5, 6, 7, 8]],
  [3, 8, [17, 18, 19, 20]],
  // A page that no longer exists: use the last one.
  [9, 8, [17, 18, 19, 20]],
  [2, null, rows],
])('page %i of size %s', (page, size, expected) => {
  expect(rowsOfPage(rows, page, size)).toEqual(expected);
});

it.each([
  [0, 8, 1],
  [8, 8, 1],
  [9, 8, 2],
  [9, null, 1],
])('%i rows by %s make %i pages', (count, size, pages) => {
  expect(pageCount(count, size)).toBe(pages);
});
