import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { fieldsOf, importedLesson, notesOf } from '#testing/content/imported-screens.ts';
import type { ImportChoices } from './lesson-from-cells.ts';

const imported = (source: string, choices: Partial<ImportChoices> = {}) =>
  importedLesson('lesson.md', encodeUtf8(source), { code: 'answer', structure: 'cell', ...choices });
const bodyOf = (source: string) => fieldsOf(imported(source))[0]?.body_markdown;

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
      { title: 'Repeating (3)', type: 'text', body_markdown: 'More about repeating.' },
      { title: 'Thinking', type: 'text', body_markdown: 'Why?\n\n::: solution\nBecause.\n:::' },
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
        setup_code: 'library(stats)',
      },
      { answer_code: 'x', setup_code: '', runs_after: 'all' },
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
    expect(fieldsOf(lesson)).toMatchObject([{ setup_code: 'x <- 1', display_code: '', answer_code: 'x' }]);
    expect(notesOf(lesson).join()).toMatch(/Set-up of knitr was left out: knitr::opts_chunk\$set\(/);
  });

  it('code whose comments show an error may fail, and other code is not joined to it', () => {
    const source = '```r\nx <- 1\n```\n\n```r\nround(1, corners = 2)\n## Error in round(1, corners = 2) : unused argument\n```';
    expect(fieldsOf(imported(source))).toMatchObject([{ error_okay: false }, { error_okay: true }]);
  });

  it('a block runs in the program that its engine names', () => {
    expect(fieldsOf(imported('```{r, engine="bash"}\necho hi\n```'))).toMatchObject([{ type: 'code', answer_code: 'echo hi' }]);
    expect(imported('```{r, engine="bash"}\necho hi\n```').fields.language).toBe('cli');
  });

  it('output of hidden code is a listing', () => {
    const lesson = imported('```{r, echo=FALSE}\nsummary(x)\n```\n\n```output\nMin\n```\n\n```{r}\nx\n```', { earlier_code: false });
    expect(fieldsOf(lesson)).toMatchObject([{ body_markdown: '```output\nMin\n```', setup_code: 'summary(x)', answer_code: 'x' }]);
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
      // Hidden code under a heading that is only the title of the lesson.
      { numRuns: 300, examples: [[['# alpha', '```{python, include=FALSE}\ngamma\n```'], false]] },
    );
  });
});
