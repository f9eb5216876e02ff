import { expect, it } from 'vitest';
import type { SearchGroup } from '../contract/search.ts';
import { withFirst } from './queries.ts';

const group = (id: number, count: number): SearchGroup => ({
  kind: 'lesson',
  id,
  sequence: id,
  title: `Lesson ${id}`,
  release_id: 1,
  release_name: 'Main',
  is_main: true,
  author: null,
  language: null,
  release_status: null,
  status: null,
  count,
  matches: [],
});

it.each([
  ['stay on top', [group(8, 1)], [group(1, 1), group(8, 1), group(9, 1)], true, [group(8, 1), group(1, 1), group(9, 1)]],
  ['get the counts of all', [group(8, 1)], [group(8, 5)], true, [group(8, 5)]],
  ['stay although they are on a later page', [group(8, 1)], [group(1, 1)], false, [group(8, 1), group(1, 1)]],
  ['go when they match no more', [group(8, 1)], [group(1, 1)], true, [group(1, 1)]],
])('first results %s', (_, first, all, isComplete, expected) => {
  expect(withFirst(first, all, { isComplete })).toEqual(expected);
});
