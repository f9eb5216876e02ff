import { describe, expect, it } from 'vitest';
import type { TableColumn } from './columns.ts';
import { formatSort, pageCount, parseListSearch, parseSort, parseTableSearch, rowsOfPage, sortRows } from './table-state.ts';

it.each([
  [
    { sort: '-upload-date', page: '3' },
    { sort: '-upload-date', page: 3 },
  ],
  [{ sort: 'name', page: '1' }, { sort: 'name' }],
  [{ sort: 'name; drop', page: '-2' }, {}],
  [{ sort: 7, page: '1.5' }, {}],
  [{}, {}],
])('reads %o', (search, expected) => {
  expect(parseTableSearch(search)).toEqual(expected);
});

it.each([
  [{}, {}],
  [
    { q: 'data', add: 'import', sort: '-name', page: '3' },
    { q: 'data', add: 'import', sort: '-name', page: 3 },
  ],
  [{ q: '', add: 'everything', sort: '; drop', page: '0' }, {}],
])('reads %j', (search, expected) => {
  expect(parseListSearch(search)).toEqual(expected);
});

interface Row {
  id: number;
  name: string;
  size: number;
}

const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', minWidth: 80, cell: () => null, sortValue: (row) => row.name },
  { id: 'size', header: 'Size', minWidth: 80, cell: () => null, sortValue: (row) => row.size },
  { id: 'actions', header: 'Actions', minWidth: 80, cell: () => null },
];
const rows: Row[] = [
  { id: 1, name: 'b', size: 10 },
  { id: 2, name: 'A', size: 9 },
  { id: 3, name: 'c', size: 10 },
];

describe('a sort in an address', () => {
  it.each([
    ['name', { column: 'name', isDescending: false }],
    ['-size', { column: 'size', isDescending: true }],
    ['actions', null],
    ['nothing', null],
    ['', null],
    [undefined, null],
  ])('%s', (text, sort) => {
    expect(parseSort(text, columns)).toEqual(sort);
  });

  it.each(['name', '-size'])('%s is written as it was parsed', (text) => {
    expect(formatSort(parseSort(text, columns)!)).toBe(text);
  });
});

describe('sorted rows', () => {
  it.each([
    ['name', [2, 1, 3]],
    ['-name', [3, 1, 2]],
    ['size', [2, 1, 3]],
    // Equal rows keep their order in this direction too.
    ['-size', [1, 3, 2]],
    ['actions', [1, 2, 3]],
  ])('by %s', (text, ids) => {
    expect(sortRows(rows, columns, parseSort(text, columns)).map((row) => row.id)).toEqual(ids);
  });

  it('do not change the input', () => {
    sortRows(rows, columns, { column: 'name', isDescending: false });
    expect(rows.map((row) => row.id)).toEqual([1, 2, 3]);
  });
});

const numbers = Array.from({ length: 20 }, (_, index) => index + 1);

it.each([
  [1, 8, [1, 2, 3, 4, 5, 6, 7, 8]],
  [3, 8, [17, 18, 19, 20]],
  // A page that no longer exists: use the last one.
  [9, 8, [17, 18, 19, 20]],
  [2, null, numbers],
])('page %i of size %s', (page, size, expected) => {
  expect(rowsOfPage(numbers, page, size)).toEqual(expected);
});

it.each([
  [0, 8, 1],
  [8, 8, 1],
  [9, 8, 2],
  [9, null, 1],
])('%i rows by %s make %i pages', (count, size, pages) => {
  expect(pageCount(count, size)).toBe(pages);
});
