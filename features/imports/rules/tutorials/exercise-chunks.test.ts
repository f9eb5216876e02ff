import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedLesson, importedScreens } from '#testing/content/imported-screens.ts';
import { pngBytes } from '#testing/png-bytes.ts';

const chunk = (options: string, code: string) => `\`\`\`{${options}}\n${code}\n\`\`\`\n`;
const imported = (name: string, ...parts: readonly string[]) => importedScreens(name, encodeUtf8(parts.join('\n')), { structure: 'cell' });

describe('an exercise of learnr', () => {
  it('is one screen with its setup, hints in order, answer and check', () => {
    const { screens, notes } = imported(
      'a.Rmd',
      '## Means\n\nTry it.\n',
      chunk('r mean, exercise=TRUE, exercise.setup="data"', '____(x)'),
      chunk('r data', 'x <- 1:3'),
      chunk('r mean-hint-2', 'mean()'),
      '<div id="mean-hint-1">\nUse **x**.\n</div>\n',
      chunk('r mean-solution', '# one ----\nsum(x) / 3\n# two ----\nmean(x)'),
      chunk('r mean-check', 'grade_this({\n  pass_if_equal(2)\n  fail("No.")\n})'),
      chunk('r mean-code-check', 'other_checker(SECRET)'),
    );
    expect(screens.filter(({ type }) => type === 'code')).toHaveLength(2);
    expect(screens[0]).toMatchObject({
      title: 'Means',
      body_markdown: 'Try it.',
      initial_code: '____(x)',
      answer_code: 'mean(x)',
      hint_markdown: 'Use **x**.\n\n---\n\n```r\nmean()\n```',
      setup_code: 'x <- 1:3\n\n# Check of the tutorial, which does nothing here:\n# other_checker(SECRET)',
      unit_test_framework: 'testthat',
      unit_test_module: 'submission.R',
    });
    expect(screens[0]?.unit_test_code).toContain('list("sum(x) / 3", "mean(x)")');
    expect(screens[0]?.unit_test_code).toContain('fail("No.")');
    expect(notes.join('\n')).toContain('A check of this exercise has no counterpart.');
  });

  it('keeps a check that needs more of gradethis than is known as a comment', () => {
    const { screens } = imported('a.Rmd', chunk('r a, exercise=TRUE', 'x'), chunk('r a-check', 'grade_this({ tbl_grade() })'));
    expect(screens).toMatchObject([{ unit_test_code: '', setup_code: expect.stringContaining('# grade_this({ tbl_grade() })') }]);
  });

  it('is a listing of what it starts with if no lesson runs its language', () => {
    const { shown, notes } = imported(
      'a.Rmd',
      chunk('r a, exercise=TRUE', 'x'),
      chunk('constructor b, exercise=TRUE', 'words'),
      chunk('constructor b-solution', 'SECRET'),
    );
    expect(shown).toContain('```constructor\nwords\n```');
    expect(shown).not.toContain('SECRET');
    expect(notes.join('\n')).toContain('Its answer, hints and checks were left out: SECRET');
  });

  it('has the hints in the order of their numbers, wherever they are', () => {
    const { screens } = imported(
      'a.Rmd',
      chunk('r a, exercise=TRUE', 'x'),
      chunk('r a-hint-3', 'three()'),
      '<div id="a-hint-2">\n<div>Two</div>\nand more\n</div>\n',
      chunk('r a-hint-1', 'one()'),
      'Text',
    );
    expect(screens[0]?.hint_markdown).toBe('```r\none()\n```\n\n---\n\n<div>Two</div>\nand more\n\n---\n\n```r\nthree()\n```');
    expect(screens.map(({ body_markdown }) => body_markdown)).toEqual(['', 'Text']);
  });

  it('has its own code, also without a label', () => {
    const { screens } = imported('a.Rmd', chunk('r, exercise=TRUE', 'one'), chunk('r, exercise=TRUE', 'two'));
    expect(screens).toMatchObject([{ initial_code: 'one' }, { initial_code: 'two' }]);
  });

  it('keeps chunks without exercises, without the set-up of learnr', () => {
    const { screens, shown } = imported(
      'a.Rmd',
      chunk('r setup, include=FALSE', 'library(learnr)\ngradethis_setup()\nx <- 1'),
      chunk('r', 'x + 1'),
      chunk('r a, exercise=TRUE', ''),
      chunk('r, context="server"', 'output$SECRET <- renderPlot(1)'),
    );
    expect(screens).toMatchObject([
      { setup_code: 'x <- 1', display_code: '', answer_code: 'x + 1' },
      { initial_code: '', answer_code: '' },
    ]);
    expect(shown).not.toMatch(/learnr|gradethis|SECRET/);
  });
});

it.each([
  ['its own', [chunk('r a, include=FALSE', 'x <- 1'), chunk('r m, exercise=TRUE', 'x'), chunk('r m-setup', 'y <- 2')], 'x <- 1\n\ny <- 2'],
  ['that of the code before it', [chunk('r a, include=FALSE', 'x <- 1'), chunk('r m, exercise=TRUE, exercise.setup="a"', 'x')], 'x <- 1'],
])('runs hidden code before the setup of an exercise, if it is %s', (_, chunks, setup) => {
  expect(imported('a.Rmd', ...chunks).screens).toMatchObject([{ setup_code: setup, display_code: '', initial_code: 'x' }]);
});

