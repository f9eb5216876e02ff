import { expect, it } from 'vitest';
import { chosenFiles, droppedFiles, MOST_LEFT } from './dropped-files.ts';

type Tree = { readonly [name: string]: Tree | null };

/** An entry as browsers have it, which lists two of its files at a time. */
function entryOf(name: string, inside: Tree | null): FileSystemEntry {
  const common = { name, isFile: inside === null, isDirectory: inside !== null };
  if (inside === null)
    return { ...common, file: (done: (file: File) => void) => done(new File(['1'], name)) } as unknown as FileSystemEntry;
  const left = Object.entries(inside).map(([each, tree]) => entryOf(each, tree));
  const readEntries = (done: (some: FileSystemEntry[]) => void) => done(left.splice(0, 2));
  return { ...common, createReader: () => ({ readEntries }) } as unknown as FileSystemEntry;
}

it('finds the files of dropped folders with their folders, without those of the system', async () => {
  const data = { 'a.csv': null, 'b.csv': null, '.DS_Store': null, raw: { 'c.csv': null, __MACOSX: { 'd.csv': null } } };
  const { files, left } = await droppedFiles([entryOf('data', data), entryOf('e.csv', null)]);
  expect(left).toBe(0);
  expect(files.map(({ file, folder }) => `${folder}|${file.name}`).sort()).toEqual([
    'data/raw|c.csv',
    'data|a.csv',
    'data|b.csv',
    '|e.csv',
  ]);
});

it.each([
  [1_000, 0],
  [1_200, 200],
  [12_000, MOST_LEFT],
])('takes the first 1,000 of %i files and counts the others', async (count, left) => {
  const names = Array.from({ length: count }, (_, index) => `${index}.csv`);
  const dropped = await droppedFiles([entryOf('many', Object.fromEntries(names.map((name) => [name, null])))]);
  const chosen = chosenFiles(names.map((name) => Object.assign(new File(['1'], name), { webkitRelativePath: `many/${name}` })));
  for (const found of [dropped, chosen]) {
    expect(found.files).toHaveLength(1_000);
    expect(found.left).toBe(left);
  }
});
