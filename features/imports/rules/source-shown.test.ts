import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { fieldsOf, importedLesson, notesOf } from '#testing/content/imported-screens.ts';
import type { ImportChoices } from './lesson-from-cells.ts';
import type { Surroundings } from './surroundings.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A document with the choices that nobody changed. */
const imported = (source: string, name = 'a.md', choices: Partial<ImportChoices> = {}, around: Partial<Surroundings> = {}) =>
  importedLesson(name, encodeUtf8(source), choices, around);
const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

interface GivenCell {
  readonly tags?: readonly string[];
  readonly source: string;
  readonly outputs?: readonly object[];
}

const notebook = (...cells: readonly (GivenCell | string)[]) =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', language: 'python' } },
    cells: cells.map((cell) =>
      typeof cell === 'string'
        ? { cell_type: 'markdown', metadata: {}, source: cell }
        : { cell_type: 'code', metadata: { tags: cell.tags ?? [] }, source: cell.source, outputs: cell.outputs ?? [] },
    ),
  });
const printed = (text: string) => ({ output_type: 'stream', name: 'stdout', text });
const figure = { output_type: 'display_data', data: { 'image/png': PNG, 'text/plain': '<Figure>' } };

describe('code that a text presents', () => {
  it('is there to read and to run', () => {
    expect(fieldsOf(imported(`Odd numbers:\n\n${fence('python', 'odds = [1, 3, 5]')}`))).toMatchObject([
      { body_markdown: 'Odd numbers:', initial_code: 'odds = [1, 3, 5]', answer_code: 'odds = [1, 3, 5]', initially_passing: true },
    ]);
  });

  it('is only the answer of an exercise', () => {
    const challenge = `::: challenge\n\n## Sum\n\nAdd them.\n\n::: solution\n\n${fence('python', 'print(9)')}\n\n:::\n\n:::`;
    expect(fieldsOf(imported(challenge))).toMatchObject([{ title: 'Sum', initial_code: '', answer_code: 'print(9)' }]);
  });

  it('is in no text if the exercise is in another language, and its answer is in the report', () => {
    const challenge = `::: challenge\n\n## Sum\n\nAdd them.\n\n::: solution\n\n${fence('python', 'print(9)')}\n\n:::\n\n:::`;
    const lesson = imported(`${fence('r', '1 + 1')}\n\n${fence('r', '2 + 2')}\n\n${challenge}`);
    expect(fieldsOf(lesson).at(-1)).toMatchObject({ title: 'Sum', type: 'text', body_markdown: 'Add them.' });
    expect(notesOf(lesson)).toContainEqual(expect.stringContaining('Its answer, hints and checks were left out: print(9)'));
  });

  it('is a listing beside the terminal of the command line', () => {
    expect(fieldsOf(imported(`Look around:\n\n${fence('bash', '$ ls -l')}\n\n${fence('output', 'total 0')}`))).toMatchObject([
      {
        type: 'code',
        body_markdown: 'Look around:\n\n```bash\nls -l\n```\n\n```output\ntotal 0\n```',
        initial_code: '',
        answer_code: 'ls -l',
      },
    ]);
  });

  it('is in the folder of the terminal if learners start from it', () => {
    const challenge = `::: challenge\n\n## Say hi\n\nFix it.\n\n${fence('bash', 'ech hi')}\n\n::: solution\n\n${fence('bash', 'echo hi')}\n\n:::\n\n:::`;
    expect(fieldsOf(imported(challenge))).toMatchObject([
      {
        body_markdown: 'Fix it.\n\nThe file `say-hi.sh` in the folder of the terminal has the code to start with.',
        setup_code: "[ -e say-hi.sh ] || cat > say-hi.sh <<'END_OF_FILE'\nech hi\nEND_OF_FILE",
        answer_code: 'echo hi',
      },
    ]);
  });
});

