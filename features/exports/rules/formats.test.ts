import { describe, expect, it } from 'vitest';
import { defaultDataFile } from '#features/documents/rules/lesson-yaml.ts';
import { decodeUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, toPlain } from '#platform/content/yaml/document.ts';
import { exportedLesson, WHOLE_LESSON } from '#testing/content/exported-lesson.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import type { ExportFormat } from '../contract.ts';
import { lessonParts } from './lesson-parts.ts';
import { exportLosses } from './losses.ts';
import { documentPaths, filePaths, lessonDocuments, projectFiles } from './project-files.ts';
import { projectOf, zipName } from './project.ts';
import { writeMyst, writeQuarto } from './write-markdown.ts';
import { writeNotebook } from './write-notebook.ts';

const NOTEBOOK = JSON.parse(writeNotebook(WHOLE_LESSON, new Map([['cat.png', pngBytes(3, 2)]]))) as {
  cells: { id: string; cell_type: string; source: string[]; metadata: object; attachments?: object; outputs?: unknown[] }[];
  metadata: object;
};
const cell = (id: string) => NOTEBOOK.cells.find((each) => each.id === id)!;

describe('a notebook', () => {
  it('has cells with ids, a kernel, and what it needs to be imported', () => {
    expect(NOTEBOOK).toMatchObject({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {
        kernelspec: { name: 'python3', language: 'python' },
        title: 'Loops & *stars*',
        lessonwright: { version: 1, language: 'python', language_version: '3.11' },
      },
    });
    const ids = NOTEBOOK.cells.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[\w-]{1,64}$/.test(id))).toBe(true);
  });

  it('folds the answer, records its output, and lets unfinished code fail', () => {
    expect(cell('screen-2-answer')).toMatchObject({
      cell_type: 'code',
      metadata: { jupyter: { source_hidden: true }, tags: ['solution', 'hide-input'] },
      outputs: [{ output_type: 'stream', name: 'stdout', text: ['3\n'] }],
    });
    expect(cell('screen-2-initial')).toMatchObject({ source: ['total ='], metadata: { tags: ['initial', 'raises-exception'] } });
    expect(cell('screen-3-answer').metadata).toMatchObject({ tags: ['solution', 'hide-input', 'raises-exception'] });
  });

  it('quotes boxes, folds those that are folded, and attaches images', () => {
    const { source, attachments } = cell('screen-1');
    const text = source.join('');
    expect(text).toContain('## Start \\`here\\`\\_');
    expect(text).toContain('> **Note**\n>\n> A note with');
    expect(text).toContain('> <details>\n> <summary>Solution</summary>');
    expect(text).toContain('![A cat](attachment:cat.png)');
    expect(attachments).toEqual({ 'cat.png': { 'image/png': expect.any(String) } });
  });

  it('has queries as listings: plain Jupyter runs none', () => {
    const lesson = exportedLesson([{ title: 'Query', type: 'code', answer_code: 'SELECT 1;', initial_code: 'SELECT' }], {
      language: 'sql',
    });
    const { cells } = JSON.parse(writeNotebook(lesson, new Map())) as typeof NOTEBOOK;
    expect(cells.every(({ cell_type }) => cell_type === 'markdown')).toBe(true);
    expect(cells.map(({ source }) => source.join('')).join('\n')).toContain('```sql\nSELECT 1;\n```');
    expect(exportLosses(lesson, 'notebook').map(({ reason }) => reason)).toEqual([
      'Plain Jupyter doesn’t run the code of this lesson. It becomes listings.',
    ]);
  });
});

