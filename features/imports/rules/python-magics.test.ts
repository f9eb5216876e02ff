import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { lessonFromCells } from './lesson-from-cells.ts';
import { plainCells } from './python-magics.ts';
import { readImport } from './read-import.ts';

const cellsOf = (source: string) => {
  const notes: string[] = [];
  const cells = plainCells(source, '', (_place, reason) => notes.push(reason));
  return { cells, notes };
};

describe('a cell of the Python kernel', () => {
  it.each([
    ['x = 1\nprint(x % 2)', 'x = 1\nprint(x % 2)', []],
    ['%time x = f()\nif x:\n    %time g()', 'x = f()\nif x:\n    g()', ['%time has no effect outside a notebook and was left out.']],
    ['s = """\n%time x\n"""', 's = """\n%time x\n"""', []],
    ['%%time\nf()', '# %%time\nf()', ['%%time has no effect outside a notebook and became a comment.']],
    ['!ls\nf()', '# !ls\nf()', ['!ls: this only works in notebooks. It was kept as a comment.']],
    [
      '%%writefile a.txt\nOwl "\\n"\n"""\n',
      'with open("a.txt", "w") as file:\n    _ = file.write("""\\\nOwl \\"\\\\n\\"\n\\"\\"\\"\n""")',
      ['%%writefile became Python code that writes the file.'],
    ],
    ['%%file -a b-1.csv\n1', 'with open("b-1.csv", "a") as file:\n    _ = file.write("""\\\n1\n""")', [expect.stringContaining('%%file')]],
  ])('is Python: %j', (source, code, notes) => {
    expect(cellsOf(source)).toEqual({ cells: [{ kind: 'code', language: 'python', label: null, source: code }], notes });
  });

  it.each(['%%writefile ../a.txt\n1', '%%writefile "a"; b\n1', '%%writefile {name}\n1', '%%html\n<b>1</b>', '!pip install x'])(
    'is a listing if nothing else does the same: %j',
    (source) => expect(cellsOf(source).cells).toMatchObject([{ kind: 'listing', source }]),
  );
});

describe('a document with code cells of a notebook', () => {
  it('has them without the syntax of notebooks, and with their options', () => {
    const source = [
      '---\nkernelspec:\n  language: python\n---',
      '```{code-cell} ipython3\n:tags: [raises-exception]\n\n%time x = f()\n```',
      '```{code-cell} ipython3\n!pip install owls\n```',
      '```{code-cell} ipython3\n%%markdown\n*Owls*\n```',
      '```{code-cell} ipython3\ny = x\n```',
    ].join('\n\n');
    const document = readImport('lesson.md', encodeUtf8(source), () => null, ALONE);
    const newUuid = () => '00000000-0000-4000-8000-000000000000';
    const choices = { title: '', otherwise: 'A file', author: 'Ada', code: 'answer', earlier_code: true, offered: {}, newUuid } as const;
    expect(lessonFromCells(document, choices).screens.map(({ fields }) => fields)).toMatchObject([
      { answer_code: 'x = f()', error_okay: true },
      { body_markdown: '```\n!pip install owls\n```\n\n*Owls*', answer_code: 'y = x', error_okay: false },
    ]);
  });
});
