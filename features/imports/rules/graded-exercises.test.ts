import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedScreens } from '#testing/content/imported-screens.ts';

type Cell = readonly [
  type: 'code' | 'markdown' | 'raw',
  source: string,
  role?: { grade?: boolean; solution?: boolean; points?: number; tags?: readonly string[] },
  printed?: string,
];

function notebookOf(cells: readonly Cell[], language = 'python'): string {
  return JSON.stringify({
    nbformat: 4,
    metadata: { kernelspec: { language } },
    cells: cells.map(([cell_type, source, role, printed]) => ({
      cell_type,
      source,
      metadata: role ? { tags: role.tags ?? [], nbgrader: { grade_id: 'q1', ...role } } : {},
      ...(cell_type === 'code' && { outputs: printed === undefined ? [] : [{ output_type: 'stream', name: 'stdout', text: printed }] }),
    })),
  });
}

const imported = (cells: readonly Cell[], language?: string) => importedScreens('a.ipynb', encodeUtf8(notebookOf(cells, language)));

it('makes a screen of nbgrader’s solution and the tests behind it', () => {
  const { screens, notes } = imported([
    ['markdown', 'Write `double`.'],
    ['code', 'def double(n):\n    ### BEGIN SOLUTION\n    return n * 2\n    ### END SOLUTION', { solution: true }],
    [
      'code',
      'text = """\n  a\n"""\nassert double(1) == 2\n### BEGIN HIDDEN TESTS\nassert double(3) == 6\n### END HIDDEN TESTS',
      { grade: true, points: 2 },
    ],
  ]);
  expect(screens).toHaveLength(1);
  expect(screens[0]).toMatchObject({
    body_markdown: 'Write `double`.',
    answer_code: 'def double(n):\n    return n * 2',
    initial_code: 'def double(n):\n    # YOUR CODE HERE\n    raise NotImplementedError()',
    instructions_markdown: 'Your code has to pass these tests:\n\n```python\ntext = """\n  a\n"""\nassert double(1) == 2\n```',
    unit_test_framework: 'unittest',
    unit_test_module: 'submission.py',
  });
  expect(screens[0]?.unit_test_code).toContain(
    [
      'class Tests(unittest.TestCase):',
      '    @after_submission()',
      '    def test_1_q1():',
      '        global text',
      '        text = """',
      '  a',
      '"""',
      '        assert double(1) == 2',
      '',
      '    @after_submission(is_hidden=True)',
      '    def test_2_q1_hidden():',
      '        assert double(3) == 6',
    ].join('\n'),
  );
  expect(notes).toEqual([': Points have no counterpart in a lesson and were left out: q1 2.']);
});

it('makes a screen of a question of otter-grader, with the messages of its tests', () => {
  const { screens, notes } = imported([
    ['raw', '# BEGIN QUESTION\nname: q1'],
    ['markdown', 'Assign `x`.'],
    ['raw', '# BEGIN SOLUTION'],
    ['code', 'x = 5 # SOLUTION\ndf["y"] = 1 # SOLUTION\nprint(x, end="") # SOLUTION\nseed = 1 # SEED\nt = 1 # IGNORE'],
    ['raw', '# END SOLUTION'],
    ['raw', '# BEGIN TESTS'],
    [
      'code',
      '""" # BEGIN TEST CONFIG\nhidden: true\nsuccess_message: Well done\nfailure_message: Look again.\n""" # END TEST CONFIG\nx == 5',
      undefined,
      'True',
    ],
    ['raw', '# END TESTS'],
    ['raw', '# END QUESTION'],
  ]);
  expect(screens).toHaveLength(1);
  expect(screens[0]).toMatchObject({
    body_markdown: 'Assign `x`.',
    answer_code: 'x = 5\ndf["y"] = 1\nprint(x, end="")\nseed = 1',
    initial_code: 'x = ...\ndf["y"] = ...\n...',
    instructions_markdown: '',
    success_markdown: 'Well done',
  });
  expect(screens[0]?.unit_test_code).toContain(
    '    @after_submission(expected="True", failure="Look again.", is_hidden=True)\n    def test_1_q1_hidden():\n        return x == 5',
  );
  expect(notes).toEqual([]);
});

