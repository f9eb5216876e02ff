import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { fieldsOf, importedLesson, notesOf } from '#testing/content/imported-screens.ts';
import { growthBeyondLinear } from '#testing/growth.ts';

const FILES: Readonly<Record<string, string>> = {
  'owl.py': 'import math\n\n# begin\ndef owl():\n    return 1\n# end\nSECRET = 1\n',
  'odd.py': ':start: 1\n```\nx\n```\n',
  'owls.csv': 'Owl,Wings\n"Barn, white",2\nSnowy|,\n',
  'owls.tsv': 'Barn\t2\n',
  'box.html': '<b>Owl</b>\n',
  'owl.mmd': 'graph TD\n  A --> B\n',
  'b.md': 'Owls.\n',
};
const file = (address: string) => {
  const text = FILES[address];
  return text === undefined ? null : encodeUtf8(text);
};
const imported = (source: string, name = 'a.qmd') => importedLesson(name, encodeUtf8(source), { code: 'start' }, { file });
const bodyOf = (source: string, name?: string) => fieldsOf(imported(source, name))[0]?.body_markdown;
const fence = (info: string, ...lines: string[]) => [`\`\`\`${info}`, ...lines, '```'].join('\n');
const OWL = 'def owl():\n    return 1';

it.each<[what: string, source: string, expected: string]>([
  ['a listing of a file', fence('{literalinclude} owl.py', ':lines: 4-5', ':linenos:'), fence('py', OWL)],
  ['a language', fence('{literalinclude} owl.py', ':language: python', ':lines: 4-'), fence('python', OWL, '# end', 'SECRET = 1')],
  ['whole lines between texts', fence('{literalinclude} owl.py', ':start-after: beg', ':end-before: en'), fence('py', OWL)],
  ['lines from and to texts', fence('{literalinclude} owl.py', ':start-at: def', ':end-at: return'), fence('py', OWL)],
  ['lines of a part', fence('{literalinclude} owl.py', ':start-after: begin', ':lines: 2', ':dedent:'), fence('py', 'return 1')],
  ['a caption', fence('{literalinclude} owl.py', ':lines: 1', ':caption: Maths'), `Maths\n\n${fence('py', 'import math')}`],
  [
    'lines around it',
    fence('{literalinclude} owl.py', ':lines: 1', ':prepend: # a', ':append: # b'),
    fence('py', '# a', 'import math', '# b'),
  ],
  ['lines that look like marks', ':::{literalinclude} odd.py\n:::', '````py\n:start: 1\n```\nx\n```\n````'],
  [
    'a table',
    fence('{csv-table} Owls', ':file: owls.csv', ':header-rows: 1'),
    'Owls\n\n| Owl | Wings |\n| --- | --- |\n| Barn, white | 2 |\n| Snowy\\| |  |',
  ],
  [
    'a table of tabs',
    fence('{csv-table}', ':file: owls.tsv', ':delim: tab', ':header: "Owl","Wings"'),
    '| Owl | Wings |\n| --- | --- |\n| Barn | 2 |',
  ],
  ['a table without a header', fence('{csv-table}', 'Barn, 2'), '|  |  |\n| --- | --- |\n| Barn | 2 |'],
  ['HTML', fence('{raw} html', ':file: box.html'), '<b>Owl</b>'],
  ['a diagram', fence('{mermaid} owl.mmd'), fence('mermaid', 'graph TD', '  A --> B')],
  ['a shortcode in a listing', fence('text', '{{< include owl.py >}}'), fence('text', ...(FILES['owl.py'] ?? '').trim().split('\n'))],
  ['a directive in a listing', fence('text', '{include} b.md'), fence('text', '{include} b.md')],
  ['a block in a listing', '````text\n```{include} b.md\n```\n````', '````text\n```{include} b.md\n```\n````'],
  ['an item of a list', `- One\n\n  \`\`\`{literalinclude} owl.py\n  :lines: 1\n  \`\`\``, '- One\n\n\n  ```py\n  import math\n  ```'],
])('shows what a document reads from a file: %s', (_what, source, expected) => {
  expect(bodyOf(source)).toBe(expected);
  expect(notesOf(imported(source)).filter((note) => !note.startsWith('A diagram'))).toEqual([]);
});

it.each<[what: string, source: string]>([
  ['a listing of Quarto', fence('{.python include="owl.py" start-line=1}')],
  ['a code cell of MyST', fence('{code-cell} python', ':load: owl.py')],
  ['a chunk of knitr', fence('{python, file="owl.py"}')],
  ['lines that knitr reads', fence('{python, code=readLines("owl.py")}')],
  ['an option of a chunk', fence('{python}', '#| file: owl.py')],
])('runs code of a file: %s', (_what, source) => {
  expect(fieldsOf(imported(source, 'a.Rmd'))).toMatchObject([{ initial_code: (FILES['owl.py'] ?? '').trim() }]);
  expect(notesOf(imported(source, 'a.Rmd'))).toEqual([]);
});

it.each<[source: string, note: string]>([
  [fence('{literalinclude} none.py'), 'includes none.py'],
  [fence('{literalinclude} owl.py', ':pyobject: owl'), 'a part of owl.py that an import can’t find (pyobject)'],
  [fence('{literalinclude} owl.py', ':start-after: none'), 'part of owl.py that the document includes is not in that file'],
  [fence('{literalinclude} owl.py', ':lines: 1', ':sparkle: 3'), 'Options of the include of owl.py were skipped: sparkle'],
  [fence('{csv-table} Owls', ':file: none.csv'), 'includes none.csv'],
  [fence('{csv-table} Owls', ':url: https://example.org/a.csv'), 'includes https://example.org/a.csv'],
  [fence('{raw} html', ':file: none.html'), 'includes none.html'],
  [fence('{mermaid} none.mmd'), 'includes none.mmd'],
  [fence('{graphviz} none.dot'), 'includes none.dot'],
  [fence('{embed} #fig-owl'), 'a result of #fig-owl'],
  ['{{< embed owls.ipynb#fig-owl echo=true >}}', 'a result of owls.ipynb#fig-owl'],
  [fence('{code-cell} python', ':load: none.py'), 'includes none.py'],
  [fence('{r, file="none.R"}'), 'includes none.R'],
  [fence('{.python include="none.py"}'), 'includes none.py'],
  [fence('{.python include="owl.py" snippet="a"}'), 'a part of owl.py'],
  [fence('{figure} none.png'), 'none.png'],
])('names what it can’t show: %j', (source, note) => {
  const lesson = imported(`Text\n\n${source}`, source.includes('{r') ? 'a.Rmd' : 'a.qmd');
  expect(notesOf(lesson).join('\n')).toContain(note);
  expect(JSON.stringify(fieldsOf(lesson))).not.toMatch(/SECRET|embed|none\.(?:py|csv|html|mmd|dot|R)/);
});

it('reads files in texts of notebooks', () => {
  const cells = [{ cell_type: 'markdown', metadata: {}, source: fence('{literalinclude} owl.py', ':lines: 1') }];
  const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
  expect(bodyOf(notebook, 'a.ipynb')).toBe(fence('py', 'import math'));
});

it('takes time that grows with the size', () => {
  const documents = (size: number) =>
    ['```{literalinclude} none.py\n', '```text\n', '```{csv-table}\n:file: x\n', '{{< include a\n', '```{r, file=\n'].map((part) =>
      part.repeat(size),
    );
  expect(growthBeyondLinear((size) => documents(size).map((source) => imported(source)), 200)).toBeNull();
});
