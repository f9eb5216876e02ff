import { expect, it } from 'vitest';
import { readScreenAttached } from '#features/content-model/rules/content-documents.ts';
import { compareLines, mergeFields, mergeQuestion, undoFields } from '#features/documents/server/merge.task.ts';
import { projectOf } from '#features/exports/rules/project.ts';
import { exportDocuments, exportLosses, lessonsWithLinkedScreens } from '#features/exports/server/export-lesson.task.ts';
import { blameLines } from '#features/history/server/blame.task.ts';
import { convert, readContents } from '#features/imports/server/collections/convert.task.ts';
import { importFileWith } from '#features/imports/server/import-file.task.ts';
import { findBareImages, keepAllParts } from '#features/language-model/server/markdown.task.ts';
import { checkContent, listNames, listWords } from '#features/preflight/server/check-lesson.task.ts';
import { parseRobots } from '#features/preflight/server/links/robots-rules.task.ts';
import { compareRuns } from '#features/rehearsals/server/compare/compare-runs.task.ts';
import { namesInFiles } from '#features/runs/server/code-names.task.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { joinScreens, quotesAfterJoin, quotesAfterSplit, splitScreen } from '#features/workbench/server/join-screens.task.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { writeXml, xmlElement } from '#platform/content/xml/write-xml.ts';
import { renderText } from '#platform/server/markdown/render.task.ts';
import type { TextTaskName } from '#platform/server/text-tasks/text-tasks.ts';
import { readTree } from '#testing/content/read-tree.ts';
import { DONE_RUN } from '#testing/done-run.ts';
import { growthBeyondLinear } from '#testing/growth.ts';
import { HOSTILE_PIECES, lessonWith } from '#testing/hostile-texts.ts';
import { questionWith } from '#testing/questions/verdicts.ts';

// Every task over texts of people, with texts that made something slow or look like it. Processor times of two sizes are compared.

/** Parts that a text repeats at most: work that is quick even then delays no other call. */
const MOST = 1 << 12;

const choices = { title: '', author: 'A', code: 'answer', earlier_code: false, offered: {} } as const;
const project = projectOf('A', [{ uuid: '1', sequence: 1, title: 'A' }]);
const [{ folder } = { folder: '' }] = project.lessons;
const observation = (output: string) => ({ answer: { ...DONE_RUN, output, stderr: output, error: output }, tests: new Map() });
const question = (text: string) => ({ question: text, select_type: 'single' as const, options: [], task: null, skill_uuid: null });

const screenWith = (uuid: string, body_markdown: string) => ({
  ...readScreenAttached({}),
  uuid,
  folder: uuid,
  fields: { ...emptyScreenFields(), body_markdown },
});
const quoteOf = (text: string) => ({
  field: 'body_markdown',
  text: text.slice(0, 100),
  before: text.slice(0, 60),
  after: text.slice(0, 60),
});

function notebook(cell_type: 'markdown' | 'code', source: string): Uint8Array {
  const cell = { cell_type, metadata: {}, source, ...(cell_type === 'code' && { outputs: [], execution_count: null }) };
  return encodeUtf8(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }));
}

const exported = (format: Parameters<typeof exportDocuments>[0]) => (text: string) => {
  const written = lessonWith('body_markdown', `a${text}x`);
  const blanks = { kind: 'blanks' as const, text: `[[a]] ${text}`, is_code: false, match_case: false, feedback: [] };
  const lesson = {
    ...written,
    screens: written.screens.map((screen) => ({ ...screen, questions: [questionWith({ question: text, task: blanks })] })),
  };
  return [
    lessonsWithLinkedScreens(lesson),
    exportLosses(lesson, format),
    exportDocuments(format, { lesson, folder, files: [] }, project, new Map()),
  ];
};

const moodle = (text: string) =>
  encodeUtf8(
    writeXml(
      xmlElement('quiz', {}, [
        xmlElement('question', { type: 'cloze' }, [xmlElement('questiontext', {}, [xmlElement('text', {}, `{1:SA:=a}${text}`)])]),
      ]),
    ),
  );

const collection = (text: string) => new Map(['a.md', 'b.qmd', '_toc.yml'].map((name) => [name, encodeUtf8(text)]));
const entries = ['a.md', 'b.qmd'].map((path) => ({ path, title: '', part: '' }));
const shown = { imagesAt: null, videoHosts: [] };

type Work = readonly [what: string, work: (text: string) => unknown];

