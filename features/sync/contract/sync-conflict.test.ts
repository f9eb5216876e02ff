import { expect, it } from 'vitest';
import { readSyncConflict } from './sync-conflict.ts';
import { SyncConflictDetails } from './sync.ts';

const conflict: SyncConflictDetails = {
  lesson_id: 3,
  course_id: null,
  path_id: null,
  base: { title: 'a' },
  mine: { title: 'b' },
  theirs: { title: 'c' },
  labels: { title: 'Title' },
  commit: 'f00',
  changed_by: null,
};

it('recognizes both sides of a sync', () => {
  expect(readSyncConflict(conflict)).toBe(conflict);
});

it.each([
  ['nothing', undefined],
  ['a text', 'conflict'],
  ['a conflict of a screen', { base: {}, mine: {}, theirs: {}, revision: 4 }],
  ['no commit', { ...conflict, commit: undefined }],
  ['a list for a side', { ...conflict, mine: [] }],
])('rejects %s, as the schema does', (_what, details) => {
  expect(readSyncConflict(details)).toBeNull();
  expect(SyncConflictDetails.safeParse(details).success).toBe(false);
});
