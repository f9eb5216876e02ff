import { expect, it } from 'vitest';
import { whyNotSuspend } from './apply-staff-list.ts';

const people = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.org` }));

it.each([
  ['nobody', false, 57, 0, true],
  ['one of four', false, 4, 1, true],
  ['two of nineteen', false, 19, 2, false],
  ['two of twenty', false, 20, 2, true],
  ['five of three hundred', false, 300, 5, true],
  ['six of three hundred', false, 300, 6, false],
  ['the only one, by an empty list', true, 1, 1, false],
  ['nobody, by an empty list', true, 0, 0, true],
])('suspending %s', (_case, isListEmpty, staff, suspended, isAllowed) => {
  expect(whyNotSuspend({ isListEmpty, staff, suspended: people(suspended) }) === null).toBe(isAllowed);
});

it('names the first people and how to go on', () => {
  expect(whyNotSuspend({ isListEmpty: false, staff: 57, suspended: people(7) })).toBe(
    'LESSONWRIGHT_STAFF is shorter than before: 7 of 57 people would lose access (p0@example.org, p1@example.org, p2@example.org, ' +
      'p3@example.org, p4@example.org and 2 more). Nothing was changed. If the setting was lost, set it again; if they have left, start with ' +
      'LESSONWRIGHT_STAFF_REMOVE=1.',
  );
});