/** Every task of the worker: one that isn't here doesn't compile. */
const TASKS: Readonly<Record<TextTaskName, readonly Work[]>> = {
  importFile: [
    ['importing Markdown', (text) => importFileWith(readTree, 'a.md', encodeUtf8(text), choices)],
    ['importing Quarto', (text) => importFileWith(readTree, 'a.qmd', encodeUtf8(text), choices)],
    ['importing text of a notebook', (text) => importFileWith(readTree, 'a.ipynb', notebook('markdown', text), choices)],
    ['importing Moodle XML', (text) => importFileWith(readTree, 'a.xml', moodle(text), choices)],
    ['importing GIFT', (text) => importFileWith(readTree, 'a.gift', encodeUtf8(`a {=${text}}\n\n${text}`), choices)],
    ['importing code of a notebook', (text) => importFileWith(readTree, 'a.ipynb', notebook('code', text), choices)],
  ],
  readContents: [['reading a table of contents', (text) => readContents(collection(text))]],
  convertCollection: [
    [
      'importing a collection',
      (text) =>
        convert(
          collection(text),
          entries,
          { ...choices, earlier_code: true, offered: {}, is_course: true, first: 1, known: new Map() },
          () => undefined,
        ),
    ],
  ],
  exportDocuments: [
    ['exporting a notebook', exported('notebook')],
    ['exporting MyST', exported('myst')],
    ['exporting Quarto', exported('quarto')],
    ['exporting a website', exported('website')],
    ['exporting Moodle XML', exported('moodle')],
    ['exporting QTI', exported('qti')],
  ],
  // With the documents.
  exportLosses: [],
  lessonsWithLinkedScreens: [],
  // They read names, and no text.
  exportPaths: [],
  projectFiles: [],
  renderText: [['rendering', (text) => renderText(text, shown)]],
  // platform/content/diff-blocks.test.ts
  diffTexts: [],
  listWords: [['finding words', (text) => listWords(lessonWith('body_markdown', text))]],
  listNames: [['finding names', (text) => listNames(lessonWith('body_markdown', text), ['a'])]],
  checkContent: [
    ['checking a text', (text) => checkContent(lessonWith('body_markdown', text), new Map())],
    ['checking code', (text) => checkContent(lessonWith('answer_code', text), new Map())],
  ],
  compareLines: [['comparing lines', (text) => compareLines(`a\n${text}`, `${text}\nb`)]],
  mergeFields: [['merging', (text) => mergeFields({ a: text }, { a: `x\n${text}\ny` }, { a: `v\n${text}\nw` })]],
  mergeQuestion: [['merging a question', (text) => mergeQuestion(question(text), question(`x\n${text}\ny`), question(`v\n${text}\nw`))]],
  findBareImages: [['finding images without alternative texts', (text) => findBareImages([['body_markdown', text]])]],
  keepAllParts: [['comparing the parts of two texts', (text) => keepAllParts([[text, `${text}a`]])]],
  // Field by field, as above.
  mergeFolder: [],
  undoFields: [['undoing', (text) => undoFields({ a: text }, { a: `x\n${text}` }, { a: `x\n${text}\ny` })]],
  joinScreens: [
    ['joining screens', (text) => joinScreens({ ...screenWith('a', text), sequence: 1 }, { ...screenWith('b', text), sequence: 2 })],
  ],
  splitScreen: [['splitting a text', (text) => splitScreen(screenWith('a', `a\n\n${text}\n\nb`).fields, 3)]],
  quotesAfterJoin: [
    [
      'moving a quote',
      (text) => quotesAfterJoin([quoteOf(text)], screenWith('a', text).fields, screenWith('b', `${text}\n\n${text}`).fields),
    ],
  ],
  quotesAfterSplit: [['finding a quote', (text) => quotesAfterSplit([quoteOf(text)], text, 1)]],
  blameLines: [
    [
      'finding who wrote a line',
      (text) =>
        blameLines(
          null,
          ['a', 'b', 'c'].map((line) => `${line}\n${text}`),
        ),
    ],
  ],
  namesInFiles: [
    ['reading names of columns', (text) => namesInFiles([{ name: 'a.csv', bytes: encodeUtf8(`a,${text}`) }], false)],
    ['reading tables of a script', (text) => namesInFiles([{ name: 'a.sql', bytes: encodeUtf8(`create table a (b int, ${text}`) }], true)],
  ],
  // Its parsers are not ours, and its input is limited (features/runs/contract/format-code.ts).
  formatText: [],
  parseRobots: [['reading robots.txt', (text) => parseRobots(text)]],
  compareRuns: [['comparing runs', (text) => compareRuns([observation(`${text}a`)], [observation(`${text}b`)])]],
  // features/proposals/rules/judge-proposal.test.ts
  judgeProposal: [],
  // Its parser is not ours (docs/decisions/0093-growth-of-work-on-texts-is-tested.md).
  listVariants: [],
  // features/search/rules/replace-text.test.ts
  listReplacements: [],
  replaceInText: [],
};

it.each(Object.values(TASKS).flat())('%s takes time that grows with the length, whatever is repeated', (_, task) => {
  for (const piece of HOSTILE_PIECES) expect([piece, growthBeyondLinear((size) => task(piece.repeat(size)), MOST)]).toEqual([piece, null]);
});

const lines = (size: number, line: (index: number) => string) => Array.from({ length: size }, (_, index) => line(index)).join('\n');

it.each<[string, (size: number) => unknown]>([
  ['a table', (size) => checkContent(lessonWith('body_markdown', `| a | b |\n|---|---|\n${lines(size, () => '| c | d |')}`), new Map())],
  [
    'a listing',
    (size) => checkContent(lessonWith('body_markdown', `\`\`\`python\n${lines(size, (at) => `open("f${at}")`)}\n\`\`\``), new Map()),
  ],
  [
    'code that reads files',
    (size) =>
      checkContent(
        lessonWith(
          'answer_code',
          lines(size, (at) => `open("f${at}")`),
        ),
        new Map(),
      ),
  ],
  [
    'code that writes files',
    (size) =>
      checkContent(
        lessonWith(
          'answer_code',
          lines(size, (at) => `open("f${at}", "w")`),
        ),
        new Map(),
      ),
  ],
  [
    'many versions',
    (size) =>
      blameLines(
        null,
        Array.from({ length: size }, (_, at) => `${'a\n'.repeat(60)}${at}`),
      ),
  ],
  [
    'an image with comments',
    (size) =>
      importFileWith(readTree, 'a.ipynb', notebook('markdown', `![](data:image/svg+xml;base64,${btoa('<!---->'.repeat(size))})`), choices),
  ],
])('%s takes time that grows with its size', (_, work) => {
  expect(growthBeyondLinear(work, MOST)).toBeNull();
});

it('preflight takes time that grows with the notes in one line', () => {
  const work = (size: number) => checkContent(lessonWith('body_markdown', '<!-- TODO -->'.repeat(size)), new Map());
  expect(growthBeyondLinear(work, 1 << 15, 1 << 13)).toBeNull();
});
