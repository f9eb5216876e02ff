import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { fieldsOf, importedLesson, notesOf } from '#testing/content/imported-screens.ts';

const imported = (source: string) => importedLesson('lesson.md', encodeUtf8(source), { code: 'answer', structure: 'cell' });
const bodyOf = (source: string) => fieldsOf(imported(source))[0]?.body_markdown;

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
    ['options between colons', ':::{exercise}\n:label: one\n\nWhy?\n:::', 'Why?'],
    ['an image between colons', ':::{figure} a.png\n:alt: A\n:::', '![A](../../images/a.png)'],
    ['code in a box', ':::{note}\n```{code-cell} python\n:tags: [raises-exception]\nx\n```\n:::', '::: note\n```python\nx\n```\n:::'],
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
      { answer_code: 'print(2)', setup_code: 'import math' },
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
