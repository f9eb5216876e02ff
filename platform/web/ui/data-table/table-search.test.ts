import { expect, it } from 'vitest';
import { parseTableSearch } from './table-search.ts';

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
