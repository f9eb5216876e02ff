import { expect, it } from 'vitest';
import { CHOICE_VERDICT } from '#features/learner-view/contract/learner-question.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import type { SnapshotScreen } from '../deploys/snapshot.ts';
import { gradeAssessment, type ScreenSubmission } from './grade-assessment.ts';

const option = (valid: boolean, skill: string | null = null) => ({ label_html: NO_HTML, feedback_html: NO_HTML, valid, skill });

function screen(given: Partial<SnapshotScreen>, type: 'text' | 'code' = 'text', isExperimental = false): SnapshotScreen {
  return {
    folder: 'one',
    fields: { ...emptyScreenFields(type), is_experimental: isExperimental },
    body_html: NO_HTML,
    instructions_html: NO_HTML,
    hint_html: NO_HTML,
    success_html: NO_HTML,
    questions: [],
    skills: [],
    answer_output: null,
    answer_variables: [],
    ...given,
  };
}

const asked = screen({
  questions: [{ question_html: NO_HTML, select_type: 'single', options: [option(true, 'Reading'), option(false)] }],
  skills: [
    { name: 'Reading', point_value: 2 },
    { name: 'Patience', point_value: 1 },
  ],
});
const coded = screen({ skills: [{ name: 'Reading', point_value: 3 }] }, 'code');
const text = screen({});

const picked = (...options: number[]): ScreenSubmission => ({ answers: new Map([[0, { picked: options }]]), run: null });
const ran = (isRight: boolean, skills: { name: string; correct: boolean }[] = []): ScreenSubmission => ({
  answers: new Map(),
  run: { isRight, skills },
});

it('counts a question with a task for its skill, by what was given', () => {
  const task = QuestionTask.parse({ kind: 'number', value: '3' });
  const question = { question_html: NO_HTML, select_type: 'single' as const, options: [], task, html: {}, skill: 'Reading', seed: 'a' };
  const number = screen({ questions: [question], skills: [{ name: 'Reading', point_value: 2 }] });
  const graded = (...given: string[]) => {
    const submission = { answers: new Map([[0, { picked: [], given }]]), run: null };
    return gradeAssessment({ screens: [number] }, new Map([[1, submission]]), judge);
  };
  expect(graded('3,0')).toMatchObject({ right: 1, skills: [{ name: 'Reading', points: 2, of: 2 }] });
  expect(graded('4')).toMatchObject({ right: 0, skills: [{ name: 'Reading', points: 0, of: 2 }] });
  expect(graded()).toMatchObject({ right: 0, skills: [{ points: 0 }] });
});

/** The feedback says what was picked. */
const judge: Parameters<typeof gradeAssessment>[2] = (_screen, question, { picked: options }) => ({
  is_correct: false,
  ...CHOICE_VERDICT,
  picked: options.map((index) => ({ index, valid: false, feedback_html: safeHtml(`${question}/${index}`) })),
});

it.each([
  ['everything right', [picked(0), ran(true)], { right: 2, reading: 5, patience: 1 }],
  ['nothing handed in', [], { right: 0, reading: 0, patience: 0 }],
  ['a wrong option', [picked(1), ran(true)], { right: 1, reading: 3, patience: 0 }],
  [
    'code whose check of the skill holds',
    [picked(0), ran(false, [{ name: 'Reading', correct: true }])],
    { right: 1, reading: 5, patience: 1 },
  ],
  ['more picked than is right', [picked(0, 1), ran(false)], { right: 0, reading: 2, patience: 0 }],
])('%s', (_name, given: ScreenSubmission[], expected) => {
  const grade = gradeAssessment({ screens: [asked, coded, text] }, new Map(given.map((each, index) => [index + 1, each])), judge);
  const points = (name: string) => grade.skills.find((skill) => skill.name === name)?.points;
  expect({ right: grade.right, reading: points('Reading'), patience: points('Patience') }).toEqual(expected);
  expect([grade.total, grade.skills.map(({ of }) => of)]).toEqual([2, [5, 1]]);
});

it('an experimental screen is not graded', () => {
  const grade = gradeAssessment({ screens: [screen({ skills: [{ name: 'Reading', point_value: 3 }] }, 'code', true)] }, new Map(), judge);
  expect(grade).toEqual({ right: 1, total: 1, skills: [], screens: [{ screen: 1, is_correct: true, questions: [] }] });
});

it.each<[string, number[][], boolean]>([
  ['both are', [[0], [0]], true],
  ['only the second is', [[1], [0]], false],
  ['only the first is', [[0], []], false],
])('a screen of two questions, of which %s right', (_, options, is_correct) => {
  const two = screen({ questions: [...asked.questions, ...asked.questions] });
  const submission = { answers: new Map(options.map((each, question) => [question, { picked: each }])), run: null };
  expect(gradeAssessment({ screens: [two] }, new Map([[1, submission]]), judge).screens[0]).toMatchObject({ is_correct });
});

it('has the feedback on what was picked', () => {
  const grade = gradeAssessment({ screens: [asked] }, new Map([[1, picked(1)]]), judge);
  expect(grade.screens[0]?.questions).toMatchObject([
    { is_correct: false, picked: [{ index: 1, valid: false, feedback_html: safeHtml('0/1') }] },
  ]);
});
