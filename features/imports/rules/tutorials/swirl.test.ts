import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedScreens } from '#testing/content/imported-screens.ts';

const imported = (...items: readonly string[]) =>
  importedScreens('lesson.yaml', encodeUtf8(`- Class: meta\n  Course: C\n  Lesson: Basics\n${items.join('')}`));

it('makes screens of the commands of a swirl lesson, with the text before each', () => {
  const { screens, notes, shown } = imported(
    '- Class: text\n  Output: Welcome.\n',
    "- Class: cmd_question\n  Output: Assign 5 to x.\n  CorrectAnswer: 'x <- 5 # SECRET'\n  AnswerTests: omnitest(correctExpr='x <- 5')\n  Hint: Use the arrow.\n",
    '- Class: cmd_question\n  Output: Draw.\n  CorrectAnswer: plot(1)\n  AnswerTests: my_test("SECRET")\n',
    '- Class: figure\n  Output: Look.\n  Figure: fig.R\n  FigureType: new\n',
  );
  expect(screens).toMatchObject([
    {
      title: 'Basics',
      body_markdown: 'Welcome.\n\nAssign 5 to x.',
      answer_code: 'x <- 5 # SECRET',
      initial_code: '',
      hint_markdown: 'Use the arrow.',
    },
    { body_markdown: 'Draw.', answer_code: 'plot(1)', unit_test_code: '', setup_code: expect.stringContaining('# my_test("SECRET")') },
    { body_markdown: 'Look.' },
  ]);
  expect(screens[0]?.unit_test_code).toContain('result_of("x <- 5 # SECRET")');
  expect(shown).not.toContain('SECRET');
  expect(notes.join('\n')).toContain('The figure that fig.R draws was left out.');
});

it.each([
  [
    '- Class: mult_question\n  Output: Two?\n  AnswerChoices: 1; 2\n  CorrectAnswer: 2\n  Hint: No.\n',
    {
      options: [
        { label: '1', feedback_message: 'No.' },
        { label: '2', valid: true },
      ],
    },
  ],
  ['- Class: exact_question\n  Output: How many?\n  CorrectAnswer: 2.5\n', { task: { kind: 'number', value: '2.5' } }],
  ['- Class: text_question\n  Output: Name?\n  CorrectAnswer: mean\n', { task: { kind: 'text', answers: [{ text: 'mean' }] } }],
])('makes a question of %s', (item, question) => {
  expect(imported(item).contents.flatMap(({ questions }) => questions)).toMatchObject([question]);
});

it('keeps each test of a command, and compares with the same random numbers', () => {
  const { screens, notes } = imported(
    "- Class: cmd_question\n  Output: Draw.\n  CorrectAnswer: x <- rnorm(1)\n  AnswerTests: omnitest(correctVal='x'); my_test('x')\n",
  );
  expect(screens[0]?.setup_code).toContain("# my_test('x')");
  expect(screens[0]?.unit_test_code).toMatch(/result_of <- function\(code\) \{[^}]*set\.seed\(1\)/);
  expect(notes.join('\n')).toContain('A test of this command has no counterpart.');
});

it('reports hints of questions, and what exceeds the limits of a question', () => {
  const { notes, screens } = imported(
    '- Class: text_question\n  Output: Name?\n  CorrectAnswer: mean\n  Hint: An average.\n',
    `- Class: mult_question\n  Output: Which?\n  AnswerChoices: ${Array.from({ length: 2_000 }, (_, index) => index).join('; ')}\n  CorrectAnswer: 2\n`,
  );
  expect(notes.join('\n')).toContain('Hints of a question have no counterpart and were left out: An average.');
  expect(notes.join('\n')).toContain('Only its text was imported. Its answers were left out: 0; 1; 2;');
  expect(screens.at(-1)?.body_markdown).toBe('Which?');
});

it('refuses a lesson of swirl that is not valid YAML', () => {
  expect(() => imported('- Class: text\n  Output: [\n')).toThrow('This lesson of swirl is not valid YAML');
});
