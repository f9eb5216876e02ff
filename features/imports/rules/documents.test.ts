import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { type ImportChoices, type ImportedLesson, lessonFromCells } from './lesson-from-cells.ts';
import { readImport } from './read-import.ts';

function imported(source: string, choices: Partial<ImportChoices> = {}, name = 'lesson.md'): ImportedLesson {
  let next = 0;
  const newUuid = () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`;
  const document = readImport(name, encodeUtf8(source), () => null, ALONE);
  const lesson = lessonFromCells(document, {
    title: '',
    otherwise: 'A file',
    author: 'Ada',
    code: 'answer',
    earlier_code: true,
    offered: {},
    newUuid,
    ...choices,
  });
  for (const screen of lesson.screens) ScreenContent.parse(screen);
  return lesson;
}

const fieldsOf = ({ screens }: ImportedLesson) => screens.map(({ fields }) => fields);
const bodyOf = (source: string) => fieldsOf(imported(source))[0]?.body_markdown;
const notesOf = ({ report }: ImportedLesson) => report.notes.map(({ reason }) => reason);

describe('a lesson of the Carpentries', () => {
  const lesson = imported(`---
title: Loops
teaching: 20
---

:::::: questions

- How can I repeat things?

::::::

:::::: objectives

- Write a loop.
- Trace it
  step by step.

::::::

## Repeating

Text.

\`\`\`python
for i in range(2):
    print(i)
\`\`\`

\`\`\`output
0
1
\`\`\`

:::::: callout

## Mind the indent

Four spaces.

::::::

:::::: challenge

## Counting down

Fill in the blanks.

\`\`\`python
for i in ____:
    print(i)
\`\`\`

::: solution

Count backwards.

\`\`\`python
for i in range(2, 0, -1):
    print(i)
\`\`\`

\`\`\`output
2
1
\`\`\`

:::
::::::

More about repeating.

:::::: challenge

## Thinking

Why?

::: solution

Because.

:::
::::::

:::::: keypoints

- Loops repeat.

::::::
`);

  it('has its objectives, its exercises as screens, and its key points as takeaways', () => {
    expect(lesson.fields).toMatchObject({ title: 'Loops', objectives: ['Write a loop.', 'Trace it step by step.'] });
    expect(fieldsOf(lesson)).toMatchObject([
      { title: 'Loops', type: 'text', body_markdown: '::: questions\n- How can I repeat things?\n:::' },
      { title: 'Repeating', type: 'code', body_markdown: 'Text.', answer_code: 'for i in range(2):\n    print(i)' },
      { title: 'Repeating (2)', type: 'text', body_markdown: '::: note\n## Mind the indent\n\nFour spaces.\n:::' },
      {
        title: 'Counting down',
        type: 'code',
        body_markdown: 'Fill in the blanks.\n\n::: solution\nCount backwards.\n:::',
        initial_code: 'for i in ____:\n    print(i)',
        answer_code: 'for i in range(2, 0, -1):\n    print(i)',
        initially_passing: false,
      },
      {
        title: 'Repeating (3)',
        type: 'text',
        body_markdown: 'More about repeating.\n\n:::: challenge\n## Thinking\n\nWhy?\n\n::: solution\nBecause.\n:::\n::::',
      },
      { title: 'Takeaways', type: 'takeaways', body_markdown: '- Loops repeat.' },
    ]);
    expect(lesson.screens[3]?.answer_output?.stdout).toBe('2\n1\n');
  });

  it('has answers with the code of the challenge that they go on with', () => {
    const challenge = (first: string, solution: string) =>
      fieldsOf(imported(`# A\n\n::: challenge\n\nTry.\n\n${first}\n\n::: solution\n\n${solution}\n\n:::\n\n:::\n`)).find(
        ({ type }) => type === 'code',
      );
    expect(challenge('```python\nprice = 3\n```', '```python\nprint(price)\n```')).toMatchObject({
      initial_code: 'price = 3',
      answer_code: 'price = 3\n\nprint(price)',
    });
    expect(challenge('```python\nprice = 3\n```', '```python\nprice = 4\nprint(price)\n```')).toMatchObject({
      initial_code: 'price = 3',
      answer_code: 'price = 4\nprint(price)',
    });
    expect(challenge('Text.', '```bash\n$ for n in 1 2\n> do\n>   echo $n\n> done\n```')).toMatchObject({
      answer_code: 'for n in 1 2\ndo\n  echo $n\ndone',
    });
  });

  it('reads objectives from the front matter of an older episode', () => {
    const older = imported('---\ntitle: A\nobjectives:\n- "Learn *this*."\nkeypoints:\n- Done.\nquestions:\n- Why?\n---\n\n# B\n\nText');
    expect(older.fields.objectives).toEqual(['Learn *this*.']);
    expect(fieldsOf(older)).toMatchObject([
      { title: 'A', body_markdown: '::: questions\n- Why?\n:::' },
      { title: 'B', body_markdown: 'Text' },
      { title: 'Takeaways', type: 'takeaways', body_markdown: '- Done.' },
    ]);
  });
});

