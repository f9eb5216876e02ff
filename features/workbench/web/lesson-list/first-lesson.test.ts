import { expect, it } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { isWithoutOwnLessons, sampleNumbers } from './first-lesson.ts';

const sample = (sequence: number) => ({ sequence, author: 'Lessonwright samples', is_main: true }) as LessonRow;

it('comes after the samples, which are named', () => {
  const rows = [sample(101), sample(107), sample(103)];
  expect([isWithoutOwnLessons(rows), sampleNumbers(rows)]).toEqual([true, '101 to 107']);
});

it('is the first of all where there are no samples', () => {
  expect([isWithoutOwnLessons([]), sampleNumbers([])]).toEqual([true, '']);
});

it('is written once there is a lesson of another author, or a draft of a sample', () => {
  expect(isWithoutOwnLessons([sample(101), { ...sample(102), author: 'Ada' }])).toBe(false);
  expect(isWithoutOwnLessons([sample(101), { ...sample(101), is_main: false }])).toBe(false);
});