it('a MyST page has admonitions and code cells, a Quarto page callouts and chunks', () => {
  const myst = writeMyst(WHOLE_LESSON);
  expect(myst).toContain(':::{note}\n');
  expect(myst).toContain('::::{admonition} Count: to 3\n:class: challenge\n');
  expect(myst).toContain(':::{admonition} Solution\n:class: dropdown solution\n');
  expect(myst).toContain('```{code-cell} python\n:tags: [solution, hide-input]\n\ntotal = sum(numbers)');
  expect(myst).toContain('![A cat](images/cat.png)');
  const quarto = writeQuarto(WHOLE_LESSON);
  expect(quarto).toContain('::: {.callout-note}\n');
  expect(quarto).toContain(':::: {.challenge .callout-note title="Count: to 3" icon=false}');
  expect(quarto).toContain('```{python}\n#| error: true\ntotal =\n```');
  expect(quarto).toContain('#| code-fold: true');
});

it('links lead to the pages of lessons that are exported together', () => {
  const text =
    'See [loops](../../../7-loops/screens/start/learn.md#for), [short](lesson:00000007#0000001a), [second](lesson:00000007#0000001b), [none](lesson:00000007#0000001c), [gone](lesson:00000009), [more](../../../9-more/lesson.yaml), [a file](../../files/in/a%20b.csv "A") ' +
    'and [none](../../files/none.csv).';
  const lesson = exportedLesson([{ title: 'Text', body_markdown: text }]);
  const screens = [
    { uuid: '0000-0000001a', folder: 'start', title: 'Bars & (1) liñes' },
    { uuid: '0000-0000001b', folder: 'again', title: 'Bars & (1) liñes' },
    { uuid: '0000-0000001c', folder: 'untitled', title: '' },
  ];
  const project = projectOf('Course', [
    { uuid: '0000-00000006', sequence: 6, title: 'Start' },
    { uuid: '0000-00000007', sequence: 7, title: 'Loops', screens },
  ]);
  const files = [{ name: 'in/a b.csv', isImage: false }];
  const pages = (format: ExportFormat) =>
    [...lessonDocuments(format, lesson, project, { folder: '6-start', images: new Map(), files }).values()].map(decodeUtf8).join('\n');
  expect(pages('website')).toContain(
    'See <a href="../7-loops/index.html">loops</a>, <a href="../7-loops/index.html">short</a>, <a href="../7-loops/index.html">second</a>, <a href="../7-loops/index.html">none</a>, gone, more, <a',
  );
  expect(pages('website')).toContain('<a href="files/in/a%20b.csv" title="A" download>a file</a>');
  for (const [format, page, anchor, quote] of [
    ['myst', '../7-loops/7-loops.md', 'bars-1-li-es', '"'],
    ['quarto', '../7-loops/7-loops.qmd', 'bars-1-li%C3%B1es', '"'],
    ['notebook', '../7-loops/7-loops.ipynb', 'Bars-%26-%281%29-li%C3%B1es', '\\"'],
  ] as const) {
    expect(pages(format)).toContain(
      `[loops](${page}#${anchor}), [short](${page}#${anchor}), [second](${page}#${anchor}-1), [none](${page}), [gone](lesson:00000009), [more](../../../9-more/lesson.yaml), [a file](in/a%20b.csv ${quote}A${quote}) ` +
        'and [none](../../files/none.csv)',
    );
    expect(exportLosses(lesson, format, project.lessons)).toEqual([
      {
        screen: 1,
        title: 'Text',
        reason: 'Links to lessons that aren’t exported with it stay as they are: lesson:00000009, ../../../9-more/lesson.yaml.',
      },
      { screen: 1, title: 'Text', reason: 'Links to screens without a heading lead to their lessons: lesson:00000007#0000001c.' },
    ]);
  }
});

it('names links of other texts to lessons that are not exported', () => {
  const question = {
    uuid: 'q',
    question: '[b](lesson:0000000b)',
    select_type: 'single',
    options: [],
    task: null,
    skill_uuid: null,
  } as const;
  const { screens } = exportedLesson([{ hint_markdown: '[a](lesson:0000000a)', questions: [{ ...question, options: [] }] }]);
  const lesson = { ...exportedLesson([], { overview: '[c](lesson:0000000c)' }), screens };
  expect(exportLosses(lesson, 'myst').map(({ screen, reason }) => [screen, reason.split(': ')[1]])).toEqual([
    [null, 'lesson:0000000c.'],
    [1, 'lesson:0000000a, lesson:0000000b.'],
  ]);
});

