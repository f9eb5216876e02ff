import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedScreens } from '#testing/content/imported-screens.ts';

function imported(name: string, content: string): { shown: string; notes: string } {
  const { shown, notes } = importedScreens(name, encodeUtf8(content));
  return { shown, notes: notes.join('\n') };
}

const graded = (role: Partial<Record<'grade' | 'solution' | 'locked' | 'task', boolean>>, grade_id = 'q1') => ({
  nbgrader: { grade: false, solution: false, locked: false, schema_version: 3, grade_id, ...role },
});
type Cell = readonly [type: 'code' | 'markdown' | 'raw', source: string, metadata?: object];
const notebookOf = (cells: readonly Cell[], kernel = 'python') =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { language: kernel } },
    cells: cells.map(([cell_type, source, metadata = {}]) => ({
      cell_type,
      source,
      metadata,
      ...(cell_type === 'code' && {
        outputs: source.includes('SECRET') ? [{ output_type: 'stream', name: 'stdout', text: 'SECRET output' }] : [],
      }),
    })),
  });

const NOTEBOOKS: readonly [what: string, cells: readonly Cell[], kept: string, note: string][] = [
  [
    'a solution of nbgrader',
    [['code', 'def f(x):\n    ### BEGIN SOLUTION\n    return SECRET\n    ### END SOLUTION', graded({ solution: true })]],
    'def f(x):\n    # YOUR CODE HERE\n    raise NotImplementedError()',
    '',
  ],
  [
    'a solution without marks',
    [
      ['markdown', 'Kept'],
      ['code', 'x = SECRET', graded({ solution: true })],
    ],
    '# YOUR CODE HERE',
    '',
  ],
  ['an answer in words', [['markdown', 'SECRET', graded({ solution: true, grade: true })]], '', 'Cell 1: The solution of q1'],
  [
    'an answer in words between marks',
    [['markdown', 'Why?\n\n### BEGIN SOLUTION\nSECRET\n### END SOLUTION\n\nKept', graded({ solution: true, grade: true })]],
    'Why?\n\n\nKept',
    'Cell 1: The solution',
  ],
  ['tests', [['code', 'assert f(2) == "SECRET"', graded({ grade: true, locked: true })]], '', 'Cell 1: Tests for grading of q1'],
  [
    'hidden tests',
    [['code', 'print("Kept")\n### BEGIN HIDDEN TESTS\nassert "SECRET"\n### END HIDDEN TESTS']],
    'Kept',
    'Cell 1: Tests for grading were left out',
  ],
  ['hidden tests without an end', [['code', 'print("Kept")\n# BEGIN HIDDEN TESTS\nassert "SECRET"']], 'Kept', 'Cell 1: Tests for grading'],
  [
    'a mark scheme',
    [['markdown', 'Kept\n\n=== BEGIN MARK SCHEME ===\nSECRET\n=== END MARK SCHEME ===', graded({ task: true })]],
    'Kept',
    'Cell 1: The mark scheme',
  ],
  ['a solution after code on its line', [['code', 'y = 1  ### BEGIN SOLUTION\nSECRET\n### END SOLUTION\ny']], '# YOUR CODE HERE', ''],
  [
    'a question of otter-grader',
    [
      ['raw', '# ASSIGNMENT CONFIG\nsolutions_pdf: SECRET'],
      ['raw', '# BEGIN QUESTION\nname: q1\npoints: SECRET'],
      ['markdown', 'Kept'],
      ['raw', '# BEGIN SOLUTION'],
      ['code', 'x = "SECRET" # SOLUTION\ny = 1\n"SECRET" # SOLUTION NO PROMPT\nif x:\n    print("SECRET") # SOLUTION'],
      ['code', 'z = "SECRET"'],
      ['markdown', 'SECRET'],
      ['raw', '# END SOLUTION'],
      ['raw', '# BEGIN TESTS'],
      ['code', 'assert "SECRET"'],
      ['code', '# HIDDEN\nassert "SECRET"'],
      ['raw', '# END TESTS'],
      ['raw', '# END QUESTION'],
    ],
    'x = ...\ny = 1\nif x:\n    ...',
    'Cell 1: Settings of otter-grader were left out.',
  ],
  [
    'a block of otter-grader',
    [
      [
        'code',
        'def f(x):\n    # BEGIN SOLUTION NO PROMPT\n    SECRET\n    # END SOLUTION\n    """ # BEGIN PROMPT\n    Kept\n    """; # END PROMPT',
      ],
    ],
    'def f(x):\n    Kept',
    '',
  ],
  [
    'a question of an earlier otter-grader',
    [
      ['markdown', 'Kept\n\n```\nBEGIN QUESTION\nname: SECRET\n```'],
      ['code', '# SOLUTION\nSECRET'],
      ['code', '# TEST\nassert "SECRET"'],
      ['code', '## Hidden Test ##\nassert "SECRET"'],
      ['markdown', 'Why?\n\n**SOLUTION:** SECRET'],
    ],
    'Why?',
    'Cell 5: The solution',
  ],
  [
    'a solution in a language that is only shown',
    [
      ['code', 'print("Kept")'],
      ['code', '%%javascript\n// BEGIN SOLUTION\nSECRET\n// END SOLUTION'],
    ],
    'Kept',
    '',
  ],
];

