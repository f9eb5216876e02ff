import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { BlobHash, treeHash } from './tree-hash.ts';

const run = promisify(execFile);

/** The tree hash that git computes for these files. */
async function gitTree(files: Readonly<Record<string, Buffer>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-tree-'));
  const git = async (...args: string[]) => (await run('git', ['-c', 'core.autocrlf=false', ...args], { cwd: folder })).stdout.trim();
  try {
    await git('init', '--quiet');
    for (const [path, bytes] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    await git('add', '--all', '--force');
    return await git('write-tree');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function ourTree(files: Readonly<Record<string, Buffer>>): Promise<string> {
  const hashes = new Map<string, string>();
  for (const [path, bytes] of Object.entries(files).toReversed()) {
    const hash = new BlobHash(bytes.length);
    // In pieces, as over the network.
    for await (const _ of hash.through(pieces(bytes)));
    hashes.set(path, hash.digest());
  }
  return treeHash(hashes);
}

async function* pieces(bytes: Buffer) {
  yield bytes.subarray(0, 3);
  yield bytes.subarray(3);
}

it.each<[string, Record<string, Buffer>]>([
  ['one file', { 'a.csv': Buffer.from('x,y\n1,2\n') }],
  ['an empty file', { empty: Buffer.alloc(0) }],
  [
    'folders whose names sort between files',
    { a: Buffer.from('1'), 'a.b': Buffer.from('2'), 'a-b/c': Buffer.from('3'), 'ab/c/d': Buffer.from('4'), a0: Buffer.from('5') },
  ],
  [
    'a folder that git sorts with its slash',
    { 'foo/x': Buffer.from('1'), 'foo.txt': Buffer.from('2'), 'foo-bar': Buffer.from('3'), foo0: Buffer.from('4') },
  ],
  [
    'names beyond ASCII and bytes of any kind',
    {
      'é.bin': Buffer.from([0, 255, 10, 13]),
      '鳥/z z.csv': Buffer.from('\r\n'),
      '\u{1f426}': Buffer.from('a'),
      '\uff5e': Buffer.from('b'),
    },
  ],
])('%s: the hash is that of plain git', async (_, files) => {
  expect(await ourTree(files)).toBe(await gitTree(files));
});