describe('a lesson of the Carpentries on a Jekyll site', () => {
  it('has its boxes, its exercises as screens, and the output of its code', () => {
    const lesson = imported(
      [
        '---\ntitle: Loops\nkeypoints:\n- "Loops repeat."\n---\n',
        '## Repeating\n\n~~~\nfor i in range(2):\n    print(i)\n~~~\n{: .language-python}\n\n~~~\n0\n1\n~~~\n{: .output}\n',
        '> ## Mind the indent\n>\n> Four spaces.\n{: .callout}\n',
        '> ## Counting down\n>\n> Write it.\n>\n> > ## Solution\n> > ~~~\n> > print(2)\n> > ~~~\n> > {: .language-python}\n> > ~~~\n> > 2\n> > ~~~\n> > {: .output}\n> {: .solution}\n{: .challenge}\n',
        '{% include links.md %}\n\n~~~\nprint(nothing)\n~~~\n{: .language-python}\n~~~\nNameError: nothing\n~~~\n{: .error}\n\n```julia\nx\n```',
      ].join('\n'),
    );
    expect(fieldsOf(lesson)).toMatchObject([
      { title: 'Repeating', type: 'code', answer_code: 'for i in range(2):\n    print(i)' },
      { type: 'text', body_markdown: '::: note\n## Mind the indent\n\nFour spaces.\n:::' },
      { title: 'Counting down', type: 'code', body_markdown: 'Write it.', answer_code: 'print(2)' },
      { type: 'code', answer_code: 'print(nothing)', error_okay: true },
      { body_markdown: '```julia\nx\n```' },
      { type: 'takeaways' },
    ]);
    expect(lesson.screens.map(({ answer_output }) => answer_output?.stdout)).toEqual([
      '0\n1\n',
      undefined,
      '2\n',
      '',
      undefined,
      undefined,
    ]);
    expect(lesson.report.notes).toEqual([
      { place: 'Line 42', reason: 'A tag of Jekyll has no counterpart in a lesson and was left out: include links.md.' },
    ]);
  });
});