it('reports no code as left out that is listed behind the last exercise', () => {
  const chunks = [chunk('r m, exercise=TRUE', 'x'), chunk('r', 'y <- 2')];
  const { screens, notes } = importedScreens('a.Rmd', encodeUtf8(chunks.join('\n')), { structure: 'exercise' });
  expect(screens.at(-1)?.body_markdown).toBe('```r\ny <- 2\n```');
  expect(notes).toEqual([]);
});

describe('a question of learnr', () => {
  const asked = (code: string) => imported('a.Rmd', chunk('r quiz', code)).contents.flatMap(({ questions }) => questions);

  it.each([
    [
      'a choice',
      'question("Which?", answer("1", message = "Odd."), answer(paste0("t", "wo"), correct = TRUE), correct = "Yes.", incorrect = "No.")',
      {
        question: 'Which?',
        select_type: 'single',
        options: [
          { label: '1', valid: false, feedback_message: 'Odd.' },
          { label: 'two', valid: true, feedback_message: 'Yes.' },
        ],
      },
    ],
    [
      'several choices',
      'learnr::question_checkbox(r"(A "b"?)", answer("a", TRUE), answer("b"))',
      { question: 'A "b"?', select_type: 'multiple' },
    ],
    [
      'a text',
      "question_text('Name it', answer('sum', correct = T), answer('mean', message = 'No'))",
      { task: { kind: 'text', answers: [{ text: 'sum', match: 'exact' }], feedback: [{ answer: 'mean', message: 'No' }] } },
    ],
    [
      'a number',
      'question_numeric("Pi?", answer(3.14, correct = TRUE), tolerance = 0.01)',
      { task: { kind: 'number', value: '3.14', tolerance: '0.01' } },
    ],
  ])('is one: %s', (_, code, question) => {
    expect(asked(code)).toMatchObject([question]);
  });

  it('is one of a quiz, and text if only a function of R knows the answer', () => {
    expect(asked('quiz(caption = "Try", question("A?", answer("x", TRUE)), question("B?", answer("y", correct = TRUE)))')).toHaveLength(2);
    const { screens, notes } = imported('a.Rmd', chunk('r', 'question_text("Even?", answer_fn(function(x) correct()))'));
    expect(screens[0]?.body_markdown).toBe('Even?');
    expect(notes.join('\n')).toContain('An answer that a function of R judges was left out.');
  });
});

it('names the texts of questions and the code beside them that have no counterpart', () => {
  const code = 'x <- 1\nquestion_text("Name it", answer("sum", correct = TRUE, message = "Yes."), post_message = "Done.")';
  const { notes } = imported('a.Rmd', chunk('r', code));
  expect(notes.join('\n')).toContain('Texts of a question have no counterpart and were left out: Done. Yes.');
  expect(notes.join('\n')).toContain('Code beside a question was left out: x <- 1');
});

it('has the images of its hints and questions', () => {
  const document = [
    chunk('r a, exercise=TRUE', 'x'),
    '<div id="a-hint">\n![](map.png)\n</div>\n',
    chunk('r', 'question("![](map.png)", answer("a", correct = TRUE))'),
  ].join('\n');
  const lesson = importedLesson('a.Rmd', encodeUtf8(document), {}, { file: () => pngBytes(2, 2) });
  expect(lesson.images.map(({ file_name }) => file_name)).toEqual(['map.png']);
  expect(lesson.screens[0]?.fields.hint_markdown).toBe('![](../../images/map.png)');
  expect(lesson.screens.flatMap(({ questions }) => questions)).toMatchObject([{ question: '![](../../images/map.png)' }]);
});

it.each([
  ['webr', 'r', 'gradethis::grade_this_code()', 'unit_test_code'],
  ['pyodide', 'python', 'result == 15', 'setup_code'],
])('reads an exercise of quarto-live for %s', (engine, language, check, field) => {
  const { screens, shown, contents } = imported(
    'a.qmd',
    '## Sums\n',
    chunk(engine, '#| exercise: ex\n____ + 5'),
    '::: {.hint exercise="ex"}\nTen.\n:::\n',
    '::: { .solution exercise="ex" }\n```{' + engine + '}\n#| exercise: ex\n#| solution: true\n10 + 5 # SECRET\n```\n:::\n',
    chunk(engine, '#| exercise: ex\n#| check: true\n' + check + ' # SECRET'),
    chunk(engine, '#| exercise:\n#|   - ex\n#| setup: true\nx = 1'),
    chunk(engine, '1 + 1'),
  );
  expect(contents[0]?.fields).toMatchObject({ initial_code: '____ + 5', answer_code: '10 + 5 # SECRET', hint_markdown: 'Ten.' });
  expect(screens[0]?.[field as 'setup_code']).toContain(check.replace('gradethis::', ''));
  expect(screens[0]?.setup_code).toContain('x = 1');
  expect(screens[1]).toMatchObject({ answer_code: '1 + 1' });
  expect(shown).not.toContain('SECRET');
  expect(language).not.toBe('');
});
