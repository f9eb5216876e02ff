import { expect, it } from 'vitest';
import { keptProgress } from './kept-progress.ts';

const PROGRESS = {
  done: [1, 2],
  code: { 1: 'x', 12: 'y' },
  accepted: { 1: 'x', 12: 'y' },
  picked: { '1/0': [0], '12/0': [1] },
  given: { '1/1': ['a'], '12/1': ['b'] },
  runs: { 1: 'a' },
  tasks: ['1/code', '12/0'],
  tries: { 1: 2, 12: 1 },
  hints: { 1: 2, 12: 1 },
  hintsUsed: null,
  grade: null,
};

it('keeps what was tried in a lesson with each draw, and forgets a screen once its code begins with something else', () => {
  const open = (initialCode: string, { lessonId = 1, drawNumber = 1 } = {}) =>
    keptProgress({ lessonId, drawNumber }, { number: 1, initialCode });
  const first = open('# begin');
  expect(first.read()).toEqual({});
  first.write(PROGRESS);
  expect(open('# begin').read()).toEqual(PROGRESS);
  expect(open('# begin', { lessonId: 2 }).read()).toEqual({});
  expect(open('# drawn', { drawNumber: 2 }).read()).toEqual({});
  expect(open('# begin').read()).toEqual(PROGRESS);
  expect(open('# other').read()).toEqual({
    done: [2],
    code: { 12: 'y' },
    accepted: { 12: 'y' },
    picked: { '12/0': [1] },
    given: { '12/1': ['b'] },
    runs: {},
    tasks: ['12/0'],
    tries: { 12: 1 },
    hints: { 12: 1 },
    hintsUsed: null,
    grade: null,
  });
});