describe('a project', () => {
  const project = projectOf('A "course": ../../etc', [
    { uuid: '0000-00000007', sequence: 7, title: 'Loops' },
    { uuid: '0000-00000007', sequence: 7, title: 'Loops' },
    { uuid: '0000-00000008', sequence: 8, title: '../../etc/passwd' },
  ]);
  const textOf = (format: 'myst' | 'quarto', path: string) => decodeUtf8(projectFiles(format, project, []).get(path)!);

  it('has folders that differ, made from numbers and titles', () => {
    expect(project.lessons.map(({ folder }) => folder)).toEqual(['7-loops', '7-loops-2', '8-etc-passwd']);
    expect(zipName('myst', project.title)).toBe('a-course-etc-myst.zip');
  });

  it('lists its lessons in order in a configuration that YAML parsers read', () => {
    expect(toPlain(parseYaml(textOf('myst', 'myst.yml')))).toMatchObject({
      version: 1,
      project: {
        title: 'A "course": ../../etc',
        toc: [
          { file: 'index.md' },
          { file: '7-loops/7-loops.md' },
          { file: '7-loops-2/7-loops-2.md' },
          { file: '8-etc-passwd/8-etc-passwd.md' },
        ],
      },
    });
    expect(toPlain(parseYaml(textOf('quarto', '_quarto.yml')))).toMatchObject({
      project: { type: 'book' },
      book: { chapters: ['index.qmd', '7-loops/7-loops.qmd', '7-loops-2/7-loops-2.qmd', '8-etc-passwd/8-etc-passwd.qmd'] },
    });
  });

  it.each(['notebook', 'myst', 'quarto', 'website'] as const)('names the documents of %s before it writes them', (format) => {
    const lesson = { ...WHOLE_LESSON, packages: [{ name: 'numpy', version: '2.0', show_in_editor: true }] };
    const documents = lessonDocuments(format, lesson, project, { folder: '7-loops', images: new Map(), files: [] });
    expect([...documents.keys()]).toEqual(documentPaths(format, lesson, '7-loops'));
    const requirements = documents.get('7-loops/requirements.txt');
    expect(requirements && decodeUtf8(requirements)).toBe(format === 'website' ? undefined : 'numpy==2.0\n');
  });

  it('has images beside pages, and data where code opens it', () => {
    const files = [
      { name: 'cat.png', isImage: true },
      { name: 'data.csv', isImage: false },
    ];
    const pathsIn = (format: ExportFormat) => filePaths(format, WHOLE_LESSON, '7-loops', files);
    expect(pathsIn('myst')).toEqual(['7-loops/images/cat.png', '7-loops/data.csv']);
    expect(pathsIn('notebook')).toEqual([null, '7-loops/data.csv']);
    expect(pathsIn('quarto')[1]).toBe('7-loops/data.csv');
    expect(pathsIn('website')[1]).toBe('7-loops/files/data.csv');
  });
});

