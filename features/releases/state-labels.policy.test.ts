import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lessonStatus, MAIN_STATES } from './main-state.policy.ts';
import { isOpenReview, LESSON_STATUSES, MAIN_STATE_LABELS, REVIEW_STATUSES, STATE_COLORS } from './state-labels.policy.ts';

describe('the words for states', () => {
  it('are one for each state of a version, and different from one another', () => {
    expect(MAIN_STATES.map((main_state) => lessonStatus({ main_state, review_status: null }))).toEqual(Object.values(MAIN_STATE_LABELS));
    const words = Object.keys(STATE_COLORS);
    expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length);
  });

  it('of a review are those of its pull request while it goes on', () => {
    const found = REVIEW_STATUSES.map((review_status) => lessonStatus({ main_state: 'changed', review_status }));
    expect(found).toEqual(REVIEW_STATUSES.map((status) => (isOpenReview(status) ? status : 'Changed')));
  });

  it('are explained in the guide, which knows no others', async () => {
    const guide = await readFile(join(import.meta.dirname, '../search/guide.md'), 'utf8');
    expect(LESSON_STATUSES.filter((status) => !guide.includes(`*${status}*`))).toEqual([]);
    expect(guide).not.toMatch(/\b(Unmodified|Modified)\b/);
  });
});
