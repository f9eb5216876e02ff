import { describe, expect, it } from 'vitest';
import { judgeAnswer } from './answer-question.ts';

const question = (...valid: boolean[]) => ({
  answer_options: valid.map((isValid, index) => ({ label: `${index}`, feedback_message: `of ${index}`, valid: isValid, skill_id: null })),
});

describe('judging an answer', () => {
  it.each([
    { what: 'the valid one', valid: [true, false], picked: [0], isCorrect: true },
    { what: 'another one', valid: [true, false], picked: [1], isCorrect: false },
    { what: 'nothing', valid: [true, false], picked: [], isCorrect: false },
    { what: 'all valid ones', valid: [true, false, true], picked: [2, 0], isCorrect: true },
    { what: 'some of the valid ones', valid: [true, false, true], picked: [0], isCorrect: false },
    { what: 'the valid ones and one more', valid: [true, false, true], picked: [0, 1, 2], isCorrect: false },
    { what: 'one where none is valid', valid: [false, false], picked: [0], isCorrect: false },
    { what: 'a deleted option', valid: [true], picked: [0, 7], isCorrect: true },
  ])('$what: $isCorrect', ({ valid, picked, isCorrect }) => {
    expect(judgeAnswer(question(...valid), new Set(picked)).isCorrect).toBe(isCorrect);
  });

  it('returns feedback only for picked options', () => {
    expect(judgeAnswer(question(true, false, true), new Set([2, 1])).picked).toEqual([
      { index: 1, valid: false, feedback_message: 'of 1' },
      { index: 2, valid: true, feedback_message: 'of 2' },
    ]);
  });
});
