import { expect, it } from 'vitest';
import { datasetSteps } from './dataset-steps.ts';

const lesson = (id: number, is_latest: boolean) => ({ id, is_latest });

it.each<[string, boolean, Parameters<typeof datasetSteps>[1], [string, number | null][]]>([
  ['a lesson that uses it', false, [], [['open: Add it to a lesson', null]]],
  [
    'nothing where all use the latest version',
    false,
    [lesson(1, true), lesson(2, true)],
    [['done: 2 lessons with the latest version', null]],
  ],
  [
    'the first lesson with an earlier version',
    false,
    [lesson(3, false), lesson(4, false)],
    [['open: Update 2 lessons with an earlier version', 3]],
  ],
  [
    'lessons with an earlier version, after those with the latest',
    false,
    [lesson(1, true), lesson(2, false)],
    [
      ['done: 1 lesson with the latest version', null],
      ['open: Update 1 lesson with an earlier version', 2],
    ],
  ],
  ['nothing of an archived one', true, [], []],
  ['nothing while it loads', false, undefined, []],
])('%s is left to do with a dataset', (_, isArchived, uses, expected) => {
  expect(datasetSteps(isArchived, uses).map(({ state, text, lessonId }) => [`${state}: ${text}`, lessonId])).toEqual(expected);
});