describe('directives of MyST', () => {
  it.each<[string, string, string]>([
    ['a note', '```{note}\nText\n```', '::: note\nText\n:::'],
    ['a note in one line', '```{note} Text\n```', '::: note\nText\n:::'],
    ['a titled box', '```{admonition} The title\n:class: tip\nText\n```', '::: {.note title="The title"}\nText\n:::'],
    ['a folded one', '```{tip}\n:class: dropdown\nText\n```', '::: {.tip collapse="true"}\nText\n:::'],
    ['with colons', ':::{warning}\nText\n:::', '::: warning\nText\n:::'],
    ['one in another', '````{note}\nA\n\n```{tip}\nB\n```\n````', ':::: note\nA\n\n::: tip\nB\n:::\n::::'],
    ['a listing', '```{code-block} python\n:linenos:\nx = 1\n```', '```python\nx = 1\n```'],
    ['a formula', '```{math}\n:label: eq\nx^2\n```', '$$\nx^2 \\tag{1}\n$$'],
    [
      'a figure',
      '```{figure} ../a.png\n:alt: A plot\n:width: 50%\nThe caption\n```',
      '![A plot](../../images/a.png){width=50%}\n\nThe caption',
    ],
    ['roles', 'See {ref}`the text <target>`, {math}`x^2` and {doc}`other`.', 'See the text, $x^2$ and other.'],
    ['a target', '(label)=\nText', 'Text'],
    ['an alert of GitHub', '> [!WARNING]\n> Careful\n> now', '::: warning\nCareful\nnow\n:::'],
    ['an unknown directive', '```{versionadded} 2.0\nText\n```', '2.0\n\nText'],
  ])('%s', (_name, source, expected) => {
    expect(bodyOf(source)).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['a target at the end', 'Text\n\n(label)=', 'Text'],
    ['a block break', 'One\n\n+++ {"tags": []}\n\nTwo', 'One\n\n\n\nTwo'],
    ['a formula with a label', '$$\nx\n=\ny\n$$ (eq:one)\n\nSee {eq}`eq:one`.', '$$\nx\n=\ny \\tag{1}\n$$\n\nSee (1).'],
    ['a formula that starts in its first line', '$$ x\n\n= y$$', '$$\n x\n\n= y\n$$'],
    ['a formula in one line', '$$x$$', '$$x$$'],
    ['an environment of LaTeX', '\\begin{align}\nx &= 1\n\\end{align}', '$$\n\\begin{align}\nx &= 1\n\\end{align}\n$$'],
    ['a formula with spaces', 'If $ x_1 = 2 $ or $5 and $6, `$ x_1 $`', 'If $x_1 = 2$ or $5 and $6, `$ x_1 $`'],
    ['a reference to a section', '(owls)=\n# Owls\n\nSee {ref}`owls` and {ref}`them <owls>`.', 'See Owls and them.'],
    ['a numbered figure', '```{figure} a.png\n:name: owl\n```\n\n{numref}`Fig. %s <owl>`', '![](../../images/a.png)\n\nFig. 1'],
    ['a numbered caption', '```{figure} a.png\n:name: o\n\nOwls\n```', '![Owls](../../images/a.png)\n\nFigure 1: Owls'],
    ['a figure whose caption is its alternative text', '```{figure} a.png\n:alt: Owl\n\nOwl\n```', '![Owl](../../images/a.png)'],
    ['no role', '`${file}` and `x`, and {index}`loops <single: loop>`', '`${file}` and `x`, and loops'],
    ['a role in a list', '- One\n     {kbd}`Enter`', '- One\n     `Enter`'],
    ['a role in a listing of a list', '- One\n\n  ```\n  {kbd}`Enter`\n  ```', '- One\n\n  ```\n  {kbd}`Enter`\n  ```'],
    ['raw HTML', '```{raw} html\n<b>Bold</b>\n```', '<b>Bold</b>'],
    ['an epigraph', '```{epigraph}\nWords\n\n-- Ada\n```', '> Words\n>\n> -- Ada'],
    ['a theorem', '```{prf:theorem} Euler\n:label: e\nText\n```\n\n{ref}`e`', '::: {.note title="Theorem: Euler"}\nText\n:::\n\nTheorem 1'],
    ['a table of lists', '```{list-table} Birds\n* - A\n  - B\n* - 1\n  - 2\n```', 'Birds\n\n| A | B |\n| --- | --- |\n| 1 | 2 |'],
    ['directives in others', '````{tab-set}\n```{tip}\nText\n```\n````', '::: tip\nText\n:::'],
    ['options between colons', ':::{exercise}\n:label: one\n\nWhy?\n:::', '::: challenge\nWhy?\n:::'],
    ['an image between colons', ':::{figure} a.png\n:alt: A\n:::', '![A](../../images/a.png)'],
    ['code in a box', ':::{note}\n```{code-cell} python\n:tags: [hide-input]\nx\n```\n:::', '::: note\n```python\nx\n```\n:::'],
  ])('%s', (_name, source, expected) => {
    expect(bodyOf(source)).toBe(expected);
  });

  it('keeps directives in headings as text', () => {
    expect(fieldsOf(imported('# {index}`Loops <single: loop>`\n\nText'))).toMatchObject([{ title: 'Loops' }]);
    expect(fieldsOf(imported('Text\n\n$$\na\n=\nb\n$$'))).toMatchObject([{ title: 'A file' }]);
  });

  it.each([
    [
      'gated',
      '```{exercise-start}\n:label: e\n```',
      '```{exercise-end}\n```',
      '```{solution-start} e\n:class: dropdown\n```',
      '```{solution-end}\n```',
    ],
    ['nested', '````{exercise}\n:label: e', '````', '````{solution} e\n:class: dropdown', '````'],
  ])('an exercise and its solution are a screen: %s', (_name, start, end, solution, last) => {
    const source = `---\nkernelspec:\n  name: python3\n---\n\n${start}\n\nPrint *it*.\n\n${end}\n\n${solution}\n\nSo:\n\n\`\`\`{code-cell}\nprint(1)\n\`\`\`\n\n${last}\n\nMore`;
    expect(fieldsOf(imported(source))).toMatchObject([
      { title: 'Challenge', type: 'code', answer_code: 'print(1)', body_markdown: 'Print *it*.\n\n::: solution\nSo:\n:::' },
      { body_markdown: 'More' },
    ]);
  });

  it('`code-cell` is code, whose tags say what is expected', () => {
    const lesson = imported(
      '```{code-cell} ipython3\n:tags: [raises-exception]\nx = 1\nraise ValueError\n```\n\n```{code-cell} python\n---\ntags: [remove-cell]\n---\nimport math\n```\n\n```{code-cell} python\nprint(2)\n```',
    );
    expect(fieldsOf(lesson)).toMatchObject([
      { answer_code: 'x = 1\nraise ValueError', error_okay: true },
      { answer_code: 'print(2)', display_code: 'import math' },
    ]);
  });

  it('that are diagrams are listings, which the report names', () => {
    const lesson = imported('```mermaid\nA-->B\n```');
    expect(bodyOf('```mermaid\nA-->B\n```')).toBe('```mermaid\nA-->B\n```');
    expect(notesOf(lesson)).toEqual(['A diagram can’t be drawn here. It was kept as a listing.']);
  });

  it('names directives without a counterpart in a lesson', () => {
    expect(notesOf(imported('```{toctree}\na\nb\n```\n\n```{mermaid}\nA-->B\n```'))).toEqual(
      [
        '{toctree} has no counterpart in a lesson and was left out: a\nb.',
        'A diagram can’t be drawn here. It was kept as a listing.',
        'The file has neither text nor code: the lesson has no screens.',
      ].slice(0, 2),
    );
  });
});

