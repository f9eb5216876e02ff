import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { defaultDataFile } from '#features/documents/rules/lesson-yaml.ts';
import { normalCode } from '#features/imports/rules/box-formats.ts';
import { readContents } from '#features/imports/rules/collection/contents.ts';
import { convertCollection } from '#features/imports/rules/collection/convert-collection.ts';
import { lessonFromCells } from '#features/imports/rules/lesson-from-cells.ts';
import { withoutMagics } from '#features/imports/rules/python-magics.ts';
import { readImport } from '#features/imports/rules/read-import.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { WHOLE_LESSON } from '#testing/content/exported-lesson.ts';
import { heldBy } from '#testing/content/held-by.ts';
import { anyLesson } from '#testing/content/lesson-arbitraries.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { sampleLessons } from '#testing/content/sample-lessons.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { documentPaths, projectFiles } from './project-files.ts';
import { projectOf } from './project.ts';
import { writeMyst, writeQuarto } from './write-markdown.ts';
import { writeNotebook } from './write-notebook.ts';

it.each(['notebook', 'myst', 'quarto'] as const)(
  'a project of %s has its lessons in order, and no lesson from its start page',
  (format) => {
    const lessons = [2, 1].map((number) => ({ uuid: `0000-0000000${number}`, sequence: number, title: `Lesson "${number}"` }));
    const project = projectOf('All: of it', lessons);
    const pages = project.lessons.flatMap(({ folder }) => documentPaths(format, WHOLE_LESSON, folder));
    const files = new Map([...projectFiles(format, project, pages), ...pages.map((path) => [path, encodeUtf8('')] as const)]);
    const { listed, unlisted, notes } = readContents(files);
    expect([listed.map(({ path }) => path), unlisted, notes]).toEqual([format === 'notebook' ? pages.toSorted() : pages, [], []]);
  },
);

const PNG = pngBytes(3, 2);
const IMAGES = new Map([['cat.png', PNG]]);

const FORMATS = {
  notebook: { write: (lesson: LessonContent) => writeNotebook(lesson, IMAGES), file: 'lesson.ipynb' },
  myst: { write: writeMyst, file: 'lesson.md' },
  quarto: { write: writeQuarto, file: 'lesson.qmd' },
} as const;
type Format = keyof typeof FORMATS;
const NAMES = Object.keys(FORMATS) as Format[];

/** The lesson that an import makes of a file. */
function imported(format: Format, file: string, of: LessonContent): LessonContent & { notes: readonly string[] } {
  let next = 0;
  const newUuid = () => of.screens[next++]?.uuid ?? `00000000-0000-4000-8000-${String(next).padStart(12, '0')}`;
  const choices = { title: '', otherwise: '', author: '', code: 'answer' as const, earlier_code: true, offered: {}, newUuid };
  const document = readImport(FORMATS[format].file, encodeUtf8(file), () => null, ALONE);
  const { fields, screens, images, packages, report } = lessonFromCells(document, choices);
  return {
    ...of,
    fields,
    screens: [...screens],
    packages: [...packages],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: (document.marked?.mark.files ?? []).map(defaultDataFile),
    images: images.map(({ file_name }) => ({ file_name })),
    notes: report.notes.map(({ place, reason }) => `${place}: ${reason}`),
  };
}

function hasMagics({ screens }: LessonContent): boolean {
  const codes = screens.flatMap(({ fields }) => [fields.setup_code, fields.display_code, fields.initial_code, fields.answer_code]);
  return codes.some((code) => withoutMagics(normalCode(code)).magics.length > 0);
}

it('a notebook takes cells that were added, moved and deleted in Jupyter', () => {
  const notebook = JSON.parse(writeNotebook(WHOLE_LESSON, IMAGES)) as { cells: { id: string }[] };
  const cell = (id: string) => notebook.cells.find((each) => each.id === id)!;
  const cells = [
    cell('lesson'),
    cell('screen-2'),
    { cell_type: 'markdown', metadata: {}, source: 'An *added* text.' },
    cell('screen-2-initial'),
    cell('screen-2-answer'),
    cell('screen-1'),
    { cell_type: 'markdown', metadata: {}, source: '## A new screen\n\nAbout.' },
    { cell_type: 'code', metadata: {}, outputs: [], source: 'print("new")' },
  ];
  const { screens, images } = imported('notebook', JSON.stringify({ ...notebook, cells }), WHOLE_LESSON);
  expect(screens.map(({ fields }) => fields.title)).toEqual(['Sum', 'Start `here`_', 'A new screen']);
  expect(screens[0]).toMatchObject({ fields: { body_markdown: 'Text\n\nAn *added* text.', instructions_markdown: '' }, questions: [] });
  expect(screens[2]?.fields).toMatchObject({ type: 'code', body_markdown: 'About.', answer_code: 'print("new")' });
  expect(images).toEqual([{ file_name: 'cat.png' }]);
});

