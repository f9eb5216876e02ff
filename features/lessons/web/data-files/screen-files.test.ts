import { expect, it } from 'vitest';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { editedFileOf, filesOfScreen } from './screen-files.ts';

const FILE: DataFile = {
  id: 1,
  file_name: 'a.csv',
  alias: 'a.csv',
  mode: null,
  preview: false,
  lines: null,
  show_in_editor: true,
  display_first: false,
  screens: [],
  bytes: 3,
  is_text: true,
};

const CODE = { mode: 'default', language: 'python' } as const;
const FILES = { mode: 'filescreen', language: 'python' } as const;

it('shows the texts that are shown in the editor and apply to the screen, the one displayed first before the others', () => {
  const files = [
    { ...FILE, id: 1 },
    { ...FILE, id: 2, show_in_editor: false },
    { ...FILE, id: 3, is_text: false },
    { ...FILE, id: 4, screens: [7] },
    { ...FILE, id: 5, screens: [6, 7], display_first: true },
    { ...FILE, id: 6, screens: [6] },
  ];
  expect(filesOfScreen(files, 7, CODE).map(({ id }) => id)).toEqual([5, 1, 4]);
  // Where learners edit a file, authors see all texts.
  expect(filesOfScreen(files, 7, FILES).map(({ id }) => id)).toEqual([5, 1, 2, 4]);
});

it.each([
  ['the only one', [{ ...FILE, id: 1 }], FILES, 1],
  [
    'the only one of the screen',
    [
      { ...FILE, id: 1, screens: [6] },
      { ...FILE, id: 2, show_in_editor: false },
    ],
    FILES,
    2,
  ],
  [
    'the one displayed first',
    [
      { ...FILE, id: 1 },
      { ...FILE, id: 2, display_first: true },
    ],
    FILES,
    2,
  ],
  [
    'unclear among several',
    [
      { ...FILE, id: 1 },
      { ...FILE, id: 2 },
    ],
    FILES,
    null,
  ],
  ['none without files', [], FILES, null],
  ['none in other modes', [{ ...FILE, id: 1 }], CODE, null],
  ['none in lessons of the command line', [{ ...FILE, id: 1 }], { ...FILES, language: 'cli' } as const, null],
])('the file that learners edit is %s', (_, files, lesson, id) => {
  expect(editedFileOf(files, 7, lesson)?.id ?? null).toBe(id);
});
