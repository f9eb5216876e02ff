import { expect, it } from 'vitest';
import { parseAuditSearch } from './audit-search.ts';

it.each([
  [{}, {}],
  [
    { lesson: '101', person: '3', action: 'lesson.save', from: '2026-01-02', before: '77' },
    { lesson: 101, person: 3, action: 'lesson.save', from: '2026-01-02', before: 77 },
  ],
  [{ lesson: 'x', person: '-1', action: 'a b', from: 'monday', before: 'y', release: '' }, {}],
])('%j is %j', (search, expected) => {
  expect(parseAuditSearch(search)).toEqual(expected);
});