const OTTER_RMD = `<!--
# BEGIN QUESTION
name: SECRET
-->

Kept

<!-- # BEGIN SOLUTION -->

\`\`\`{r}
x <- "SECRET" # SOLUTION
\`\`\`

<!-- # END SOLUTION -->
<!-- # BEGIN TESTS -->

\`\`\`{r}
stopifnot("SECRET")
\`\`\`

<!-- # END TESTS -->
<!-- # END QUESTION -->

Kept too
`;

const DOCUMENTS: readonly [what: string, file: string, text: string, kept: string, note: string][] = [
  ['R Markdown of otter-grader', 'a.Rmd', OTTER_RMD, 'x <- ...', 'Line 10: The solution was left out'],
  [
    'Quarto',
    'a.qmd',
    '# One\n\n```{python}\n#| label: q1\nf = 1\n### BEGIN SOLUTION\nSECRET\n### END SOLUTION\n```\n\nKept\n',
    'f = 1\n...',
    'Line 3: The solution',
  ],
  [
    'MyST with metadata',
    'a.md',
    '# One\n\n```{code-cell} python\n---\nnbgrader:\n  grade: true\n  solution: false\n---\nassert "SECRET"\n```\n\n+++ {"nbgrader": {"grade": true, "solution": true}}\n\nSECRET\n\n+++\n\nKept\n',
    'Kept',
    'Line 3: Tests for grading',
  ],
  [
    'R Markdown of jupytext',
    'a.Rmd',
    '# One\n\n```{r nbgrader={"grade": false, "solution": true}}\nSECRET\n```\n\n```output\nSECRET\n```\n\nKept\n',
    'Kept',
    'Line 3: The solution',
  ],
  [
    'a text between marks',
    'a.md',
    '# One\n\nKept\n\n### BEGIN SOLUTION\n\nSECRET\n\n```python\nSECRET\n```\n',
    'Kept',
    'Line 5: The solution',
  ],
  [
    'code in a list',
    'a.md',
    '# One\n\n- Kept\n\n  ```python\n  # BEGIN HIDDEN TESTS\n  SECRET\n  # END HIDDEN TESTS\n  ```\n',
    'Kept',
    'Line 5: Tests',
  ],
];

describe('an import shows no learner', () => {
  it.each(NOTEBOOKS)('%s in a notebook', (_, cells, kept, note) => {
    const { shown, notes } = imported('a.ipynb', notebookOf(cells));
    expect(shown).not.toContain('SECRET');
    expect(shown).toContain(kept);
    expect(notes).toContain(note);
  });

  it.each(DOCUMENTS)('%s', (_, file, text, kept, note) => {
    const { shown, notes } = imported(file, text);
    expect(shown).not.toContain('SECRET');
    expect(shown).toContain(kept);
    expect(notes).toContain(note);
  });
});

it.each([
  ['a.md', '# One\n\nA line `### BEGIN SOLUTION` begins it.\n\n## Solution\n\nKept\n\n```python\n# The solution\nx = 1\n```\n'],
  ['a.ipynb', notebookOf([['code', 'x = 1 # solution\n# test\nprint(x) # Kept', graded({ locked: true })]])],
  ['a.ipynb', notebookOf([['code', 'def f():\n    # YOUR CODE HERE\n    raise NotImplementedError() # Kept', graded({ solution: true })]])],
])('an import keeps other text and code, and stubs of exercises, of %s', (file, text) => {
  const { shown, notes } = imported(file, text);
  expect(shown).toContain('Kept');
  expect(notes).toBe('');
});