it.each([
  ['[1] 5', ', expected = "[1] 5"'],
  ['A data.frame: 1 × 1\n  x\n1 5', ''],
])('compares what a test in R prints with what it printed: %s', (printed, option) => {
  const { screens } = imported(
    [
      ['raw', '# BEGIN QUESTION\nname: q1'],
      ['raw', '# BEGIN SOLUTION'],
      ['code', 'x <- 5 # SOLUTION'],
      ['raw', '# END SOLUTION'],
      ['raw', '# BEGIN TESTS'],
      ['code', 'x', undefined, printed],
      ['raw', '# END TESTS'],
    ],
    'R',
  );
  expect(screens[0]?.unit_test_code).toContain(`after_submission({\nx\n  }${option})`);
});

it('gives tests to the last exercise that they use', () => {
  const { screens } = imported([
    ['code', 'def one():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION', { solution: true }],
    ['code', 'def two():\n    ### BEGIN SOLUTION\n    return 2\n    ### END SOLUTION', { solution: true }],
    ['code', 'assert one() == 1', { grade: true }],
    ['code', 'assert one() + two() == 3', { grade: true }],
  ]);
  expect(screens.map(({ unit_test_code }) => unit_test_code.match(/assert o.*/g))).toEqual([
    ['assert one() == 1'],
    ['assert one() + two() == 3'],
  ]);
});

it.each<[what: string, language: string, source: string, test: string, unit: string, note: string]>([
  [
    'R',
    'R',
    '### BEGIN SOLUTION\nx <- 1\n### END SOLUTION',
    'stopifnot(x == 1)',
    'after_submission({\nstopifnot(x == 1)\n  })',
    'need the package testthat',
  ],
  ['code that is not Python', 'python', '### BEGIN SOLUTION\nx = 1\n### END SOLUTION', 'assert x ==', '', 'can’t run in a lesson'],
  ['SQL', 'sql', '-- BEGIN SOLUTION\nSELECT 1\n-- END SOLUTION', 'SELECT 2', '', 'can’t run in a lesson in sql'],
])('keeps tests in %s, or reports them', (_, language, source, test, unit, note) => {
  const { screens, notes } = imported(
    [
      ['code', source, { solution: true }],
      ['code', test, { grade: true }],
    ],
    language,
  );
  expect(screens[0]?.answer_code).not.toBe('');
  expect(screens[0]?.unit_test_code).toContain(unit);
  expect(notes.join('\n')).toContain(note);
});

it('keeps everything of an exercise that learners already got without its solution', () => {
  const stub = 'def f():\n    # YOUR CODE HERE\n    raise NotImplementedError()';
  const { screens } = imported([
    ['code', stub, { solution: true }],
    ['code', 'assert f() == 1', { grade: true }],
  ]);
  expect(screens).toMatchObject([{ initial_code: stub, answer_code: '' }]);
  expect(screens[0]?.unit_test_code).toContain('assert f() == 1');
});

it('shows learners what they start with of an exercise in another language, never its answer', () => {
  const { screens, notes } = imported([
    ['code', 'print(1)'],
    ['code', '%%bash\n### BEGIN SOLUTION\necho SECRET\n### END SOLUTION', { solution: true }],
  ]);
  expect(JSON.stringify(screens)).not.toContain('SECRET');
  expect(screens.at(-1)?.body_markdown).toContain('YOUR CODE HERE');
  expect(notes.join('\n')).toMatch(/Its answer, hints and checks were left out: [^]*SECRET/);
});

const solution = 'x = 1\n### BEGIN SOLUTION\nprint("SECRET")\n### END SOLUTION';

it.each<[what: string, cells: readonly Cell[]]>([
  ['remove-cell', [['code', solution, { solution: true, tags: ['remove-cell'] }, 'SECRET']]],
  ['hide-input', [['code', solution, { solution: true, tags: ['hide-input'] }, 'SECRET']]],
  ['include: false', [['code', `#| include: false\n${solution}`, { solution: true }, 'SECRET']]],
  ['eval: false', [['code', `#| eval: false\n${solution}`, { solution: true }, 'SECRET']]],
  [
    'options of the whole document',
    [
      ['raw', '---\ntitle: A\nexecute:\n  echo: false\n  eval: false\n---'],
      ['code', solution, { solution: true }, 'SECRET'],
    ],
  ],
])('keeps an exercise that options would hide, and shows nothing of its answer: %s', (_, cells) => {
  const { screens, shown } = imported([...cells, ['code', 'x + 1']]);
  expect(screens[0]).toMatchObject({
    initial_code: 'x = 1\n# YOUR CODE HERE\nraise NotImplementedError()',
    answer_code: 'x = 1\nprint("SECRET")',
    display_code: '',
  });
  expect(screens[1]?.setup_code ?? '').not.toContain('SECRET');
  expect(shown).not.toContain('SECRET');
});
