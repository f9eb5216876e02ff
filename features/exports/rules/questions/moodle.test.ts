import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { exportedLesson } from '#testing/content/exported-lesson.ts';
import { importedQuestions } from '#testing/content/imported-questions.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { anyForeignQuestion, answersTo, isRightAnswer, questionWith } from '#testing/questions/verdicts.ts';
import { writeMoodle } from './write-moodle.ts';

const IMAGES = new Map([['cat.png', pngBytes(3, 2)]]);

function again(...questions: QuestionContent[]) {
  const xml = writeMoodle(exportedLesson([{ title: 'A screen', body_markdown: 'Read **this**.', questions }]), 'Loops / more', IMAGES);
  return { xml, ...importedQuestions('a.xml', xml) };
}

it('exports questions that Moodle’s format has, and imports them with the same verdicts', () => {
  fc.assert(
    fc.property(anyForeignQuestion, (question) => {
      const { questions, notes } = again(question);
      // That is said of the question here, too.
      expect(notes.filter((note) => !note.includes('unmatched brackets'))).toEqual([]);
      const [imported] = questions as [QuestionContent];
      const { uuid: _uuid, ...content } = imported;
      expect({ ...content, uuid: question.uuid }).toEqual(question);
      const answers = answersTo(question);
      expect(answers.map((given) => isRightAnswer(imported, given))).toEqual(answers.map((given) => isRightAnswer(question, given)));
    }),
    { numRuns: 60 },
  );
});

it('keeps texts, images, formulas and listings', () => {
  const text = 'Look at ![A cat](../../images/cat.png), $x^2$ and `a < b`:\n\n```python\nfor i in [1]:\n    i\n```\n\n- one\n- two';
  const label = '| a | b |\n| --- | --- |\n| 1 | 2 |';
  const question = questionWith({
    question: text,
    options: [
      { label, feedback_message: 'No', valid: true, skill_uuid: null },
      { label: 'b', feedback_message: '', valid: false, skill_uuid: null },
    ],
  });
  const { xml, questions, images, screens, title } = again(question);
  expect(xml).toContain('<file name="cat.png" path="/" encoding="base64">iVBOR');
  expect(questions.map(({ question: read, options }) => [read, options[0]?.label])).toEqual([[text, label]]);
  expect([images.map(({ file_name }) => file_name), title]).toEqual([['cat.png'], 'Loops / more']);
  expect(screens).toEqual([{ title: 'A screen', text: 'Read **this**.', questions: 1 }]);
});

it.each<[string, QuestionContent, string]>([
  [
    'wildcards',
    questionWith({ task: { kind: 'text', answers: [{ text: 'for*', match: 'wildcards' }], feedback: [] } }),
    '<text>for*</text>',
  ],
  [
    'a relative tolerance as a number',
    questionWith({
      task: { kind: 'number', value: '200', tolerance: '0.01', tolerance_type: 'relative', unit: '', allows_formula: false, feedback: [] },
    }),
    '<tolerance>2</tolerance>',
  ],
  [
    'a formula as its value',
    questionWith({
      task: { kind: 'number', value: '3/4', tolerance: '', tolerance_type: 'absolute', unit: '', allows_formula: true, feedback: [] },
    }),
    '<text>0.75</text>',
  ],
  [
    'three right options of several',
    questionWith({
      select_type: 'multiple',
      options: ['a', 'b', 'c'].map((label) => ({ label, feedback_message: '', valid: true, skill_uuid: null })),
    }),
    'fraction="33.33333"',
  ],
])('exports %s', (_, question, expected) => {
  expect(again(question).xml).toContain(expected);
});

it('leaves out questions that run code or draw values', () => {
  const predict = questionWith({ task: { kind: 'predict', code: 'print(1)', output: '1', feedback: [] } });
  const drawn = { title: 'Drawn', values: 'n = 1..3', questions: [questionWith({ question: 'SECRET' })] };
  expect(writeMoodle(exportedLesson([{ title: 'A', questions: [predict] }, drawn]), 'A', IMAGES)).not.toMatch(/SECRET|print/);
});