describe('losses', () => {
  it('name the screen and what is missing', () => {
    const [screen] = exportedLesson([
      { title: 'Sum', type: 'code', custom_check_code: 'check()', unit_test_code: 'def test(): pass', runs_after: [], chat_prompt: 'Talk' },
    ]).screens;
    const lesson = {
      ...exportedLesson([{ title: 'Text' }], { is_beta: true, type: 'project' }),
      screens: [
        exportedLesson([{ title: 'Text' }]).screens[0]!,
        { ...screen!, answer_variables: [{ name: 'total', string_form: '3' }], tests: [{ slug: 'a' } as never] },
      ],
      packages: [{ name: 'numpy', version: null, show_in_editor: true }],
      images: [{ file_name: 'Fig. 1.PNG' }],
      accepted: [{ fingerprint: '0'.repeat(24), rule: 'link', file: '', reason: 'It is right.' }],
    };
    expect(exportLosses(lesson, 'notebook').map(({ screen: number, reason }) => `${number ?? 'lesson'}: ${reason}`)).toEqual([
      'lesson: To run the code, install its packages: numpy.',
      'lesson: These lesson settings aren’t in the notebook: beta, type.',
      'lesson: These images get names that work everywhere: Fig. 1.PNG.',
      'lesson: No text shows these images, so an import of the notebook leaves them out: Fig. 1.PNG.',
      'lesson: Accepted findings of preflight aren’t in the notebook.',
      '2: Which screens it runs after isn’t in the notebook: all code before it runs.',
      '2: The recorded values of the compared variables aren’t in the notebook: run the answer again.',
      '2: Its screen tests aren’t in the notebook.',
      '2: The chat prompt isn’t in the notebook.',
    ]);
  });

  it('say that a screen starts from an earlier one, whose answer it begins with in the document', () => {
    const plain = exportedLesson([
      { title: 'One', type: 'code', answer_code: 'x = 1' },
      { title: 'Two', type: 'code', initial_code: 'own' },
    ]);
    const screens = plain.screens.map((each, index) => ({
      ...each,
      uuid: `${index}`,
      fields: { ...each.fields, starts_from: index === 1 ? '0' : null },
    }));
    const lesson = { ...plain, screens };
    const starts = lessonParts(lesson, { runs: () => true, listsOutput: false }).flatMap((part) =>
      part.kind === 'code' && part.mark.part === 'initial' ? [part.code] : [],
    );
    expect(starts).toEqual(['', 'x = 1']);
    expect(exportLosses(lesson, 'myst').map(({ screen, reason }) => `${screen}: ${reason}`)).toEqual([
      '2: “Starts from” isn’t in the page: the answer of that screen becomes its initial code.',
    ]);
  });

  it('names what becomes of data files and datasets', () => {
    const data_files = [defaultDataFile('data/a.csv'), { ...defaultDataFile('data/b.csv'), alias: 'b.csv' }];
    const lesson = { ...WHOLE_LESSON, data_files, datasets: [{ name: 'penguins', hash: 'abcd' }] };
    expect(exportLosses(lesson, 'quarto').map(({ reason }) => reason)).toEqual([
      'The settings of these files aren’t in the page, and a file has its alias as its name: data/b.csv.',
      'Datasets become folders of plain files beside the page: penguins.',
    ]);
    const many = Array.from({ length: 900 }, (_, index) => defaultDataFile(`data/measured-${index}.csv`));
    expect(exportLosses({ ...WHOLE_LESSON, data_files: many }, 'notebook')).toMatchObject([
      { reason: expect.stringContaining('too many to list') },
    ]);
  });

  it('reports no losses for a lesson that the format can hold', () => {
    expect(exportLosses(WHOLE_LESSON, 'notebook')).toEqual([]);
    expect(exportLosses(WHOLE_LESSON, 'myst')).toEqual([]);
    expect(exportLosses(WHOLE_LESSON, 'website')).toMatchObject([{ screen: 2 }, { screen: 3 }]);
  });
});