describe('R Markdown and Quarto', () => {
  it('options say what is shown only, hidden, or expected to fail', () => {
    const lesson = imported(
      '```{r setup, include=FALSE}\nlibrary(stats)\n```\n\n```{r, eval = FALSE}\ninstall.packages("x")\n```\n\n```{r}\n#| error: true\n#| fig-cap: "A plot"\nstop("no")\n```\n\n```{r plot}\nx\n```',
    );
    expect(fieldsOf(lesson)).toMatchObject([
      {
        body_markdown: '```r\ninstall.packages("x")\n```\n\nA plot',
        answer_code: 'stop("no")',
        error_okay: true,
        display_code: 'library(stats)',
      },
      { answer_code: 'x', display_code: '', runs_after: 'all' },
    ]);
    expect(notesOf(lesson)).toEqual([]);
  });

  it('figures have captions with their numbers, and images are images', () => {
    const lesson = imported(
      [
        'See @fig-owl, @sec-birds, [`@sec-birds`](x.md) and ```` ``` ```` @fig-plot.',
        '# Birds {#sec-birds}',
        '```{r}\n#| label: fig-owl\n#| fig-cap: An *owl*\n#| echo: false\nknitr::include_graphics("img/owl.png", dpi = 270)\n```',
        '```{r}\n#| label: fig-plot\n#| fig-cap: |\n#|   A long\n#|   caption\n#| fig-alt: "A line"\nplot(1)\n```',
        '| a |\n|---|\n| 1 |\n\n: Counts {#tbl-counts}\n\nIn @tbl-counts.',
      ].join('\n\n'),
    );
    expect(fieldsOf(lesson)).toMatchObject([
      { body_markdown: 'See Figure 1, “Birds”, [`@sec-birds`](x.md) and ```` ``` ```` Figure 2.' },
      {
        title: 'Birds',
        body_markdown: '![An *owl*](../../images/owl.png)\n\nFigure 1: An *owl*\n\nFigure 2: A long caption',
        answer_code: 'plot(1)',
      },
      { body_markdown: '| a |\n|---|\n| 1 |\n\nTable 1: Counts\n\nIn Table 1.' },
    ]);
    expect(notesOf(lesson)).toContain('A run draws the figure, so its alternative text was left out: A line');
  });

  it('the set-up of knitr is left out, and other set-up runs', () => {
    const lesson = imported(
      '```{r, include=FALSE}\nknitr::opts_chunk$set(\n  echo = TRUE, # (all)\n  comment = ")"\n)\nlibrary(knitr)\nlibrary(svglite)\nx <- 1\n```\n\n```{r}\nx\n```',
    );
    expect(fieldsOf(lesson)).toMatchObject([{ display_code: 'x <- 1', answer_code: 'x' }]);
    expect(notesOf(lesson).join()).toMatch(/Set-up of knitr was left out: knitr::opts_chunk\$set\(/);
  });

  it('a block runs in the program that its engine names', () => {
    expect(fieldsOf(imported('```{r, engine="bash"}\necho hi\n```'))).toMatchObject([{ type: 'code', answer_code: 'echo hi' }]);
    expect(imported('```{r, engine="bash"}\necho hi\n```').fields.language).toBe('cli');
  });

  it('output of hidden code is a listing', () => {
    const lesson = imported('```{r, echo=FALSE}\nsummary(x)\n```\n\n```output\nMin\n```', { earlier_code: false });
    expect(fieldsOf(lesson)).toMatchObject([{ body_markdown: '```r\nsummary(x)\n```\n\n```output\nMin\n```' }]);
  });

  it('columns and other divs leave their content', () => {
    const lesson = imported(':::: {.columns}\n::: {.column width="50%"}\nLeft\n:::\n::: {.column}\n```{python}\nprint(1)\n```\n:::\n::::');
    expect(fieldsOf(lesson)).toMatchObject([{ body_markdown: 'Left', answer_code: 'print(1)' }]);
  });

  it('references have the numbers of their targets', () => {
    expect(bodyOf('See @fig-b, not `@fig-b` or a@fig-b.\n\n![A](a.png){#fig-a}\n\n![B](b.png){#fig-b}')).toMatch(
      /^See Figure 2, not `@fig-b` or a@fig-b\./,
    );
  });

  it('text with attributes is text, and titles of boxes have none', () => {
    const [screen] = fieldsOf(
      imported('# A\n\n[owl]{#owl} and [*bird*]{.term}, `[x]{.y}`.\n\n::: spoiler\n\n### Windows {#windows}\n\nText\n\n:::\n'),
    );
    expect(screen?.body_markdown).toMatch(/^owl and \*bird\*, `\[x\]\{\.y\}`\./);
    expect(renderMarkdown(screen?.body_markdown ?? '')).toMatch(/>Windows</);
  });

  it('links to labels have the names of their targets, or their own text', () => {
    const formula = '$$\nx = 1\n$$ (eq_one)';
    expect(bodyOf(`By [](eq_one) and [this](#eq_one), not [](eq_two), \`[](eq_one)\` or ![](eq_one).\n\n${formula}`)).toMatch(
      /^By \(1\) and this, not \[\]\(eq_two\), `\[\]\(eq_one\)` or !\[\]/,
    );
  });
});

describe('code that is not to be run as it is', () => {
  it.each([
    ['lesson.Rmd', '{r}', 'r'],
    ['lesson.qmd', '{python}', 'python'],
    ['lesson.md', '{code-cell} python', 'python'],
  ])('is a listing if it is no chunk of a document with chunks: %s %s', (name, chunk, language) => {
    const listings = `\`\`\`${language}\n1 + 1\n\`\`\`\n\n\`\`\`output\n2\n\`\`\``;
    const [screen, ...others] = fieldsOf(imported(`# A\n\n${listings}\n\n\`\`\`${chunk}\n3 + 1\n\`\`\`\n`, {}, name));
    expect(others).toEqual([]);
    expect(screen).toMatchObject({ body_markdown: listings, answer_code: '3 + 1' });
    expect(fieldsOf(imported(`# A\n\n${listings}\n`, {}, name))).toMatchObject([{ answer_code: '1 + 1' }]);
  });

  it('is code in R Markdown that has few chunks', () => {
    const listing = (code: string) => `\`\`\`r\n${code}\n\`\`\`\n\n`;
    const lesson = imported(`# A\n\n\`\`\`{r echo=FALSE}\nx <- 1\n\`\`\`\n\n${listing('x')}${listing('x + 1')}`, {}, 'a.Rmd');
    expect(fieldsOf(lesson)).toMatchObject([{ answer_code: 'x', display_code: 'x <- 1' }, { answer_code: 'x + 1' }]);
  });

  it('is a listing if it is a part of other code, unless its error is stated', () => {
    const lesson = imported(
      '# A\n\n```python\nelif x:\n    y\n```\n\n```python\nprint(1\n```\n\n```error\nSyntaxError: never closed\n```\n',
    );
    expect(fieldsOf(lesson)).toMatchObject([{ body_markdown: '```python\nelif x:\n    y\n```', answer_code: 'print(1', error_okay: true }]);
    expect(notesOf(lesson)).toContain('The code is only a part of a program and can’t run; it was kept as a listing in the text.');
  });

  it('is expected to fail if an error follows', () => {
    const lesson = imported('```python\nprint(nothing)\n```\n\n```error\nNameError: nothing\n```\n\n```python\nprint(1)\n```');
    expect(fieldsOf(lesson)).toMatchObject([{ error_okay: true }, { answer_code: 'print(1)', runs_after: 'all' }]);
    expect(lesson.screens[0]?.answer_output?.stderr).toContain('NameError');
  });

  it('is a listing if it is hidden and fails on purpose', () => {
    const lesson = imported('```{r, include=FALSE, error=TRUE}\nstop("no")\n```\n\n```{r}\nx\n```');
    expect(fieldsOf(lesson)).toMatchObject([{ body_markdown: '```r\nstop("no")\n```', answer_code: 'x', display_code: '' }]);
    expect(notesOf(lesson)).toContain('This code was hidden from readers. It was kept as a listing in the text.');
  });

  it('is reported as a whole where it is in several languages', () => {
    const lesson = imported('```r\n1\n```\n\n```python\n2\n```\n\n```bash\nls\n```\n\n```python\n3\n```\n\n```{mermaid}\nA\n```');
    expect(lesson.report).toMatchObject({ language: 'python' });
    expect(lesson.report.notes.filter(({ place }) => place === '')).toEqual([
      {
        place: '',
        reason:
          'The file has code in R (1 block), Python (2 blocks) and Command line (1 block). A lesson runs one language, here Python. ' +
          'The rest is shown as listings.',
      },
    ]);
  });

  it('is a screen at the end of an item of a list', () => {
    const lesson = imported(
      '1. One\n\n   ```python\n   x = 1\n   ```\n\n   ```output\n   1\n   ```\n\n2. Two\n   ```python\n   y\n   ```\n   More',
    );
    expect(fieldsOf(lesson)).toMatchObject([
      { type: 'code', body_markdown: '1. One', answer_code: 'x = 1' },
      { type: 'text', body_markdown: '2. Two\n   ```python\n   y\n   ```\n   More' },
    ]);
    expect(lesson.screens[0]?.answer_output?.stdout).toBe('1\n');
  });

  it('is a listing if it has blanks and no solution', () => {
    const lesson = imported('```python\nx = ____\n```');
    expect(fieldsOf(lesson)).toMatchObject([{ type: 'text', body_markdown: '```python\nx = ____\n```' }]);
  });

  it('loses its prompts, and keeps the output of a console', () => {
    const lesson = imported('```bash\n$ echo hi\nhi\n```');
    expect(fieldsOf(lesson)).toMatchObject([{ answer_code: 'echo hi' }]);
    expect(lesson.screens[0]?.answer_output?.stdout).toBe('hi\n');
  });
});

it('keeps what code of other languages printed', () => {
  const lesson = imported('```python\nx = 1\n```\n\n```python\ny = 2\n```\n\n```bash\nls\n```\n\n```output\ngamma\n```');
  expect(
    fieldsOf(lesson)
      .map(({ body_markdown }) => body_markdown)
      .join('\n'),
  ).toContain('```bash\nls\n```\n\n```output\ngamma\n```');
});

describe('any document', () => {
  it('arrives with every word of its text, or reports it', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'omega');
    const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const block = fc.oneof(
      line,
      fc.tuple(fc.constantFrom('#', '##', '###'), line).map(([marks, text]) => `${marks} ${text}`),
      fc
        .tuple(
          fc.constantFrom(
            'python',
            'r',
            'bash',
            'output',
            'error',
            '{python}',
            '{r, eval=FALSE}',
            '{python, include=FALSE}',
            '{note}',
            '{tip} x',
            'json',
            '',
          ),
          line,
        )
        .map(([info, text]) => `\`\`\`${info}\n${text}\n\`\`\``),
      fc
        .tuple(
          fc.constantFrom('note', 'challenge', 'solution', 'keypoints', 'objectives', 'columns', '{.callout-tip}', 'prereq', 'spoiler'),
          line,
        )
        .map(([kind, text]) => `::: ${kind}\n${text}\n:::`),
      fc.tuple(line, line).map(([one, other]) => `:::: challenge\n${one}\n::: solution\n\`\`\`python\n${other}\n\`\`\`\n:::\n::::`),
      line.map((text) => `> [!NOTE]\n> ${text}`),
      fc
        .tuple(fc.constantFrom('challenge', 'callout', 'solution', 'keypoints', 'quotation'), line, line)
        .map(([kind, one, other]) => `> ${one}\n>\n> > ${other}\n> {: .solution}\n{: .${kind}}`),
      fc
        .tuple(fc.constantFrom('language-python', 'output', 'error', 'source', 'r'), line)
        .map(([kind, text]) => `~~~\n${text}\n~~~\n{: .${kind}}`),
      line.map((text) => `- ${text}\n\n  ::: tip\n  ${text}\n  :::`),
      fc
        .tuple(
          fc.constantFrom(
            'epigraph',
            'exercise',
            'solution',
            'prf:proof',
            'raw} html',
            'raw} latex',
            'index',
            'tab-set',
            'list-table',
            'card',
            'code-cell} python',
            'math',
            'figure} a.png',
          ),
          fc.constantFrom('```', ':::'),
          line,
        )
        .map(([name, marks, text]) => `${marks}{${name}${name.includes('}') ? '' : '}'}\n${text}\n${marks}`),
      line.map((text) => `\`\`\`{exercise-start}\n\`\`\`\n${text}\n\n\`\`\`{exercise-end}\n\`\`\``),
      line.map((text) => `$$ ${text}\n=\n${text} $$ (eq:${text.split(' ')[0] ?? ''})`),
      line.map((text) => `+++\n\n(target)=\n${text} $ x_1 $ {ref}\`${text} <target>\` \`\${a}\``),
      line.map((text) => `| ${text} |\n|---|\n| 1 |\n\n: ${text} {#tbl-a}`),
      line.map((text) => `\`\`\`{r}\n#| label: fig-a\n#| fig-cap: ${text}\n#| fig-alt: ${text}\nknitr::include_graphics("a.png")\n\`\`\``),
      line.map((text) => `\`\`\`{r, include=FALSE}\nlibrary(knitr)\nopts_chunk$set(a = "${text}")\n\`\`\``),
      line.map((text) => `${text}[^1]\n\n[^1]: ${text}\n\n${text}\n: ${text}\n\n- [x] ${text}\n\n![${text}](a.png){width=50%}`),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), fc.boolean(), (blocks, earlier_code) => {
        const source = blocks.join('\n\n');
        const lesson = imported(source, { earlier_code });
        const whole = JSON.stringify([
          lesson.fields,
          fieldsOf(lesson),
          lesson.screens.map((screen) => screen.answer_output),
          lesson.report.notes,
        ]);
        const count = (text: string, each: string) => text.split(each).length - 1;
        for (const each of ['alpha', 'beta', 'gamma', 'delta', 'omega'])
          expect(count(whole, each)).toBeGreaterThanOrEqual(count(source, each) > 0 ? 1 : 0);
        expect(JSON.stringify(fieldsOf(lesson))).not.toMatch(/::: (columns|\{note)/);
        for (const { title } of fieldsOf(lesson)) expect(title).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });
});
