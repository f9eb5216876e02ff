import { expect, it } from 'vitest';
import { parseListSearch } from './list-search.ts';

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
