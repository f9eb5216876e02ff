import { describe, expect, it } from 'vitest';
import { courseStepsLeft, pathStepsLeft } from './curriculum-steps.ts';

type Course = Parameters<typeof courseStepsLeft>[0];
type Path = Parameters<typeof pathStepsLeft>[0];

const READY = { isMain: false, hasDescription: true, reviewStatus: null } as const;
const lines = (steps: ReturnType<typeof courseStepsLeft>) => steps.map(({ state, text, place }) => `${state} ${place}: ${text}`);
const SEND = 'open pull: Send it for review';
const DESCRIBED = 'done description: It has a description';

describe('what is left to do with a course', () => {
  it.each<[string, Partial<Course>, string[]]>([
    ['nothing but the review', {}, ['done content: It has 2 lessons', DESCRIBED, SEND]],
    ['a first lesson', { lessons: { count: 0, missing: 0 } }, ['open content: Add a first lesson', DESCRIBED, SEND]],
    ['missing lessons', { lessons: { count: 3, missing: 1 } }, ['open content: Replace 1 missing lesson', DESCRIBED, SEND]],
    ['a description', { hasDescription: false }, ['done content: It has 2 lessons', 'open description: Write a description', SEND]],
    ['waiting for a review', { reviewStatus: 'In review' }, ['done content: It has 2 lessons', DESCRIBED, 'waiting pull: In review']],
    ['nothing of what is not known', { lessons: null, reviewStatus: undefined }, [DESCRIBED]],
    ['nothing of what is published', { isMain: true }, []],
  ])('%s', (_, work, expected) => {
    expect(lines(courseStepsLeft({ ...READY, lessons: { count: 2, missing: 0 }, ...work }))).toEqual(expected);
  });
});

describe('what is left to do with a path', () => {
  it.each<[string, Path['steps'], string[]]>([
    ['a first step', { count: 0, empty: 0, missing: 0 }, ['open content: Add a first step']],
    ['courses of a step', { count: 2, empty: 1, missing: 0 }, ['open content: Add courses to 1 empty step']],
    ['missing courses before empty steps', { count: 3, empty: 2, missing: 2 }, ['open content: Replace 2 missing courses']],
    ['nothing', { count: 1, empty: 0, missing: 0 }, ['done content: It has 1 step']],
    ['nothing of what is not known', null, []],
  ])('%s', (_, steps, expected) => {
    expect(lines(pathStepsLeft({ ...READY, steps }))).toEqual([...expected, DESCRIBED, SEND]);
  });
});
