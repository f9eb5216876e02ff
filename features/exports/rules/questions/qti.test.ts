import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { exportedLesson } from '#testing/content/exported-lesson.ts';
import { importedQuestions } from '#testing/content/imported-questions.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { anyForeignQuestion, answersTo, isRightAnswer, questionWith } from '#testing/questions/verdicts.ts';
import { qtiFileNames, qtiFiles, qtiManifest } from './write-qti.ts';

const PNG = pngBytes(3, 2);

function again(...questions: QuestionContent[]) {
  const lesson = exportedLesson([{ title: 'A screen', body_markdown: 'Read **this**.', questions }]);
  const files = qtiFiles(lesson, 'loops', 'Loops');
  expect([...files.keys()]).toEqual(qtiFileNames(lesson));
  const file = (address: string) => (address === 'images/cat.png' ? PNG : files.has(address) ? encodeUtf8(files.get(address) ?? '') : null);
  return { files, ...importedQuestions('test.xml', files.get('test.xml') ?? '', { file }) };
}

const hasUnit = ({ task }: QuestionContent) => task?.kind === 'number' && task.unit !== '';

it('exports questions that QTI has, and imports them with the same verdicts', () => {
  fc.assert(
    fc.property(
      anyForeignQuestion.filter((question) => !hasUnit(question)),
      (question) => {
        const { questions, notes } = again(question);
        // That is said of the question here, too.
        expect(notes.filter((note) => !note.includes('unmatched brackets'))).toEqual([]);
        const [imported] = questions as [QuestionContent];
        const { uuid: _uuid, ...content } = imported;
        expect({ ...content, uuid: question.uuid }).toEqual(question);
        const answers = answersTo(question);
        expect(answers.map((given) => isRightAnswer(imported, given))).toEqual(answers.map((given) => isRightAnswer(question, given)));
      },
    ),
    { numRuns: 60 },
  );
});

const text = (task: Partial<Extract<QuestionContent['task'], { kind: 'text' }>>) =>
  questionWith({ task: { kind: 'text', answers: [], feedback: [], ...task } });
const number = (task: object) =>
  questionWith({
    task: { kind: 'number', value: '2', tolerance: '', tolerance_type: 'absolute', unit: '', allows_formula: false, feedback: [], ...task },
  });

it.each<[string, QuestionContent]>([
  [
    'wildcards and letter case',
    text({
      answers: [
        { text: 'for (*) {', match: 'wildcards' },
        { text: 'While', match: 'exact' },
        { text: 'do', match: 'ignore-case' },
      ],
    }),
  ],
  ['a relative tolerance', number({ tolerance: '0.01', tolerance_type: 'relative' })],
  ['feedback on a wrong number', number({ feedback: [{ answer: '3', message: 'Too **much**.' }] })],
  [
    'lines that don’t belong',
    questionWith({
      task: {
        kind: 'order',
        lines: ['a', '  b'].map((line) => ({ text: line, group: null })),
        distractors: ['c'],
        checks_indentation: false,
        is_code: true,
        accepts_other_orders: false,
        feedback: [],
      },
    }),
  ],
])('keeps %s', (_, question) => {
  const [imported] = again(question).questions;
  expect(imported).toEqual({ ...question, uuid: imported?.uuid });
});

it('keeps texts, images, formulas and listings', () => {
  const question = 'Look at ![A cat](../../images/cat.png), $x^2$ and `a < b`:\n\n```python\nfor i in [1]:\n    i\n```\n\n- one\n- two';
  const { questions, images, screens, title } = again(
    questionWith({
      question,
      options: ['a', 'b'].map((label) => ({ label, feedback_message: '', valid: label === 'a', skill_uuid: null })),
    }),
  );
  expect([questions[0]?.question, images.map(({ file_name }) => file_name), title]).toEqual([question, ['cat.png'], 'Loops']);
  expect(screens).toEqual([{ title: 'A screen', text: 'Read **this**.', questions: 1 }]);
});

it('lists its files in a manifest', () => {
  const manifest = qtiManifest(['a/test.xml', 'a/screen-1-question-1.xml', 'a/images/b c.png']);
  expect(manifest).toContain('<resource identifier="resource-1" type="imsqti_test_xmlv2p1" href="a/test.xml">');
  expect(manifest).toContain('<dependency identifierref="resource-2"></dependency>');
  expect(manifest).toContain('type="webcontent" href="a/images/b%20c.png"');
});
