import { describe, expect, it } from 'vitest';
import type { PullComment } from '../contract/pull-comments.ts';
import { type LessonMarks, marksOf, openThreads, passesFilter, withViewed } from './lesson-marks.ts';

const comment = (path: string, values: Partial<PullComment> = {}) =>
  ({ path, reply_to: null, resolved_by: null, is_deleted: false, ...values }) as PullComment;

it('counts the open threads of each lesson', () => {
  const comments = [
    comment('lessons/1-a/lesson.yaml'),
    comment('lessons/1-a/screens/one/learn.md'),
    comment('lessons/1-a/lesson.yaml', { reply_to: 4 }),
    comment('lessons/2-b/lesson.yaml', { resolved_by: 'Ada' }),
    comment('lessons/3-c/lesson.yaml', { is_deleted: true }),
    comment('courses/1/course.yaml'),
  ];
  expect([...openThreads(comments)]).toEqual([['1-a', 2]]);
});

describe('a lesson that was viewed', () => {
  const lesson = { folder: '1-a', content: 'one', warnings: null };
  const isViewed = (given: typeof lesson | { folder: string; content: null; warnings: null }, viewed: Record<string, string>) =>
    marksOf(given, new Map(), viewed).isViewed;

  it('is so until it changes, or the mark is taken away', () => {
    const viewed = withViewed({}, lesson, true);
    expect([isViewed(lesson, viewed), isViewed({ ...lesson, content: 'two' }, viewed)]).toEqual([true, false]);
    expect(isViewed(lesson, withViewed(viewed, lesson, false))).toBe(false);
  });

  it('can be a deleted one, and no name is viewed by itself', () => {
    const gone = { folder: 'constructor', content: null, warnings: null };
    expect([isViewed(gone, {}), isViewed(gone, withViewed({}, gone, true))]).toEqual([false, true]);
  });
});

it.each([
  ['all', [true, true, true]],
  ['unviewed', [false, true, true]],
  ['commented', [false, true, false]],
  ['failing', [false, false, true]],
] as const)('the filter %s', (filter, expected) => {
  const marks: LessonMarks[] = [
    { threads: 0, isFailing: false, isViewed: true },
    { threads: 2, isFailing: false, isViewed: false },
    { threads: 0, isFailing: true, isViewed: false },
  ];
  expect(marks.map((each) => passesFilter(each, filter))).toEqual(expected);
});
