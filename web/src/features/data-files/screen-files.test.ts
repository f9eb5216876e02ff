import { expect, it } from 'vitest';
import type { DataFile } from '#contract/data-files.ts';
import { filesOfScreen } from './screen-files.ts';

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

it('shows the texts that are shown in the editor and apply to the screen, the one displayed first before the others', () => {
  const files = [
    { ...FILE, id: 1 },
    { ...FILE, id: 2, show_in_editor: false },
    { ...FILE, id: 3, is_text: false },
    { ...FILE, id: 4, screens: [7] },
    { ...FILE, id: 5, screens: [6, 7], display_first: true },
    { ...FILE, id: 6, screens: [6] },
  ];
  expect(filesOfScreen(files, 7).map(({ id }) => id)).toEqual([5, 1, 4]);
});
