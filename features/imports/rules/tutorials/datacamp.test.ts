import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedScreens } from '#testing/content/imported-screens.ts';
import { readTree } from '#testing/content/read-tree.ts';
import { translatePythonwhat } from './pythonwhat.ts';
import { translateTestwhat } from './testwhat.ts';

const imported = (text: string) => importedScreens('chapter1.md', encodeUtf8(text));
const section = (name: string, code: string, label = 'python') => `\`@${name}\`\n\`\`\`{${label}}\n${code}\n\`\`\`\n`;
const exercise = (title: string, settings: string, ...parts: readonly string[]) =>
  [`## ${title}`, '', '```yaml', settings, '```', '', ...parts, '---', ''].join('\n');

it('makes a screen of a normal exercise, with everything that it has', () => {
  const { screens, contents, notes, shown } = imported(
    `---\ntitle: Basics\n---\n\n${exercise(
      'Sums',
      'type: NormalExercise\nlang: python\nxp: 100',
      'Some context.\n',
      '`@instructions`\n- Add them.\n',
      '`@hint`\nUse `+`.\n',
      section('pre_exercise_code', 'import numpy as np'),
      section('sample_code', 'x = ____'),
      section('solution', 'x = 1 + 2 # SECRET'),
      section(
        'sct',
        'Ex().check_object("x").has_equal_value(incorrect_msg="Add.")\nEx().check_function("round").check_args(0) # SECRET\nsuccess_msg("Well done")',
      ),
    )}${exercise('Watch', 'type: VideoExercise', '`@projector_key`\nSECRET')}`,
  );
  expect(screens).toHaveLength(1);
  expect(screens[0]).toMatchObject({
    title: 'Sums',
    body_markdown: 'Some context.',
    instructions_markdown: '- Add them.',
    hint_markdown: 'Use `+`.',
    initial_code: 'x = ____',
    answer_code: 'x = 1 + 2 # SECRET',
    custom_check_code: 'variable_value("x", feedback="Add.")\n',
    success_markdown: 'Well done',
    setup_code: 'import numpy as np\n\n# Check of DataCamp, which does nothing here:\n# Ex().check_function("round").check_args(0)',
  });
  expect(contents).toHaveLength(1);
  expect(shown).not.toContain('SECRET');
  expect(notes.join('\n')).toMatch(/A part of the check has no counterpart[^]*The video “Watch” was left out/);
});

it('reports text beside the code of an exercise, which may be a part of its solution', () => {
  const { notes, shown } = imported(
    `${exercise('Sums', 'type: NormalExercise\nlang: python', section('solution', 'x = 1'), section('sct', ''))}## More\n\nSECRET {{< owl >}}\n`,
  );
  expect(notes).toContainEqual(expect.stringContaining('Text beside the code of sct was left out: ## More SECRET {{< owl >}}'));
  expect(shown).not.toContain('SECRET');
});

it('makes questions of multiple choices, whichever way they say what is right', () => {
  const { contents } = imported(
    exercise(
      'A',
      'type: MultipleChoiceExercise',
      'Which?\n',
      '`@possible_answers`\n- One\n- Two\n',
      section('sct', 'm = "No"\nEx().has_chosen(2, [m, "Yes"])'),
    ) + exercise('B', 'type: PureMultipleChoiceExercise', '`@possible_answers`\n- [One]\n- Two\n\n`@feedback`\n- Yes\n- No\n'),
  );
  expect(
    contents.map(({ fields, questions }) => [
      fields.body_markdown,
      questions[0]?.options.map((o) => [o.label, o.valid, o.feedback_message]),
    ]),
  ).toEqual([
    [
      'Which?',
      [
        ['One', false, 'No'],
        ['Two', true, 'Yes'],
      ],
    ],
    [
      '',
      [
        ['One', true, 'Yes'],
        ['Two', false, 'No'],
      ],
    ],
  ]);
});