describe.each(NAMES)('%s', (format) => {
  const { write } = FORMATS[format];

  it('restores data files in their folders, with those that no code names', () => {
    const data_files = ['data/raw/a b.csv', 'library.db'].map(defaultDataFile);
    const document = `1-whole/1-whole${{ notebook: '.ipynb', myst: '.md', quarto: '.qmd' }[format]}`;
    const files = new Map([
      [document, encodeUtf8(write({ ...WHOLE_LESSON, data_files }))],
      ...data_files.map(({ file_name }) => [`1-whole/${file_name}`, encodeUtf8(file_name)] as const),
    ]);
    const steps = convertCollection(files, [{ path: document, title: '', part: '' }], {
      author: 'Ada',
      code: 'answer',
      earlier_code: true,
      is_course: false,
      first: 1,
      known: new Map(),
      offered: {},
      newUuid: () => crypto.randomUUID(),
      readTree: ALONE.readTree,
      imageProblem: () => null,
    });
    let step = steps.next();
    while (!step.done) step = steps.next();
    const [lesson] = step.value.lessons;
    expect(lesson?.content.data_files).toEqual(data_files);
    expect(lesson?.files.get('files/data/raw/a b.csv')).toEqual(encodeUtf8('data/raw/a b.csv'));
  });

  it('restores a lesson', () => {
    const file = write(WHOLE_LESSON);
    const { notes, ...again } = imported(format, file, WHOLE_LESSON);
    expect(heldBy(format, again)).toEqual(heldBy(format, WHOLE_LESSON));
    expect(notes.filter((note) => !note.includes('cat.png'))).toEqual([]);
    expect(write({ ...again, images: WHOLE_LESSON.images })).toBe(file);
  });

  it('restores the sample lessons, and shows the same signs', () => {
    for (const { lesson } of sampleLessons()) {
      const file = write(lesson);
      const again = imported(format, file, lesson);
      expect(heldBy(format, again)).toEqual(heldBy(format, lesson));
      expect(write({ ...again, images: lesson.images })).toBe(file);
    }
    const [screen] = WHOLE_LESSON.screens;
    const fields = { ...screen!.fields, body_markdown: 'Earning $25,000 to $34,000 a year. The word @fig-plot is no figure.' };
    const priced = { ...WHOLE_LESSON, screens: [{ ...screen!, fields }] };
    const file = write(priced);
    expect(file).toContain('Earning &#36;25,000 to &#36;34,000 a year.');
    expect(file.includes('word @fig')).toBe(format === 'notebook');
    expect(imported(format, file, priced).screens[0]?.fields.body_markdown).toBe(fields.body_markdown);
  });

  it('takes edits that were made in another tool', () => {
    const edited = write(WHOLE_LESSON)
      .replace('Sum', 'Sum of all')
      .replace('Add *them*.', 'Add *all of them*.')
      .replace('print(total)', 'print(total + 1)')
      .replace('numbers = [1, 2]', 'numbers = [1, 2, 3]')
      .replace('A note with', 'A longer note with')
      .replace('Right: 2', 'Right: 1, 2')
      .replace('Stop it', 'Stop it early');
    const { fields, screens } = imported(format, edited, WHOLE_LESSON);
    expect(fields.objectives).toEqual(['Write a loop', 'Stop it early']);
    expect(screens[0]?.fields.body_markdown).toContain('::: note\nA longer note with');
    expect(screens[1]?.fields).toMatchObject({
      title: 'Sum of all',
      instructions_markdown: 'Add *all of them*.',
      answer_code: 'total = sum(numbers)\nprint(total + 1)',
      display_code: 'numbers = [1, 2, 3]',
    });
    expect(screens[1]?.questions[0]?.options.map(({ valid }) => valid)).toEqual([true, true]);
  });

  it('export, import, export is a fixed point for any lesson, which is the same up to the losses', () => {
    fc.assert(
      fc.property(anyLesson, (lesson) => {
        // Lines that start with a sign of Jupyter's become comments: the notebook can't hold them.
        fc.pre(format !== 'notebook' || !hasMagics(lesson));
        const file = write(lesson);
        const again = imported(format, file, lesson);
        expect(heldBy(format, again)).toEqual(heldBy(format, lesson));
        expect(write({ ...again, images: lesson.images })).toBe(file);
      }),
      { numRuns: 150 },
    );
  });
});
