import { expect, it } from 'vitest';
import type { TrashedLessonItem, TrashItem } from '../contract.ts';
import { filterTrash } from './filter-trash.ts';

const item = (given: Partial<TrashedLessonItem>): TrashedLessonItem => ({
  kind: 'screen',
  id: 1,
  name: 'Rows',
  lesson_id: 1,
  lesson_sequence: 12,
  lesson_title: 'Tables',
  release_name: 'Spring',
  deleted_at: '2026-06-01T00:00:00Z',
  deleted_by: null,
  gone_at: '2026-07-01T00:00:00Z',
  ...given,
});
const { lesson_sequence: _sequence, lesson_title: _title, ...anyItem } = item({});
const items: TrashItem[] = [
  item({ id: 1 }),
  item({ id: 2, kind: 'lesson', name: 'Loops', lesson_sequence: 40, deleted_by: 'Ada' }),
  { ...anyItem, kind: 'course', id: 3, name: 'Birds', sequence: 30, lesson_id: null },
];

it.each([
  [[], [1, 2, 3]],
  [['course', '30'], [3]],
  [['rows'], [1]],
  [['40'], [2]],
  [['spring', 'ada'], [2]],
  [['lesson', 'rows'], []],
])('%j finds %j', (words, ids) => {
  expect(filterTrash(items, words).map(({ id }) => id)).toEqual(ids);
});