it.each([
  [
    'steps after three asterisks',
    exercise(
      'Tabs',
      'type: TabExercise\nlang: r',
      section('sample_code', 'a', 'r'),
      '***\n\n```yaml\ntype: NormalExercise\n```\n',
      '`@instructions`\nFirst.\n',
      section('solution', 'a <- 1', 'r'),
      section('sct', 'ex() %>% check_object("a") %>% check_equal()', 'r'),
      '***\n\n```yaml\ntype: NormalExercise\n```\n',
      '`@instructions`\nSecond.\n',
      section('solution', 'b <- 1', 'r'),
    ),
  ],
  [
    'steps of the older form',
    '--- type:BulletExercise lang:r xp:100\n## Tabs\n\n*** =sample_code\n```{r}\na\n```\n\n*** =type1: NormalExercise\n*** =instructions1\nFirst.\n\n*** =solution1\n```{r}\na <- 1\n```\n\n*** =sct1\n```{r}\nex() %>% check_object("a") %>% check_equal()\n```\n\n*** =type2: NormalExercise\n*** =instructions2\nSecond.\n\n*** =solution2\n```{r}\nb <- 1\n```\n',
  ],
])('makes a screen of each step: %s', (_, text) => {
  const { screens, contents } = imported(text);
  expect(screens.map(({ instructions_markdown, initial_code, answer_code }) => [instructions_markdown, initial_code, answer_code])).toEqual(
    [
      ['First.', 'a', 'a <- 1'],
      ['Second.', 'a', 'b <- 1'],
    ],
  );
  expect(contents[0]).toMatchObject({ fields: { dynamic_answer: true }, answer_variables: [{ name: 'a' }] });
});

describe('checks of pythonwhat', () => {
  it.each([
    ['Ex().check_object("x")', ['variable_exists("x")']],
    ['Ex().check_object("x").has_equal_value()', ['variable_value("x")']],
    ['test_object("x", incorrect_msg="No")', ['variable_value("x", feedback="No")']],
    ['Ex().check_df("d").check_keys("a").has_equal_value()', ['dataframe_value("d", columns=["a"])']],
    ['Ex().has_printout(0)', ['output_equals()']],
    ['Ex().has_output("a.c")', ['output_matches("a.c")']],
    ["Ex().has_output('a.c', pattern=False)", ['output_contains("a.c")']],
    ['Ex().has_code(r"x\\s", not_typed_msg="Type it")', ['code_matches("x\\\\s", feedback="Type it")']],
    ['Ex().has_code("a*", fixed=True)', ['code_contains("a*")']],
    ['Ex().has_import("numpy")', ['import_used("numpy")']],
    ['Ex().check_function("numpy.array")', ['function_called("array")']],
    ['Ex().has_no_error()', ['no_error()']],
    ['Ex().check_result()', ['result_equals_answer()']],
    ['Ex().multi(check_object("x").has_equal_value(), has_import("a"))', ['variable_value("x")', 'import_used("a")']],
    ['Ex().check_correct(check_object("x").has_equal_value(), check_function("f").check_args(0).has_equal_ast())', ['variable_value("x")']],
  ])('%s', (code, checks) => {
    expect(translatePythonwhat(readTree, code)).toMatchObject({ checks, left: [] });
  });

  it.each([
    'Ex().check_function("f").check_args(0).has_equal_value()',
    'Ex().check_or(has_output("a"), has_output("b"))',
    'for i in x:\n    Ex()',
    'Ex(',
    'Ex().check_object(name)',
  ])('are left if they say something else: %s', (code) => {
    expect(translatePythonwhat(readTree, code)).toMatchObject({ checks: [], left: [code] });
  });
});

it('translates checks of testwhat, and leaves what says something else', () => {
  const code =
    'test_error()\nex() %>% check_object("x") %>% check_equal()\ntest_object("y")\nex() %>% check_output("Total")\nex() %>% check_function("mean") %>% check_arg("x") %>% check_equal()\nsuccess_msg("Yes")';
  expect(translateTestwhat(readTree, code)).toEqual({
    compared: ['x', 'y'],
    output: 'Total',
    success: 'Yes',
    choice: null,
    left: ['ex() %>% check_function("mean") %>% check_arg("x") %>% check_equal()'],
  });
});
