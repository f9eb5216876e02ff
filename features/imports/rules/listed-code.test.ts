import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { fieldsOf, importedLesson, notesOf } from '#testing/content/imported-screens.ts';

const imported = (source: string, name = 'lesson.md') => importedLesson(name, encodeUtf8(source), { code: 'answer', structure: 'cell' });

describe('code that is not to be run as it is', () => {
  it.each([
    ['lesson.Rmd', '{r}', 'r'],
    ['lesson.qmd', '{python}', 'python'],
    ['lesson.md', '{code-cell} python', 'python'],
  ])('is a listing if it is no chunk of a document with chunks: %s %s', (name, chunk, language) => {
    const listings = `\`\`\`${language}\n1 + 1\n\`\`\`\n\n\`\`\`output\n2\n\`\`\``;
    const [screen, ...others] = fieldsOf(imported(`# A\n\n${listings}\n\n\`\`\`${chunk}\n3 + 1\n\`\`\`\n`, name));
    expect(others).toEqual([]);
    expect(screen).toMatchObject({ body_markdown: listings, answer_code: '3 + 1' });
    expect(fieldsOf(imported(`# A\n\n${listings}\n`, name))).toMatchObject([{ answer_code: '1 + 1' }]);
  });

  it('is code in R Markdown that has few chunks', () => {
    const listing = (code: string) => `\`\`\`r\n${code}\n\`\`\`\n\n`;
    const lesson = imported(`# A\n\n\`\`\`{r echo=FALSE}\nx <- 1\n\`\`\`\n\n${listing('x')}${listing('x + 1')}`, 'a.Rmd');
    expect(fieldsOf(lesson)).toMatchObject([{ answer_code: 'x', setup_code: 'x <- 1' }, { answer_code: 'x + 1' }]);
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

  it('is left out if it is hidden and fails on purpose', () => {
    const lesson = imported('```{r, include=FALSE, error=TRUE}\nstop("no")\n```\n\n```{r}\nx\n```');
    expect(fieldsOf(lesson)).toMatchObject([{ body_markdown: '', answer_code: 'x', setup_code: '' }]);
    expect(notesOf(lesson)).toContain('Code that readers don’t see and that no later code needs was left out: stop("no")');
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
