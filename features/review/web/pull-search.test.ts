import { expect, it } from 'vitest';
import { parsePullSearch } from './pull-search.ts';

it.each([
  [{}, {}],
  [
    { lesson: '12-loops', view: 'lines' },
    { lesson: '12-loops', view: 'lines' },
  ],
  [{ lesson: 12 }, { lesson: '12' }],
  [{ lesson: '.' }, { lesson: '.' }],
  [{ lesson: '../x', view: 'raw' }, {}],
  [{ curriculum: 'courses/7-tables' }, { curriculum: 'courses/7-tables' }],
  [{ curriculum: 'courses/../x' }, {}],
  [{ lesson: '', view: '' }, {}],
  [{ lesson: 'x'.repeat(301) }, {}],
])('reads %j as %j', (search, found) => {
  expect(parsePullSearch(search)).toEqual(found);
});
