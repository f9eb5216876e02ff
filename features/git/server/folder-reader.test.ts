import { describe, expect, it } from 'vitest';
import { listFiles } from './folder-reader.ts';
import { GitError } from './git-errors.ts';
import type { ObjectReader } from './object-reader.ts';

const oidOf = (name: string) => Buffer.from(name.padEnd(20, '.')).toString('hex');

/** A tree as git stores it. */
const treeOf = (entries: readonly (readonly [mode: string, name: string])[]) =>
  Buffer.concat(entries.map(([mode, name]) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oidOf(name), 'hex')])));

/** A commit of sibling folders with this many files each; counts how many trees were read. */
function folders(count: number, filesOfEach: number): { reader: ObjectReader; reads: () => number } {
  let reads = 0;
  const names = (prefix: string, length: number) => Array.from({ length }, (_, at) => `${prefix}${at}`);
  const object = (bytes: Buffer) => Promise.resolve({ oid: '', type: 'tree', size: bytes.length, bytes });
  const reader = {
    readTreeOfCommit: () => object(treeOf(names('folder', count).map((name) => ['40000', name] as const))),
    read: () => {
      reads += 1;
      return object(treeOf(names('file', filesOfEach).map((name) => ['100644', name] as const)));
    },
  };
  return { reader: reader as unknown as ObjectReader, reads: () => reads };
}

describe('the files of a folder', () => {
  it('are found level by level', async () => {
    const { files } = await listFiles(folders(2, 2).reader, 'commit', '', 10);
    expect(files.map(({ path }) => path)).toEqual(['folder0/file0', 'folder0/file1', 'folder1/file0', 'folder1/file1']);
  });

  // Reading a folder after the failure would be an unhandled rejection, which fails the test run.
  it('fail once if there are too many, and leave nothing behind', async () => {
    const { reader } = folders(5, 8);
    await expect(listFiles(reader, 'commit', '', 10)).rejects.toThrow(new GitError(' has more than 10 files.', 'too-much-output'));
  });

  it('are not read below too many folders', async () => {
    const { reader, reads } = folders(11, 1);
    await expect(listFiles(reader, 'commit', '', 10)).rejects.toThrow('more than 10 files');
    expect(reads()).toBe(0);
  });
});
