import { describe, expect, it } from 'vitest';
import { ApiError } from '#contract/client.ts';
import type { LessonRow } from '#contract/lessons.ts';
import { findExisting } from './find-existing.ts';

const rows = [
  { id: 1, sequence: 5, release_name: 'main', is_main: true },
  { id: 2, sequence: 5, release_name: 'Drafts – Ada', is_main: false },
  { id: 3, sequence: 5, release_name: 'Drafts – Grace', is_main: false },
  { id: 4, sequence: 6, release_name: 'main', is_main: true },
] as LessonRow[];
const exists = new ApiError(409, { error: 'Lesson 5 is there.', code: 'already_exists' });

describe('the lesson that is in the way', () => {
  it.each([
    ['in one’s own drafts', exists, 5, 'Ada', 2],
    ['in main, where one has none', exists, 6, 'Ada', 4],
    ['in main, where the drafts are somebody else’s', exists, 5, 'Alan', 1],
    ['unknown', exists, 7, 'Ada', undefined],
    ['of no interest after another failure', new ApiError(500, {}), 5, 'Ada', undefined],
    ['of no interest when the server was not reached', new TypeError('fetch'), 5, 'Ada', undefined],
  ])('is %s', (_, error, sequence, name, id) => {
    expect(findExisting(error, sequence, rows, { name })?.id).toBe(id);
  });
});