describe('hidden code', () => {
  it.each<[string, string, string]>([
    ['remove-input', 'a.md', fence('{code-cell} python\n:tags: [remove-input]', 'x = 1')],
    ['hide-input', 'a.md', fence('{code-cell} python\n:tags: [hide-input]', 'x = 1')],
    ['echo=FALSE', 'a.Rmd', fence('{python, echo=FALSE}', 'x = 1')],
    ['include: false', 'a.qmd', fence('{python}', '#| include: false\nx = 1')],
    ['options of the whole document', 'a.qmd', fence('{python}', 'x = 1')],
  ])('runs unseen before the next code, and is given code of none: %s', (what, name, hidden) => {
    const isWhole = what.startsWith('options');
    const shown = name === 'a.md' ? '{code-cell} python' : isWhole ? '{python, echo=TRUE}' : '{python}';
    const front = isWhole ? '---\ntitle: A\nexecute:\n  echo: false\n---\n\n' : '';
    const [first, second, ...others] = fieldsOf(
      imported(`${front}# A\n\nOne\n\n${hidden}\n\n# B\n\nTwo\n\n${fence(shown, 'print(x)')}`, name),
    );
    expect(others).toEqual([]);
    expect(first).toMatchObject({ title: 'A', type: 'text', body_markdown: 'One' });
    expect(second).toMatchObject({ title: 'B', setup_code: 'x = 1', display_code: '', initial_code: 'print(x)' });
  });

  it.each([
    ['eval', fence('{r}', 'install.packages("x")'), { body_markdown: '```r\ninstall.packages("x")\n```', type: 'text' }],
    ['error', fence('{r}', 'stop("no")'), { initial_code: 'stop("no")', error_okay: true }],
    ['include', `Text\n\n${fence('{r}', 'x <- 1')}\n\n${fence('{r, include=TRUE}', 'x')}`, { setup_code: 'x <- 1', initial_code: 'x' }],
  ])('follows opts_chunk$set(%s = …)', (option, rest, expected) => {
    const value = option === 'error' ? 'TRUE' : 'FALSE';
    const setup = fence('{r setup, include=FALSE}', `knitr::opts_chunk$set(\n  ${option} = ${value}, fig.width = 3)`);
    expect(fieldsOf(imported(`# A\n\n${setup}\n\n${rest}`, 'a.Rmd'))).toMatchObject([expected]);
  });

  it('leaves its recorded figure and output in the text', () => {
    const lesson = imported(
      notebook(
        '# Owls\n\nSee:',
        { tags: ['remove-input'], source: 'import matplotlib\nplot()', outputs: [printed('3 owls\n'), figure] },
        'And on.',
        { source: 'print(1)' },
      ),
      'a.ipynb',
    );
    expect(lesson.images.map(({ file_name }) => file_name)).toEqual(['figure.png']);
    expect(fieldsOf(lesson)).toMatchObject([
      {
        title: 'Owls',
        body_markdown: 'See:\n\n```output\n3 owls\n```\n\n![](../../images/figure.png)\n\nAnd on.',
        setup_code: 'import matplotlib\nplot()',
        initial_code: 'print(1)',
      },
    ]);
  });

  it('shows nothing if its output is hidden too', () => {
    const lesson = imported(notebook({ tags: ['remove-cell'], source: 'x = 1', outputs: [printed('secret')] }, { source: 'x' }), 'a.ipynb');
    expect(fieldsOf(lesson)).toMatchObject([{ body_markdown: '', setup_code: 'x = 1', initial_code: 'x' }]);
  });

  it('has the figure that a build stored, and is named where none is', () => {
    const chunk = fence('{r owls, echo=FALSE, fig.cap="Owls"}', 'plot(1)');
    const file = (address: string) => (address === 'figure-html/owls-1.png' ? Buffer.from(PNG, 'base64') : null);
    expect(fieldsOf(imported(chunk, 'a.Rmd', {}, { file }))[0]?.body_markdown).toBe('![Owls](../../images/owls-1.png)\n\nFigure 1: Owls');
    expect(notesOf(imported(chunk, 'a.Rmd'))).toContainEqual(expect.stringContaining('the file doesn’t have it'));
    expect(notesOf(imported(fence('{r, echo=FALSE}', 'x <- 1'), 'a.Rmd')).join()).not.toContain('the file doesn’t have it');
  });

  it.each([
    ['a box', '::: callout\n\nSee:\n\n```{python, echo=FALSE}\nn = 3\n```\n\nOn.\n\n:::', '::: note\nSee:\n\nOn.\n:::'],
    ['a list', '- See:\n\n  ```{python, echo=FALSE}\n  n = 3\n  ```\n\n  On.', '- See:\n\n\n\n  On.'],
    ['a quotation', '> See:\n>\n> ```{python, echo=FALSE}\n> n = 3\n> ```\n>\n> On.', '> See:\n>\n>\n>\n> On.'],
  ])('runs unseen before the next code, also in %s', (_name, source, body) => {
    const [screen] = fieldsOf(imported(`# A\n\n${source}\n\n${fence('{python}', 'print(n)')}`, 'a.Rmd'));
    expect(screen).toMatchObject({ body_markdown: body, setup_code: 'n = 3', initial_code: 'print(n)' });
  });

  it.each([
    ['data.frame(x = 1)', true],
    ['data(cars)', false],
    ['sourced()', true],
    ['suppressWarnings(library(x))', false],
  ])('shows a result by its last statement: %s', (code, isShown) => {
    const notes = notesOf(imported(fence('{r, echo=FALSE}', code), 'a.Rmd')).join();
    expect(notes.includes('the file doesn’t have it')).toBe(isShown);
  });

  it('is named in the report if no lesson runs its language', () => {
    const chunk = '```{julia, echo=FALSE}\nx = 1\n```';
    for (const text of [chunk, `::: note\n${chunk}\n:::`, `> ${chunk.replaceAll('\n', '\n> ')}`])
      expect(notesOf(imported(text, 'a.Rmd'))).toContainEqual(expect.stringContaining('was left out: x = 1'));
  });

  it('includes what boxes show, if later code needs it', () => {
    const box = (code: string) => `::: callout\n\n${fence('python', code)}\n\n:::`;
    const [screen] = fieldsOf(imported(`# A\n\n${box('n = 3')}\n\n${box('m = 4')}\n\n${fence('python', 'print(n)')}`));
    expect(screen).toMatchObject({ setup_code: 'n = 3', initial_code: 'print(n)' });
    expect(screen?.body_markdown).toContain('m = 4');
  });
});

