import { describe, expect, it } from 'vitest';
import type { ChangedCurriculum } from '../changed-curriculum.policy.ts';
import type { ChangedLesson } from '../contract/pull-requests.ts';
import { planSending, proposedName, tickLesson, tickRest, type Ticks } from './send-plan.ts';

const lesson = (lesson_id: number | null, title = 'Loops'): ChangedLesson => ({
  folder: '201-loops',
  sequence: 201,
  title,
  change: lesson_id === null ? 'deleted' : 'changed',
  lesson_id,
  files: 1,
  content: 'tree',
  screens: [],
  parts: [],
  warnings: null,
});
const course: ChangedCurriculum = { kind: 'course', folder: '7-tables', title: 'Tables', change: 'added', problems: [] };
const changes = (given: Partial<Parameters<typeof planSending>[0]> = {}) => ({
  lessons: [lesson(1), lesson(2)],
  curricula: [],
  other_files: 0,
  is_drafts: false,
  ...given,
});
const ticks = (lessons: number[] | 'all', rest = false): Ticks => ({ lessons: lessons === 'all' ? 'all' : new Set(lessons), rest });

describe('how ticked lessons are sent', () => {
  it.each([
    ['nothing is ticked', changes(), ticks([]), 'nothing'],
    ['all of a release', changes(), ticks('all'), 'whole'],
    ['each lesson of a release', changes(), ticks([1, 2]), 'whole'],
    ['one lesson of a release', changes(), ticks([1]), 'apart'],
    ['all lessons, but not its courses', changes({ curricula: [course] }), ticks('all'), 'apart'],
    ['all lessons with its courses', changes({ curricula: [course] }), ticks('all', true), 'whole'],
    ['only courses, where no lesson differs', changes({ lessons: [], curricula: [course] }), ticks('all', true), 'whole'],
    ['all lessons, but not a deleted one', changes({ lessons: [lesson(1), lesson(null)] }), ticks([1]), 'apart'],
    ['the only lesson of drafts', changes({ lessons: [lesson(1)], is_drafts: true }), ticks('all'), 'apart'],
    ['drafts with their courses', changes({ curricula: [course], is_drafts: true }), ticks('all', true), 'whole'],
    ['a lesson that no longer differs', changes(), ticks([3]), 'nothing'],
  ] as const)('%s', (_name, given, ticked, kind) => {
    expect(planSending(given, ticked).kind).toBe(kind);
  });

  it('names the lessons that go apart, not the others', () => {
    expect(planSending(changes(), ticks([2]))).toMatchObject({ lessons: [{ lesson_id: 2 }] });
  });
});

it('keeps the rest with the whole release', () => {
  const given = changes({ curricula: [course] });
  const all = tickRest(ticks([1]), true);
  expect(all).toEqual(ticks('all', true));
  expect(tickLesson(given, all, 1, false)).toEqual(ticks([2], false));
  expect(tickLesson(given, ticks([2]), 1, true)).toEqual(ticks([2, 1], false));
  expect(tickRest(all, false)).toEqual(ticks('all', false));
});

it('proposes a name', () => {
  expect(proposedName([lesson(1)])).toBe('201 Loops');
  expect(proposedName([lesson(1), lesson(2), lesson(3)])).toBe('201 Loops and 2 more');
});
