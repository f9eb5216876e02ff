import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { lessonFromCells } from './lesson-from-cells.ts';
import { readImport } from './read-import.ts';

function imported(source: string, name = 'chapter.Rmd') {
  let next = 0;
  const newUuid = () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`;
  const document = readImport(name, encodeUtf8(source), () => null, ALONE);
  return lessonFromCells(document, {
    title: '',
    otherwise: 'A file',
    author: 'Ada',
    code: 'answer',
    structure: 'cell',
    earlier_code: true,
    offered: {},
    newUuid,
  });
}

const bodyOf = (source: string) => imported(source).screens[0]?.fields.body_markdown;

describe('a chapter of bookdown', () => {
  it.each([
    ['{block2, owls, type = "rmdtip"}', '::: tip\nOwls *see*.\n:::'],
    ["{block, type='rmdwarning'}", '::: warning\nOwls *see*.\n:::'],
    ['{block2, type="danger-zone"}', '::: note\nOwls *see*.\n:::'],
    ['{solution}', '::: solution\nOwls *see*.\n:::'],
    ['{theorem, night, name="Night"}', '::: {.note title="Theorem: Night"}\nOwls *see*.\n:::'],
    ['{proof}', '::: {.note title="Proof"}\nOwls *see*.\n:::'],
  ])('has boxes for its blocks: %s', (info, box) => expect(bodyOf(`\`\`\`${info}\nOwls *see*.\n\`\`\``)).toBe(box));

  it('has a screen for each exercise', () => {
    const exercise = (name: string) => `\`\`\`{exercise, name = "${name}"}\nOwls *see*.\n\`\`\``;
    expect(imported(`${exercise('Count owls')}\n\n${exercise('Draw owls')}`).screens.map(({ fields }) => fields)).toMatchObject([
      { title: 'Count owls', body_markdown: 'Owls *see*.' },
      { title: 'Draw owls', body_markdown: 'Owls *see*.' },
    ]);
  });

  it('has boxes for blocks inside others, and code for other chunks', () => {
    const source = '::: note\n```{block2, type="rmdtip"}\nLook up.\n```\n:::\n\n```{r}\n1\n```';
    expect(imported(source).screens[0]?.fields).toMatchObject({
      body_markdown: ':::: note\n::: tip\nLook up.\n:::\n::::',
      answer_code: '1',
    });
  });

  it.each([
    ['# (PART) Birds {-}\n\n# Owls\n\nText', 'Owls', ['Owls']],
    ['# (APPENDIX) Lists {-}\n\n## All owls\n\nText', 'Lists', ['All owls']],
    ['# (PARTIAL) Lists\n\nText', '(PARTIAL) Lists', ['(PARTIAL) Lists']],
  ])('has no marks of parts in titles: %s', (source, title, screens) => {
    const lesson = imported(source);
    expect(lesson.fields.title).toBe(title);
    expect(lesson.screens.map((screen) => screen.fields.title)).toEqual(screens);
  });

  it('has the numbers and titles that its references name', () => {
    const source = [
      '# Owls {#owls}',
      'Figure \\@ref(fig:night), Table \\@ref(tab:counts), Theorem \\@ref(thm:sight), Section \\@ref(owls) and \\@ref(fig:no-such), not `\\@ref(owls)`.',
      '```{theorem, sight}\nThey see.\n```',
      '| a |\n|---|\n| 1 |\n\nTable: (\\#tab:counts) Counts',
      '```{r day, fig.cap="Day"}\nplot(1)\n```',
      '```{r night, echo=FALSE, fig.cap="Night"}\nknitr::include_graphics("night.png")\n```',
    ].join('\n\n');
    const [first, second] = imported(source).screens.map(({ fields }) => fields.body_markdown);
    expect(first).toContain('Figure 2, Table 1, Theorem 1, Section “Owls” and no such, not `\\@ref(owls)`.');
    expect(first).toContain('\n\nTable 1: Counts\n\nFigure 1: Day');
    expect(second).toBe('![Night](../../images/night.png)\n\nFigure 2: Night');
  });

  it('has the captions of tables that follow them', () => {
    expect(bodyOf('Table: (\\#tab:owls) Owls\n\n| a |\n|---|\n| 1 |\n\nIn Table \\@ref(tab:owls).')).toBe(
      'Table 1: Owls\n\n| a |\n|---|\n| 1 |\n\nIn Table 1.',
    );
    expect(bodyOf('Table: owls\n\nText')).toBe('Table: owls\n\nText');
  });

  it('reports references to nothing', () => {
    expect(imported('See \\@ref(no-such).').report.notes).toMatchObject([{ reason: 'Links by role became plain text: @ref(no-such).' }]);
  });
});

