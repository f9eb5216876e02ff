import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files, startTestGit, type TestGit } from '#testing/test-git.ts';
import { ByteQueue } from './byte-queue.ts';
import { parseTree } from './folder-reader.ts';
import { ObjectReader } from './object-reader.ts';

/** Pids of a repository's running `cat-file` processes. */
async function readers(directory: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => lines[index]?.includes(`${directory}\0cat-file`));
}

describe('reading objects', () => {
  let test: TestGit;
  let reader: ObjectReader;
  let blob: string;

  beforeAll(async () => {
    test = await startTestGit();
    reader = new ObjectReader(test.content.directory);
    blob = await test.content.text(['rev-parse', 'main:README.md']);
  });
  afterAll(async () => {
    await reader.close();
    await test[Symbol.asyncDispose]();
  });

  it('reads many objects at once, each correctly', async () => {
    const tree = await test.content.text(['rev-parse', 'main^{tree}']);
    const missing = 'f'.repeat(40);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        if (index % 3 === 0) return reader.read(blob).then((object) => object?.type);
        if (index % 3 === 1) return reader.info(tree).then((info) => info?.type);
        return reader.read(missing);
      }),
    );
    expect(answers).toEqual(Array.from({ length: 300 }, (_, index) => ['blob', 'tree', null][index % 3]));
  });

  it('reads a file byte by byte as git has it', async () => {
    const object = await reader.read(blob);
    expect(object?.bytes.toString()).toBe((await test.content.run(['cat-file', 'blob', blob])).stdout.toString());
  });

  it('restarts when git dies, even during reads', async () => {
    await reader.read(blob);
    const [pid] = await readers(test.content.directory);
    const asked = Array.from({ length: 50 }, () => reader.read(blob));
    process.kill(pid as number, 'SIGKILL');
    expect((await Promise.all(asked)).every((object) => object?.type === 'blob')).toBe(true);
  });

  it('accepts only object ids', async () => {
    await expect(reader.read('main:README.md\ncontents HEAD')).rejects.toThrow('is not an object id');
  });

  it('leaves no process behind when closed, and reads nothing afterwards', async () => {
    const own = await startTestGit();
    const other = new ObjectReader(own.content.directory);
    await other.info(blob);
    const asked = other.read(blob);
    await other.close();
    // Answered or rejected, either is fine; but never left pending.
    await Promise.allSettled([asked]);
    expect(await readers(own.content.directory)).toEqual([]);
    await expect(other.read(blob)).rejects.toThrow('closed');
    await own[Symbol.asyncDispose]();
  });
});

describe('a queue of bytes', () => {
  it.each([1, 2, 3, 7, 100])('returns lines and lengths from chunks of %i', (size) => {
    const text = 'first 4\nab\nc\nlast\n';
    const queue = new ByteQueue();
    const got: (string | null)[] = [];
    for (let at = 0; at < text.length; at += size) {
      queue.push(Buffer.from(text.slice(at, at + size)));
      if (got.length === 0) {
        const line = queue.takeLine();
        if (line !== null) got.push(line);
      }
      if (got.length === 1) {
        const bytes = queue.take(4);
        if (bytes) got.push(bytes.toString());
      }
    }
    expect([...got, queue.takeLine(), queue.takeLine(), queue.takeLine()]).toEqual(['first 4', 'ab\nc', '', 'last', null]);
  });
});

describe('reading folders', () => {
  it('reads every kind of entry, and flags unsupported ones', async () => {
    await using test = await startTestGit();
    const head = (await test.git.head('main')) as string;
    const target = await test.working.text(['hash-object', '-w', '--stdin'], { input: ['../../../etc/passwd'] });
    const plain = await test.working.text(['hash-object', '-w', '--stdin'], { input: ['#!/bin/sh\n'] });
    const index = [
      `120000 ${target}\tlessons/1-a/link`,
      `160000 ${head}\tlessons/1-a/module`,
      `100755 ${plain}\tlessons/1-a/setup.sh`,
      `100644 ${plain}\tlessons/1-a/screens/x/learn.md`,
      `100644 ${plain}\tlessons/README.md`,
      `100644 ${plain}\tlessons/2-b/lesson.yaml`,
    ];
    const tree = await buildTree(test.working, index);
    expect(parseTree((await test.working.run(['cat-file', 'tree', `${tree}:lessons/1-a`])).stdout)).toMatchObject([
      { name: 'link', kind: 'symlink' },
      { name: 'module', kind: 'submodule' },
      { name: 'screens', kind: 'folder' },
      { name: 'setup.sh', kind: 'file', isExecutable: true },
    ]);
    const commit = await test.working.text(['commit-tree', tree, '-m', 'x'], { config: { 'user.name': 'x', 'user.email': 'x@x' } });

    const { files: read, skipped } = await test.git.readFolder(commit, 'lessons/1-a');
    expect([...read.keys()].toSorted()).toEqual(['screens/x/learn.md', 'setup.sh']);
    expect(skipped).toEqual([
      { path: 'link', reason: 'symlink' },
      { path: 'module', reason: 'submodule' },
    ]);
    expect((await test.git.listLessonFolders(commit)).map(({ folder }) => folder)).toEqual(['1-a', '2-b']);
    expect((await test.git.readFolder(commit, 'lessons/none')).files.size).toBe(0);
  });

  it('keeps a file executable when rewriting it', async () => {
    await using test = await startTestGit();
    const plain = await test.working.text(['hash-object', '-w', '--stdin'], { input: ['#!/bin/sh\n'] });
    const tree = await buildTree(test.working, [`100755 ${plain}\ta/setup.sh`, `100644 ${plain}\ta/other.sh`]);
    const commit = await test.working.text(['commit-tree', tree, '-m', 'x'], { config: { 'user.name': 'x', 'user.email': 'x@x' } });
    await test.git.createBranch('b', commit);
    const next = await test.git.commit({
      branch: 'b',
      expectedHead: commit,
      author: { name: 'A', email: 'a@example.com' },
      message: 'm',
      date: new Date(0),
      writes: files({ 'a/setup.sh': 'new', 'a/other.sh': 'new' }),
      deletes: [],
    });
    expect(await test.working.text(['ls-tree', '-r', '--format=%(objectmode) %(path)', next])).toBe('100644 a/other.sh\n100755 a/setup.sh');
  });
});

async function buildTree(repository: TestGit['working'], index: readonly string[]): Promise<string> {
  const entries = new Map<string, string[]>();
  for (const line of index) {
    const [meta = '', path = ''] = line.split('\t');
    const [mode = '', oid = ''] = meta.split(' ');
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const type = mode === '160000' ? 'commit' : 'blob';
    entries.set(folder, [...(entries.get(folder) ?? []), `${mode} ${type} ${oid}\t${path.slice(folder === '' ? 0 : folder.length + 1)}`]);
    for (let up = folder; up !== ''; up = up.includes('/') ? up.slice(0, up.lastIndexOf('/')) : '') entries.set(up, entries.get(up) ?? []);
  }
  entries.set('', entries.get('') ?? []);
  for (const folder of [...entries.keys()].toSorted((a, b) => b.length - a.length)) {
    const oid = await repository.text(['mktree', '--missing'], { input: [`${(entries.get(folder) ?? []).join('\n')}\n`] });
    if (folder === '') return oid;
    const parent = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
    entries.get(parent)?.push(`040000 tree ${oid}\t${folder.slice(parent === '' ? 0 : parent.length + 1)}`);
  }
  throw new Error('unreachable');
}
