import { expect, it } from 'vitest';
import { droppedFiles } from './dropped-files.ts';

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
  const found = await droppedFiles([entryOf('data', data), entryOf('e.csv', null)]);
  expect(found.map(({ file, folder }) => `${folder}|${file.name}`).sort()).toEqual([
    'data/raw|c.csv',
    'data|a.csv',
    'data|b.csv',
    '|e.csv',
  ]);
});

it('ends in a folder with too many files', async () => {
  const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`${index}.csv`, null]));
  expect(await droppedFiles([entryOf('many', many)])).toHaveLength(1_000);
});