describe('chunks that are no screens', () => {
  it.each([
    [
      '- Try:\n\n  ```{r, eval=FALSE}\n  #| label: x\n  x <- 1\n  ```\n\n  And look.\n\n- More',
      '- Try:\n\n  ```r\n  x <- 1\n  ```\n\n  And look.\n\n- More',
    ],
    ['> ```{python}\n> #| echo: true\n> 1\n> ```\n>\n> Text', '> ```python\n> 1\n> ```\n>\n> Text'],
    ['1. A\n\n   ```{.python}\n   1\n   ```\n\n   And look.\n\n2. B', '1. A\n\n   ```{.python}\n   1\n   ```\n\n   And look.\n\n2. B'],
    [
      '- Write:\n\n  ````\n  ```{r}\n  #| eval: false\n  1\n  ```\n  ````\n\n  And look.\n\n- More',
      '- Write:\n\n  ````\n  ```{r}\n  #| eval: false\n  1\n  ```\n  ````\n\n  And look.\n\n- More',
    ],
    [
      '- Write:\n\n  ~~~\n  x\n  ~~~\n\n  ```{code-cell} python\n  :tags: [a]\n  1\n  ```\n\n  And look.\n\n- More',
      '- Write:\n\n  ~~~\n  x\n  ~~~\n\n  ```python\n  1\n  ```\n\n  And look.\n\n- More',
    ],
  ])('are listings without options: %#', (source, shown) => expect(bodyOf(source)).toBe(shown));

  it.each(['', 'r'])('are output if they are comments: %j', (label) => {
    const lesson = imported(
      `\`\`\`r\n1:2\n2\n\`\`\`\n\n\`\`\`${label}\n## [1] 1 2\n##\n## [1] 2\n\`\`\`\n\nText\n\n\`\`\`${label}\n#> [1] 3\n\`\`\``,
    );
    expect(lesson.screens).toMatchObject([
      { fields: { answer_code: '1:2\n2' }, answer_output: { stdout: '[1] 1 2\n\n[1] 2\n' } },
      { fields: { type: 'text', body_markdown: `Text\n\n\`\`\`${label}\n#> [1] 3\n\`\`\`` } },
    ]);
  });

  it('stay code with comments that are no output', () => {
    expect(imported('```r\n# Your code\n```').screens).toMatchObject([{ fields: { type: 'code', answer_code: '# Your code' } }]);
  });

  it('are what they show in HTML, and left out in other formats', () => {
    const lesson = imported('Text\n\n```{=html}\n<b>Owls</b>\n```\n\n```{=latex}\n\\newpage\n```');
    expect(lesson.screens[0]?.fields.body_markdown).toBe('Text\n\n<b>Owls</b>');
    expect(lesson.report.notes).toMatchObject([{ reason: expect.stringContaining('\\newpage') }]);
  });

  it('are left out without code', () => {
    expect(imported('```{r, include=FALSE}\n```\n\nText').screens.map(({ fields }) => fields)).toMatchObject([
      { type: 'text', body_markdown: 'Text' },
    ]);
  });
});