describe('a website', () => {
  const project = projectOf('Course', [
    { uuid: '0000-00000007', sequence: 7, title: 'Loops' },
    { uuid: '0000-00000008', sequence: 8, title: 'More' },
  ]);
  const pages = lessonDocuments('website', WHOLE_LESSON, project, {
    folder: '7-loops',
    images: new Map(),
    files: [
      { name: "o'data <1>.csv", isImage: false },
      { name: 'cat.png', isImage: true },
    ],
  });
  const html = (name: string) => decodeUtf8(pages.get(`7-loops/${name}`)!);

  it('has a page for each screen, with links to its neighbors', () => {
    expect([...pages.keys()]).toEqual([
      '7-loops/index.html',
      '7-loops/01-start-here.html',
      '7-loops/02-sum.html',
      '7-loops/03-fails.html',
      '7-loops/04-takeaways.html',
    ]);
    expect(html('02-sum.html')).toContain('<a rel="prev" href="01-start-here.html">');
    expect(html('02-sum.html')).toContain('<a rel="next" href="03-fails.html">');
    expect(html('04-takeaways.html')).toContain('<a rel="next" href="../8-more/index.html">');
    // In the direction of its letters, as the text below it.
    expect(html('02-sum.html')).toMatch(/<h1 dir="auto">/);
    expect(html('index.html')).toContain('<a href="files/o%27data%20%3C1%3E.csv" download>o\'data &lt;1&gt;.csv</a>');
  });

  it('has the language and direction of the lesson, and English words and code from left to right', () => {
    const screen = { title: 'حلقات', type: 'code', body_markdown: 'نص `x`', answer_code: 'print(1)' } as const;
    const arabic = exportedLesson([screen], { title: 'دروس', language: 'python', text_language: 'ar' });
    const written = lessonDocuments('website', arabic, project, { folder: '7-loops', images: new Map(), files: [] });
    const page = [...written].map(([path, bytes]) => (path.includes('/01-') ? decodeUtf8(bytes) : '')).join('');
    expect(page).toContain('<main lang="ar" dir="rtl">\n<h1>حلقات</h1>\n<p>نص <code dir="ltr">x</code></p>');
    expect(page).toContain('<summary><bdi lang="en">Answer</bdi></summary>\n<pre dir="ltr"><code');
    expect(html('02-sum.html')).toContain('<main>');
  });

  it('has the first draw of values in every text, and says so before', () => {
    const options = [{ label: '{{ n }}', valid: true, feedback_message: 'n is {{ n }}.', skill_uuid: null }];
    const question = { uuid: 'q', question: 'What is {{ n }}?', select_type: 'single', options, task: null, skill_uuid: null } as const;
    const drawn = exportedLesson(
      [{ title: 'Drawn', type: 'code', values: 'n = 7', body_markdown: 'Add {{ n }}.', answer_code: '{{ n }} + 1' }],
      {
        language: 'python',
      },
    );
    const lesson = {
      ...drawn,
      screens: drawn.screens.map((screen) => ({ ...screen, questions: [{ ...question, options: [...options] }] })),
    };
    const written = lessonDocuments('website', lesson, project, { folder: '7-loops', images: new Map(), files: [] });
    const page = [...written].map(([path, bytes]) => (path.includes('/01-') ? decodeUtf8(bytes) : '')).join('');
    expect(page).toContain('<p>Add 7.</p>');
    expect(page).toContain('What is 7?');
    expect(page).toContain('n is 7.');
    expect(page).not.toContain('{{');
    expect(exportLosses(lesson, 'website').map(({ reason }) => reason)).toContain('All readers get the values of the first draw.');
  });

  it('folds answers, and shows boxes, formulas, images and highlighted code without scripts', () => {
    const sum = html('02-sum.html');
    expect(sum).toMatch(
      /<details>\n<summary>Answer<\/summary>\n<pre><code class="hljs language-python">|<details>\n<summary>Answer<\/summary>/,
    );
    expect(sum).toContain('<span class="hljs-built_in">print</span>');
    expect(sum).toContain('<p>Right: 2</p>');
    const start = html('01-start-here.html');
    expect(start).toContain('<div class="box box-note">');
    expect(start).toContain('<math');
    expect(start).toContain('src="images/cat.png"');
    expect([...pages.values()].map(decodeUtf8).join('')).not.toMatch(/<script|\bon\w+=/);
  });

  it('shows text of authors as text', () => {
    const lesson = exportedLesson([{ title: '<img src=x onerror=alert(1)>', body_markdown: '<script>alert(1)</script>' }], {
      title: '"><script>',
    });
    const all = lessonDocuments('website', lesson, projectOf('<b>', [{ uuid: '0000-00000007', sequence: 7, title: '"><script>' }]), {
      folder: '7-script',
      images: new Map(),
      files: [],
    });
    const text = [...all.values()].map(decodeUtf8).join('');
    expect(text).not.toMatch(/<script|<img src=x|<b>/);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});