describe('the text of a source', () => {
  const bodyOf = (source: string, around: Partial<Surroundings> = {}) => fieldsOf(imported(source, 'a.Rmd', {}, around))[0]?.body_markdown;

  it.each([
    ['inline code', 'There are `r nrow(x)` owls.', 'There are `nrow(x)` owls.'],
    ['inline code of Quarto', 'There are `{python} len(x)` owls.', 'There are `len(x)` owls.'],
    ['inline code with a value', 'There are `r 3` `r "snowy"` owls.', 'There are 3 snowy owls.'],
    ['no inline code', '`rm x` and `` `r x` ``', '`rm x` and `` `r x` ``'],
    ['TeX of a printed page', 'Owls\\index{owls!snowy \\textit{bubo}} see.\n\n\\newpage\n\nMore', 'Owls see.\n\n\n\nMore'],
    ['TeX in code and formulas', '`\\index{x}` and $\\label{x} y$', '`\\index{x}` and $\\label{x} y$'],
    ['escaped attributes', "![](a.png){alt='a\\_b'}", '![a_b](../../images/a.png)'],
    ['attributes over several lines', '![A](a.png){width=50%\n  fig-alt="An owl"}', '![An owl](../../images/a.png){width=50%}'],
    ['a heading without a number', 'Text\n\n#### Owls {-}\n\nMore', 'Text\n\n#### Owls\n\nMore'],
    ['an alert of HTML', '<div class="alert alert-warning">\n  <b>Careful</b> now\n</div>', '::: warning\n<b>Careful</b> now\n:::'],
    ['an alert in one line', '<div class="alert alert-info">See *this*.</div>', '::: note\nSee *this*.\n:::'],
    ['another div', '<div class="wide">\nText\n</div>', '<div class="wide">\nText\n</div>'],
    [
      'a box with a fence that closes further in',
      '::: note\n1. x\n\n   ```\n   y\n    ```\n:::\n\nMore',
      '::: note\n1. x\n\n   ```\n   y\n    ```\n:::\n\nMore',
    ],
  ])('has %s as the source shows it', (_name, source, expected) => {
    expect(bodyOf(source)?.replace(/:{4,}/g, ':::')).toBe(expected);
  });

  it('names values that only a build knows', () => {
    expect(notesOf(imported('There are `r nrow(x)` owls.', 'a.Rmd'))).toEqual([
      'The text shows a value that the file doesn’t have. It shows the code instead: nrow(x)',
    ]);
  });

  const file = (address: string) =>
    ({ 'b.md': encodeUtf8('---\ntitle: B\n---\nOwls.'), 'loop.md': encodeUtf8('{{< include loop.md >}}') })[address] ?? null;
  it.each([
    ['Quarto', 'One\n\n{{< include b.md >}}\n\nTwo'],
    ['MyST', 'One\n\n```{include} b.md\n```\n\nTwo'],
    ['knitr', 'One\n\n```{r, child="b.md"}\n```\n\nTwo'],
  ])('has the files that a document of %s includes', (_name, source) => {
    expect(bodyOf(source, { file })?.replace(/\n+/g, ' ')).toBe('One Owls. Two');
    expect(notesOf(imported(source, 'a.md'))).toEqual([
      'The document includes b.md, which isn’t imported with it. Its text is missing here.',
    ]);
  });

  const numbered = (address: string) => (address === 'n.md' ? encodeUtf8('one\ntwo\nthree\nfour') : null);
  it.each([
    [':start-line: 1\n:end-line: -1', 'two three'],
    [':lines: 1,3-', 'one three four'],
    [':start-after: one\n:end-before: four', 'two three'],
    [':start-at: two\n:end-at: three', 'two three'],
    [':literal:', '``` one two three four ```'],
    [':code: python\n:start-line: 3', '```python four ```'],
  ])('has the part of a file that an include of MyST chooses: %s', (options, expected) => {
    const lesson = imported(`\`\`\`{include} n.md\n${options}\n\`\`\``, 'a.md', { code: 'start' }, { file: numbered });
    const [screen] = fieldsOf(lesson);
    const shown = screen?.initial_code ? `\`\`\`python ${screen.initial_code} \`\`\`` : (screen?.body_markdown ?? '').replace(/\n+/g, ' ');
    expect(shown).toBe(expected);
  });

  it('has nothing of a file whose part is not found, and names skipped options', () => {
    const source = (options: string) => `\`\`\`{include} n.md\n${options}\n\`\`\``;
    const lesson = imported(source(':start-after: five'), 'a.md', {}, { file: numbered });
    expect(lesson.screens).toEqual([]);
    expect(notesOf(lesson)[0]).toContain('is not in that file');
    expect(notesOf(imported(source(':heading-offset: 1'), 'a.md', {}, { file: numbered }))).toEqual([
      'Options of the include of n.md were skipped: heading-offset.',
    ]);
  });

  it('ends where files include each other', () => {
    expect(notesOf(imported('{{< include loop.md >}}', 'a.qmd', {}, { file }))).toContainEqual(expect.stringContaining('too many files'));
  });
});

