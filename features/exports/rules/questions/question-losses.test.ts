import { expect, it } from 'vitest';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { exportedLesson } from '#testing/content/exported-lesson.ts';
import { questionWith } from '#testing/questions/verdicts.ts';
import { questionLosses } from './question-losses.ts';

const reasons = (format: 'moodle' | 'qti', ...screens: Parameters<typeof exportedLesson>[0]) =>
  questionLosses(exportedLesson(screens), format).map(({ screen, reason }) => `${screen ?? ''} ${reason}`.trim());
const of = (task: QuestionContent['task']) => questionWith({ task });
const choice = questionWith({ options: [{ label: 'a', feedback_message: '', valid: true, skill_uuid: null }] });
const order = of({
  kind: 'order',
  lines: [{ text: 'a', group: 1 }],
  distractors: ['b'],
  checks_indentation: true,
  is_code: true,
  accepts_other_orders: true,
  feedback: [],
});
const number = of({ kind: 'number', value: '1', tolerance: '', tolerance_type: 'absolute', unit: 'm', allows_formula: true, feedback: [] });

it('says what Moodle’s file leaves out, by screen', () => {
  const predict = of({ kind: 'predict', code: 'print(1)', output: '1', feedback: [] });
  expect(
    reasons(
      'moodle',
      { questions: [choice, predict, order] },
      { type: 'code', hint_markdown: 'Sum.', instructions_markdown: 'Add.', questions: [choice] },
      {},
    ),
  ).toEqual([
    'Only questions are in the Moodle file, with the texts above them. One screen has no questions, and is left out.',
    '1 Questions that predict an output aren’t in the Moodle file.',
    '1 Lines that can change places have one order in the Moodle file.',
    '1 Learners don’t indent lines in the Moodle file.',
    '1 Other orders whose program passes the check are wrong in the Moodle file.',
    '1 Lines that don’t belong aren’t in the Moodle file.',
    '2 These texts of the screen aren’t in the Moodle file: Instructions, Hint.',
    '2 Its code isn’t in the Moodle file.',
  ]);
});

it('says what a QTI package leaves out, by screen', () => {
  const skilled = { ...number, skill_uuid: '00000000-0000-4000-8000-0000000000ac' };
  expect(reasons('qti', { questions: [skilled] }, { values: 'n = 1..3', questions: [choice, choice] })).toEqual([
    'Only questions are in the QTI package, with the texts above them.',
    '1 Learners can’t type formulas such as 3/4 in the QTI package.',
    '1 The unit is beside the field in the QTI package. Learners don’t type it.',
    '1 Its skills aren’t in the QTI package.',
    '2 Its questions aren’t in the QTI package: each learner gets other values.',
  ]);
  expect(reasons('qti', {})).toEqual(['This lesson has no questions for the QTI package, so it isn’t included.']);
});
