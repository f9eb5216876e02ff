import { expect, it } from 'vitest';
import { nextInCourse } from './next-lessons.ts';

const TITLES = new Map([
  [101, 'Tables'],
  [102, 'Cleaning'],
  [103, 'Plots'],
]);
const course = (name: string, ...lessons: number[]) => ({ name, lessons });

it.each<[string, Parameters<typeof nextInCourse>[0], number, number | null]>([
  ['the one after it', [course('First', 101, 102, 103)], 101, 102],
  ['the one after it that is published', [course('First', 101, 900, 103)], 101, 103],
  ['none after the last', [course('First', 101, 102)], 102, null],
  ['the one of a later course, if it is the last of the first', [course('First', 101, 102), course('Second', 102, 103)], 102, 103],
  ['none without a course', [], 101, null],
])('finds the next lesson: %s', (_, courses, sequence, next) => {
  expect(nextInCourse(courses, sequence, TITLES)?.sequence ?? null).toBe(next);
});