describe('screens', () => {
  const titles = (source: string, choices: Partial<ImportChoices> = {}, name = 'a.md') =>
    fieldsOf(imported(source, name, choices)).map(({ title }) => title);
  const python = (code: string) => fence('python', code);

  it('are named by the nearest heading of any level', () => {
    const source = `# Birds\n\nText\n\n${python('a = 1')}\n\n### Owls\n\n${python('b = 1')}\n\n#### Snowy\n\n${python('c = 1')}\n\nText\n\n${python('d = 1')}`;
    expect(titles(source, { structure: 'cell' })).toEqual(['Birds', 'Owls', 'Snowy', 'Snowy (2)']);
  });

  it('are not blank for a heading that another one follows', () => {
    expect(titles('# T\n\n## Birds\n\n### Owls\n\nText')).toEqual(['Birds: Owls']);
    expect(titles('# T\n\nText\n\n# Birds\n\n## Owls\n\nText')).toEqual(['T', 'Birds: Owls']);
    expect(titles('Text\n\n# T\n\n## Birds\n\nText')).toEqual(['T', 'Birds']);
  });

  it('join the code of a section, with its text in order', () => {
    const source = `# A\n\nOne\n\n${python('a = 1')}\n\nTwo\n\n${python('print(a)')}\n\n${fence('output', '1')}\n\nThree`;
    const lesson = imported(source, 'a.md', { structure: 'heading' });
    expect(fieldsOf(lesson)).toMatchObject([{ body_markdown: 'One\n\nTwo\n\nThree', initial_code: 'a = 1\n\nprint(a)' }]);
    expect(lesson.screens[0]?.answer_output?.stdout).toBe('1\n');
  });

  it.each([
    ['a value that only a last line shows', [{ source: 'x', outputs: [printed('3')] }, { source: 'y' }], 2],
    ['a name that begins like a statement', [{ source: 'printer', outputs: [printed('3')] }, { source: 'y' }], 2],
    ['a value of code that nobody ran', [{ source: 'x' }, { source: 'y' }], 2],
    ['code that shows nothing beside recorded outputs', [{ source: 'x.sort()' }, { source: 'print(y)', outputs: [printed('3')] }], 1],
    ['printed text', [{ source: 'print(x)', outputs: [printed('3')] }, { source: 'y' }], 1],
    ['text that was not recorded', [{ source: 'print(x)' }, { source: 'print(y)', outputs: [printed('3')] }], 2],
    ['text in a loop that was not recorded', [{ source: 'print(y)', outputs: [printed('3')] }, { source: 'for x in y:\n    print(x)' }], 2],
    ['text that a function prints', [{ source: 'def f():\n    print(x)' }, { source: 'f()', outputs: [printed('3')] }], 1],
    ['a figure that is not shown', [{ source: 'plt.plot(x)' }, { source: 'plt.plot(y)' }], 2],
    ['a figure that is shown', [{ source: 'plt.plot(x)\nplt.show()' }, { source: 'plt.plot(y)' }], 1],
    ['hidden code between', [{ source: 'x = 1' }, { source: 'y = x', tags: ['remove-cell'] }, { source: 'print(y)' }], 2],
    ['an error', [{ source: 'x = 1' }, { source: '1 / 0', tags: ['raises-exception'] }], 2],
  ] as const)('join cells only where the result stays the same: %s', (_name, cells, count) => {
    expect(imported(notebook(...cells), 'a.ipynb', { structure: 'heading' }).screens).toHaveLength(count);
  });

  it('have the output of joined cells as a run prints it', () => {
    const cells = ['print(0, end=" ")', 'print(1, end=" ")', '2'].map((source, at) => ({ source, outputs: [printed(`${at} `)] }));
    expect(imported(notebook(...cells), 'a.ipynb', { structure: 'heading' }).screens[0]?.answer_output?.stdout).toBe('0 1 \n2 ');
  });

  it.each([
    ['what it prints', fence('output', '1'), '1\n2\n'],
    ['nothing where that is unknown', '', '2\n'],
  ])('state of the code before a solution %s', (_name, printedBefore, expected) => {
    const solution = `::: solution\n${python('print(n + 1)')}\n\n${fence('output', '2')}\n:::`;
    const source = `::: challenge\n## Sum\n\n${python('n = 1\nprint(n)')}\n\n${printedBefore}\n\n${solution}\n:::`;
    expect(imported(source).screens[0]?.answer_output?.stdout).toBe(expected);
  });

  it('list the code before an exercise, and run it unseen', () => {
    const source = `# A\n\n${python('n = 3')}\n\n::: challenge\n\n## Sum\n\nAdd.\n\n::: solution\n\n${python('n + 1')}\n\n:::\n\n:::`;
    const fields = fieldsOf(imported(source, 'a.md', { structure: 'exercise' }));
    expect(fields).toMatchObject([
      { title: 'A', type: 'text', body_markdown: '```python\nn = 3\n```' },
      { title: 'Sum', body_markdown: 'Add.', setup_code: 'n = 3', answer_code: 'n + 1', initial_code: '' },
    ]);
  });

  it('are several for exercises in a row', () => {
    expect(titles('# Exercises\n\n#### Exercise 1\n\nOne\n\n#### Exercise 2\n\nTwo')).toEqual(['Exercises: Exercise 1', 'Exercise 2']);
    expect(titles('::: challenge\nOne\n:::\n\n::: challenge\nTwo\n:::')).toEqual(['Challenge', 'Challenge (2)']);
  });

  it.each([
    ['one answer of blocks that build on each other', ['x = 1', 'print(x)'], 'x = 1\n\nprint(x)', ''],
    ['the first of several solutions', ['print(1)', 'print(2)'], 'print(1)', '::: solution\n```python\nprint(2)\n```\n:::'],
  ])('have %s', (_name, codes, answer, rest) => {
    const source = `::: challenge\n\n::: solution\n\n${codes.map(python).join('\n\n')}\n\n:::\n\n:::`;
    expect(fieldsOf(imported(source))).toMatchObject([{ answer_code: answer, body_markdown: rest }]);
  });

  it.each([
    ['few cells in a section', `# A\n\n${python('1')}\n\n# B\n\n${python('2')}`, 'cell'],
    ['many cells in a section', `# A\n\n${[1, 2, 3, 4].map((each) => python(`x${each} = 1`)).join('\n\nText\n\n')}`, 'heading'],
    ['the command line', `# A\n\n${fence('bash', 'ls')}`, 'heading'],
    ['queries', `# A\n\n${fence('sql', 'SELECT 1')}\n\n${fence('sql', 'SELECT 2')}\n\n${fence('sql', 'SELECT 3')}`, 'cell'],
    ['exercises', `::: challenge\n::: solution\n${python('1')}\n:::\n:::`, 'exercise'],
  ])('suit a document of %s', (_name, source, structure) => {
    expect(imported(source).report).toMatchObject({ structure, structure_reason: expect.stringMatching(/\.$/) });
  });
});
