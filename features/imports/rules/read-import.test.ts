import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { earlierCode } from '#features/runs/earlier-code.policy.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { lessonFromCells, type ImportChoices, type ImportedLesson } from './lesson-from-cells.ts';
import { readImport, titleFromFileName } from './read-import.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Cell = Record<string, unknown>;
const text = (source: string | string[], more: Cell = {}): Cell => ({ cell_type: 'markdown', metadata: {}, source, ...more });
const code = (source: string | string[], outputs: Cell[] = []): Cell => ({
  cell_type: 'code',
  metadata: {},
  execution_count: 1,
  source,
  outputs,
});
const stdout = (...lines: string[]): Cell => ({ output_type: 'stream', name: 'stdout', text: lines });

function notebook(cells: Cell[], language = 'python'): string {
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { kernelspec: { name: language, language } }, cells });
}

function imported(name: string, content: string, choices: Partial<ImportChoices> = {}): ImportedLesson {
  let next = 0;
  const newUuid = () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`;
  const document = readImport(name, encodeUtf8(content), (bytes) => (bytes[0] === 0x89 ? null : 'it is no picture.'), ALONE);
  const lesson = lessonFromCells(document, {
    title: '',
    otherwise: 'A file',
    author: 'Ada',
    code: 'answer',
    structure: 'cell',
    earlier_code: false,
    offered: {},
    newUuid,
    ...choices,
  });
  // Every imported screen must be valid.
  for (const screen of lesson.screens) ScreenContent.parse(screen);
  return lesson;
}

function outcomeOf(work: () => ImportedLesson): string {
  try {
    work();
    return 'a lesson';
  } catch (error) {
    return String(error);
  }
}

const ofCells = (cells: Cell[], language?: string, choices?: Partial<ImportChoices>) =>
  imported('a.ipynb', notebook(cells, language), choices);
const fieldsOf = ({ screens }: ImportedLesson) => screens.map(({ fields }) => fields);
const notesOf = ({ report }: ImportedLesson) => report.notes.map(({ place, reason }) => `${place}: ${reason}`);

describe('a notebook', () => {
  it('starts a screen at each heading of the first levels, and after each code cell', () => {
    const lesson = ofCells([
      text('# Loops\n\nWe repeat things.'),
      code(['for i in range(2):\n', '    print(i)'], [stdout('0\n', '1\n')]),
      text('### Closer\n\nHow it works.'),
      text('And more.'),
      code('print("x")'),
      text('## Alone'),
      text('## Takeaways\n\n- Loops repeat.'),
    ]);
    expect(lesson.fields).toMatchObject({ title: 'Loops', author: 'Ada', language: 'python', language_version: '3.11' });
    expect(fieldsOf(lesson)).toMatchObject([
      {
        title: 'Loops',
        type: 'code',
        body_markdown: 'We repeat things.',
        answer_code: 'for i in range(2):\n    print(i)',
        initial_code: '',
      },
      { title: 'Closer', type: 'code', body_markdown: 'How it works.\n\nAnd more.', answer_code: 'print("x")' },
      { title: 'Alone', type: 'text', body_markdown: '' },
      { title: 'Takeaways', type: 'takeaways', body_markdown: '- Loops repeat.' },
    ]);
    expect(lesson.screens.map(({ folder }) => folder)).toEqual(['loops', 'closer', 'alone', 'takeaways']);
    expect(lesson.screens[0]?.answer_output).toEqual({ stdout: '0\n1\n', stderr: '', images: [] });
    expect(lesson.report).toMatchObject({
      title: 'Loops',
      images: [],
      notes: [],
      screens: [{ has_output: true }, { has_output: false }, {}, {}],
    });
  });

  it('drops a first heading that is only the title of the lesson', () => {
    expect(fieldsOf(ofCells([text('# Title'), text('## One\n\ntext')]))).toMatchObject([{ title: 'One' }]);
  });

  it('uses code as initial code, and earlier code before it, if the author chooses that', () => {
    const cells = [code('a = 1'), code('print(a)'), code('print(a + 1)')];
    expect(fieldsOf(ofCells(cells, 'python', { code: 'start' }))).toMatchObject([
      { answer_code: 'a = 1', initial_code: 'a = 1', initially_passing: true },
      { initial_code: 'print(a)' },
      {},
    ]);
    expect(fieldsOf(ofCells(cells, 'python', { earlier_code: true }))).toMatchObject([
      { setup_code: '', runs_after: null },
      { setup_code: '', runs_after: 'all' },
      { setup_code: '', runs_after: 'all' },
    ]);
  });

  it.each<[what: string, language: string, codes: string[], after: ('all' | null)[]]>([
    ['every document of a command line', 'bash', ['ls', 'pwd'], [null, 'all']],
    ['no document that only queries', 'sql', ['SELECT 1', 'SELECT 2'], [null, null]],
    ['a document that changes tables somewhere', 'sql', ['SELECT 1', 'CREATE TABLE t (a int)', 'SELECT a FROM t'], [null, 'all', 'all']],
  ])('lets screens run after each other in %s', (_, language, codes, after) => {
    const cells = codes.map((each) => code(each));
    const runsAfter = (earlier_code: boolean) => fieldsOf(ofCells(cells, language, { earlier_code })).map(({ runs_after }) => runs_after);
    expect(runsAfter(true)).toEqual(after);
    expect(runsAfter(false)).toEqual(after.map(() => null));
  });

  it('runs later screens after code that ended with an error, which then ends only itself', () => {
    const failed = { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: [] };
    const lesson = ofCells([code('x = 1\nraise ValueError("no")', [failed]), code('x + 1')], 'python', { earlier_code: true });
    expect(fieldsOf(lesson)).toMatchObject([{ error_okay: true }, { runs_after: 'all' }]);
    const [, last] = lesson.screens.map(({ uuid, fields }) => ({ uuid, fields }));
    expect(earlierCode('python', lesson.screens, last!)).toMatchObject([{ number: 1, may_fail: true }]);
  });

  it.each([
    ['python3', 'python'],
    ['R', 'r'],
    ['ir', 'r'],
    ['bash', 'cli'],
    ['postgresql', 'sql'],
  ])('of the kernel %s is a lesson of %s', (kernel, language) => {
    expect(ofCells([code('1')], kernel)).toMatchObject({ fields: { language }, screens: [{ fields: { answer_code: '1' } }] });
  });

  it('keeps code that lessons cannot run as a listing', () => {
    const lesson = ofCells([code('println("``` x")')], 'julia');
    expect(lesson.fields.language).toBeNull();
    expect(fieldsOf(lesson)).toMatchObject([{ type: 'text', body_markdown: '````julia\nprintln("``` x")\n````' }]);
    expect(notesOf(lesson)).toEqual(['Cell 1: Code in julia does not run in lessons; it was kept as a listing in the text.']);
  });

  it('runs the language of most of its code: magics say which', () => {
    const sql = ofCells([code('%load_ext sql\n%sql sqlite://'), code('%%sql\nSELECT 1'), code('%sql select 2'), code('%%sql x\nSELECT 3')]);
    expect(sql.fields).toMatchObject({ language: 'sql', language_version: null });
    expect(fieldsOf(sql).map((screen) => screen.answer_code)).toEqual(['SELECT 1', 'select 2', 'SELECT 3']);
    expect(sql.screens[0]?.fields.body_markdown).toContain('%load_ext sql');
    const mixed = ofCells([code('1'), code('%%bash\nls -l'), code('2'), code('%%script bash\nls')]);
    expect(fieldsOf(mixed)).toMatchObject([
      { answer_code: '1' },
      { body_markdown: '```bash\nls -l\n```', answer_code: '2' },
      { type: 'text' },
    ]);
    expect(notesOf(mixed)[0]).toMatch(/^: The file has code in Python \(2 blocks\) and Command line \(2 blocks\)\. /);
    expect(notesOf(mixed)[1]).toBe('Cell 2: The lesson runs python, and this is bash; it was kept as a listing in the text.');
  });

  it('turns notebook syntax into comments, and reports it', () => {
    const lesson = ofCells([
      code('%matplotlib inline\nx = """\n%not magic\n"""\ny = (1\n  %x)\nif y:\n    !ls\nz = !date\nlen?\nprint(1)'),
      code('!pip install pandas'),
      code('%%time\nprint(2)'),
      code('%%html\n<b>x</b>'),
      code('# only a comment'),
    ]);
    expect(fieldsOf(lesson)[0]?.answer_code).toBe(
      '# %matplotlib inline\nx = """\n%not magic\n"""\ny = (1\n  %x)\nif y:\n    pass  # !ls\n# z = !date\n# len?\nprint(1)',
    );
    expect(fieldsOf(lesson).slice(1)).toMatchObject([
      { type: 'code', body_markdown: '```\n!pip install pandas\n```', answer_code: '# %%time\nprint(2)' },
      { type: 'code', body_markdown: '```html\n%%html\n<b>x</b>\n```', answer_code: '# only a comment' },
    ]);
    expect(notesOf(lesson).map((note) => note.slice(0, 40))).toEqual([
      'Cell 1: %matplotlib inline: this only wo',
      'Cell 1: !ls: this only works in notebook',
      'Cell 1: z = !date: this only works in no',
      'Cell 1: len?: this only works in noteboo',
      'Cell 2: !pip install pandas: add what it',
      'Cell 3: %%time has no effect outside a n',
      'Cell 4: %%html only works in notebooks; ',
    ]);
  });

  it('records text and plots, and reports other output', () => {
    const lesson = ofCells([
      code('1', [
        stdout('a\u001B[31mred\u001B[0m\u0000'),
        { output_type: 'display_data', data: { 'image/png': [PNG, '\n'], 'text/plain': 'x' } },
        { output_type: 'execute_result', data: { 'text/plain': '1' } },
        { output_type: 'display_data', data: { 'application/vnd.jupyter.widget-view+json': {} } },
        { output_type: 'display_data', data: { 'text/html': '<b>x</b>' } },
        { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: ['\u001B[0;31mValueError\u001B[0m: no'] },
        7 as unknown as Cell,
      ]),
    ]);
    expect(lesson.screens[0]).toMatchObject({
      answer_output: { stdout: 'ared\n1\n', stderr: 'ValueError: no', images: [PNG] },
      fields: { error_okay: true },
    });
    expect(notesOf(lesson)).toEqual([
      'Cell 1: It ended with an error (ValueError), so Error Okay is turned on for its screen.',
      'Cell 1: Not recorded from its output: an interactive widget.',
      'Cell 1: Not recorded from its output: HTML.',
      'Cell 1: Not recorded from its output: an unreadable output.',
    ]);
  });

  it('imports attached and embedded images, and reports missing ones', () => {
    const lesson = ofCells([
      text(
        `![a](attachment:My%20Cat.png) ![again](data:image/png;base64,${PNG}) <img width=3 src="attachment:x.svg"> \`![c](d.png)\`\n\n![b](img/b.png "t") ![b](./img/c.png) ![w](https://e.org/w.png) [next](02.ipynb)`,
        { attachments: { 'My Cat.png': { 'image/png': PNG }, 'x.svg': { 'image/svg+xml': ['PHN2Zz4='] } } },
      ),
    ]);
    expect(lesson.images.map(({ file_name, bytes }) => [file_name, bytes.length])).toEqual([['my-cat.png', 70]]);
    expect(fieldsOf(lesson)[0]?.body_markdown).toBe(
      '![a](../../images/my-cat.png) ![again](../../images/my-cat.png) <img width=3 src="attachment:x.svg"> `![c](d.png)`\n\n![b](../../images/b.png "t") ![b](../../images/c.png) ![w](https://e.org/w.png) [next](02.ipynb)',
    );
    expect(notesOf(lesson)).toEqual([
      'Cell 1: The link to 02.ipynb points to a file that the lesson does not have.',
      'Cell 1: The image x.svg was skipped: it is no picture.',
      'Cell 1: The image img/b.png is not in the file. Upload it to the lesson as b.png to show it.',
      'Cell 1: The image ./img/c.png is not in the file. Upload it to the lesson as c.png to show it.',
    ]);
  });

  it('can have format 3; raw and broken cells are reported', () => {
    const worksheets = [
      {
        cells: [
          { cell_type: 'heading', level: 1, source: ['Old'] },
          {
            cell_type: 'code',
            language: 'python',
            input: ['print 1'],
            outputs: [
              { output_type: 'stream', stream: 'stdout', text: '1\n' },
              { output_type: 'pyout', png: PNG },
            ],
          },
          { cell_type: 'raw', source: '\\LaTeX' },
          { source: 1 },
          { cell_type: 'slide', source: 'x' },
        ],
      },
    ];
    const lesson = imported('old.ipynb', JSON.stringify({ nbformat: 3, metadata: { name: '' }, worksheets }));
    expect(lesson.screens[0]).toMatchObject({
      fields: { title: 'Old', answer_code: 'print 1' },
      answer_output: { stdout: '1\n', images: [PNG] },
    });
    expect(lesson.screens[1]?.fields.body_markdown).toBe('```\n\\LaTeX\n```\n\n```\nx\n```');
    expect(notesOf(lesson)).toEqual([
      'Cell 3: A raw cell; it was kept as a listing in the text.',
      'Cell 4: Couldn’t read this cell, which was skipped.',
      'Cell 5: A cell of type slide; it was kept as a listing in the text.',
    ]);
  });

  it.each([
    ['a.ipynb', '{', 'it is not valid JSON'],
    ['a.ipynb', '[1]', 'it has no nbformat'],
    ['a.ipynb', '{"nbformat":2}', 'has format 2'],
    ['a.ipynb', '['.repeat(200_000), 'not a Jupyter notebook'],
    ['a.ipynb', notebook(Array.from({ length: 2_001 }, () => code('1'))), '2,001 cells'],
    ['a.docx', 'x', 'Choose a Jupyter notebook'],
    ['a.md', '# x\n'.repeat(5_000), 'split it'],
    ['a.md', 'word '.repeat(400_001), '2 million characters'],
  ])('%s that cannot be read is rejected (%#)', (name, content, why) => {
    expect(() => imported(name, content)).toThrow(why);
  });

  it('rejects a notebook in another encoding', () => {
    expect(() => readImport('a.md', Uint8Array.of(0xff, 0xfe, 0x41), () => null, ALONE)).toThrow('not UTF-8');
  });

  it('can be read whatever its cells contain, without losing code', () => {
    const source = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('%%sql\nselect 1', '%%bash\nls', '!x', '# H', '```\n`', '![x](y.png)', 'x = "\ud800"'),
    );
    const cell = fc.record({ cell_type: fc.constantFrom('code', 'markdown', 'raw', 'odd'), source });
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 8 }), (cells) => {
        const whole = JSON.stringify(fieldsOf(ofCells(cells)));
        for (const { cell_type, source: given } of cells) {
          if (cell_type !== 'code') continue;
          for (const word of given.replace(/^%%\w+/, '').match(/[a-z]{3,}/gi) ?? [])
            expect(whole.toLowerCase()).toContain(word.toLowerCase());
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a Markdown file', () => {
  it('has its code in fences that name a language', () => {
    const lesson = imported(
      'intro.md',
      [
        '---\ntitle: From the top\ndate: 2024-01-01\n---',
        '# Intro\n\nHello [docs] and ![pic][p].',
        '```python\nprint(1)\n```\n```output\n1\n```',
        '```json\n{}\n```\n',
        '## Second\n\n- in a list\n\n  ```python\n  stays\n  ```\n\n  there\n',
        '```{python, fig.width=4}\nprint(2)\n```',
        '```bash\npip install x\n```',
        `[docs]: https://e.org/ "Docs"\n[p]: <data:image/png;base64,${PNG}>`,
      ].join('\n\n'),
    );
    expect(lesson.fields).toMatchObject({ title: 'From the top', language: 'python' });
    expect(fieldsOf(lesson)).toMatchObject([
      {
        title: 'Intro',
        type: 'code',
        body_markdown: 'Hello [docs] and ![pic][p].\n\n[docs]: <https://e.org/> "Docs"\n[p]: ../../images/image.png',
        answer_code: 'print(1)',
      },
      { title: 'Intro (2)', type: 'text', body_markdown: '```json\n{}\n```' },
      { title: 'Second', type: 'code', body_markdown: '- in a list\n\n  ```python\n  stays\n  ```\n\n  there', answer_code: 'print(2)' },
      { title: 'Second (2)', type: 'text' },
    ]);
    expect(lesson.screens[0]?.answer_output?.stdout).toBe('1\n');
    expect(lesson.images.map(({ file_name }) => file_name)).toEqual(['image.png']);
    expect(notesOf(lesson)).toEqual([
      'Line 1: Skipped in the front matter, as a lesson has no place for it: date.',
      'Line 33: Options without a counterpart were skipped: fig-width.',
      ': The file has code in Python (2 blocks) and Command line (1 block). A lesson runs one language, here Python. The rest is shown as listings.',
      'Line 37: The lesson runs python, and this is bash; it was kept as a listing in the text.',
    ]);
  });

  it('without code is a lesson without a language, with the title if there is one', () => {
    expect(imported('a.md', 'Only **text**, and <script>alert(1)</script>.\r\n')).toMatchObject({
      fields: { title: 'A file', language: null, language_version: null },
      screens: [{ fields: { title: 'A file', type: 'text', body_markdown: 'Only **text**, and <script>alert(1)</script>.' } }],
    });
    expect(imported('a.md', '# `code` and *more* ![x](y.png)\n\nText', { title: 'Mine' })).toMatchObject({
      fields: { title: 'Mine' },
      screens: [{ fields: { title: 'code and more x', body_markdown: '# `code` and *more* ![x](../../images/y.png)\n\nText' } }],
    });
    expect(imported('a.md', '')).toMatchObject({ screens: [], report: { notes: [{ place: '' }] } });
    expect(imported('a.md', '---\n- a: [\n---\n').report.notes[0]?.reason).toContain('Couldn’t read the front matter');
  });

  it.each([
    ['title: Part 1: sums\nauthor: Ada', 'Part 1: sums', 'Line 2'],
    ['author: Ada\ntitle: "One\noutput: [html', '"One', 'Line 4'],
    ['author: @ada\noutput: html', 'A file', 'Line 2'],
  ])('has no front matter in its texts, also if it is not YAML: %j', (source, title, place) => {
    const lesson = imported('a.Rmd', `---\n${source}\n---\n\n# One\n\nText\n\n# Two\n\nMore\n`);
    expect(lesson.fields.title).toBe(title === 'A file' ? 'One' : title);
    expect(fieldsOf(lesson).map((fields) => [fields.title, fields.body_markdown])).toEqual([
      ['One', 'Text'],
      ['Two', 'More'],
    ]);
    expect(notesOf(lesson)).toEqual([expect.stringMatching(new RegExp(`^${place}: The front matter is not valid YAML.`))]);
  });

  it('continues long texts on the next screen', () => {
    const lesson = imported('a.md', `## Long\n\n${'word '.repeat(390_000)}`);
    expect(lesson.screens.length).toBe(2);
    expect(lesson.screens.map(({ fields }) => fields.title)).toEqual(['Long', 'Long (2)']);
  });

  it.each(['![', '![](', '[', '](', '`', '<img src=', '![x](a "', '[a]: ', '> ', '#\n', '    - ', '![](<'])(
    'of nothing but %s is read in time',
    (part) => {
      // Quadratic work would take minutes.
      expect(outcomeOf(() => imported('a.md', part.repeat(200_000)))).toMatch(/^a lesson$|split it/);
    },
  );
});

it('names a lesson after its file if it has no other title', () => {
  expect(titleFromFileName('02_data-frames  two.ipynb')).toBe('02 data frames two');
});

describe('boxes inside boxes', () => {
  const nested = (depth: number, first: string) => `${first}\n`.repeat(depth);

  it.each(['::: note', '~~~{note}', '```{exercise-start}'])('stay as they are inside 20 others: %s', (first) => {
    const lesson = imported('a.md', nested(200, first));
    const [{ body_markdown } = { body_markdown: '' }] = fieldsOf(lesson);
    // Each box that is written has a longer fence than those inside it.
    expect(body_markdown.length).toBeLessThan(200 * 20);
  });

  it('are reported once they are too many', () => {
    const isNoted = (depth: number) =>
      notesOf(imported('a.md', nested(depth, '::: note'))).some((note) => note.includes('inside 20 others'));
    expect([isNoted(10), isNoted(200)]).toEqual([false, true]);
  });
});
