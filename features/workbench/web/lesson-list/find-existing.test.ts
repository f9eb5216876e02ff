import { describe, expect, it } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { ApiError } from '#platform/contract/client.ts';
import { findExisting } from './find-existing.ts';

const rows = [
  { id: 1, sequence: 5, is_main: true, is_own_drafts: false },
  { id: 2, sequence: 5, is_main: false, is_own_drafts: false },
  { id: 3, sequence: 5, is_main: false, is_own_drafts: true },
  { id: 4, sequence: 6, is_main: true, is_own_drafts: false },
  { id: 5, sequence: 8, is_main: false, is_own_drafts: false },
  { id: 6, sequence: 8, is_main: true, is_own_drafts: false },
] as LessonRow[];
const exists = new ApiError(409, { error: 'Lesson 5 is there.', code: 'already_exists' });

describe('the lesson that is in the way', () => {
  it.each([
    ['in one’s own drafts', exists, 5, 3],
    ['in main, where one has none', exists, 6, 4],
    ['in main, where the drafts are another author’s', exists, 8, 6],
    ['unknown', exists, 7, undefined],
    ['of no interest after another failure', new ApiError(500, {}), 5, undefined],
    ['of no interest when the server was not reached', new TypeError('fetch'), 5, undefined],
  ])('is %s', (_, error, sequence, id) => {
    expect(findExisting(error, sequence, rows)?.id).toBe(id);
  });
});
