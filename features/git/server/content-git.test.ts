import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileBytes } from '#platform/server/file-bytes.ts';
import { files, startTestGit, type TestGit } from '#testing/test-git.ts';
import type { NewCommit } from './commit-writer.ts';
import { ContentGit } from './content-git.ts';
import { HeadMovedError } from './git-errors.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** Runs in its own process, with a data folder and the head of branch `b`. */
const COMMIT_AND_DIE = `
  import { commitSteps } from '#features/git/server/commit-writer.ts';
  import { ContentGit } from '#features/git/server/content-git.ts';
  const [dataFolder, expectedHead] = process.argv.slice(1);
  const git = await ContentGit.open({ dataFolder, sampleFolder: null, log: { info() {}, warn() {} } });
  commitSteps.subscribe(() => process.kill(process.pid, 'SIGKILL'));
  const author = { name: 'A', email: 'a@x' };
  await git.commit({ branch: 'b', expectedHead, author, message: 'm', date: new Date(), writes: new Map([['x', Buffer.from('1')]]), deletes: [] });
`;

/** Commits on top of a branch; a test passes only what matters to it. */
async function add(test: TestGit, branch: string, commit: Partial<Omit<NewCommit, 'branch'>>): Promise<string> {
  const expectedHead = commit.expectedHead === undefined ? await test.git.head(branch) : commit.expectedHead;
  return test.git.commit({
    branch,
    author: ADA,
    message: 'Change',
    date: new Date(0),
    writes: new Map(),
    deletes: [],
    ...commit,
    expectedHead,
  });
}

async function headOfMain(test: TestGit): Promise<string> {
  return (await test.git.head('main')) as string;
}

describe('opening', () => {
  it('creates both repositories with main, ready to be cloned', async () => {
    await using test = await startTestGit({ isFirstStart: true });
    expect(await test.content.text(['rev-parse', 'main'])).toBe(await headOfMain(test));
    expect(await test.content.text(['ls-tree', '--name-only', 'main'])).toBe('.gitattributes\nREADME.md');
    expect(await test.content.text(['symbolic-ref', 'HEAD'])).toBe('refs/heads/main');
    expect(await test.working.text(['config', 'core.fsync'])).toBe('all');
    expect(await test.git.health()).toEqual({ isOk: true, text: expect.stringMatching(/^git 2/) });
  });

  it('gives a copy of content that was on another code host a repository of its own, with the same main branch', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-copy-'));
    const log = { info() {}, warn() {} };
    await (await ContentGit.open({ dataFolder, sampleFolder: null, log })).close();
    const git = (folder: string, ...args: string[]) =>
      spawnSync('git', ['-C', join(dataFolder, folder), ...args], { encoding: 'utf8' }).stdout.trim();
    git('working.git', 'branch', '-m', 'main', 'trunk');
    await rm(join(dataFolder, 'content.git'), { recursive: true });
    await (await ContentGit.open({ dataFolder, sampleFolder: null, mainBranch: 'trunk', log })).close();
    expect(git('content.git', 'rev-parse', 'trunk')).toBe(git('working.git', 'rev-parse', 'trunk'));
    expect(git('content.git', 'rev-parse', 'trunk')).toMatch(/^[0-9a-f]{40}$/);
    await rm(dataFolder, { recursive: true });
  });

  it('adds a sample folder as one commit, byte by byte', async () => {
    const sampleFolder = await mkdtemp(join(tmpdir(), 'lessonwright-sample-'));
    await mkdir(join(sampleFolder, 'lessons/1-a/files'), { recursive: true });
    await writeFile(join(sampleFolder, 'lessons/1-a/lesson.yaml'), 'title: Ä\n');
    await writeFile(join(sampleFolder, 'lessons/1-a/files/x.bin'), Buffer.from([0, 255, 10, 13]));
    await writeFile(join(sampleFolder, 'lessons/1-a/files/empty.csv'), '');
    await using test = await startTestGit({ sampleFolder });
    const { files: read } = await test.git.readFolder(await headOfMain(test), 'lessons/1-a');
    expect(Object.fromEntries(read)).toEqual({
      'lesson.yaml': Buffer.from('title: Ä\n'),
      'files/x.bin': Buffer.from([0, 255, 10, 13]),
      'files/empty.csv': Buffer.alloc(0),
    });
    expect(await test.content.text(['rev-list', '--count', 'main'])).toBe('1');
    await rm(sampleFolder, { recursive: true });
  });

  it.each(['working', 'content'] as const)('makes a lost %s.git again from the other one', async (lost) => {
    await using test = await startTestGit();
    const main = await headOfMain(test);
    await test.git.createBranch('b', main);
    const head = await add(test, 'b', { writes: files({ x: '1' }) });
    await test.git.push({ branch: 'b', sha: head, known: null });
    await rm(test[lost].directory, { recursive: true });
    await test.reopen();
    expect(await test[lost].text(['rev-parse', 'b', 'main'])).toBe(`${head}\n${main}`);
  });

  it('removes leftovers of a killed git: pending commits, stale locks, crash reports', async () => {
    await using test = await startTestGit();
    const main = await headOfMain(test);
    await test.git.createBranch('b', main);
    await test.working.run(['update-ref', 'refs/lessonwright/pending/left', main]);
    const lock = join(test.working.directory, 'refs/heads/b.lock');
    await writeFile(lock, '');
    await utimes(lock, 0, 0);
    await writeFile(join(test.working.directory, 'fast_import_crash_1'), '');
    await test.reopen();
    expect(await test.working.text(['for-each-ref', '--format=%(refname)'])).toBe('refs/heads/b\nrefs/heads/main');
    await add(test, 'b', { writes: files({ x: '1' }) });
  });
});

describe('committing', () => {
  it('writes the given author, committer, message and date, and only the given files', async () => {
    await using test = await startTestGit();
    await test.git.createBranch('drafts/ada', await headOfMain(test));
    await add(test, 'drafts/ada', {
      writes: files({ 'lessons/1-a/old.md': 'old', 'lessons/1-a/"quoted" ü.md': 'q', 'lessons/1-a/empty': '' }),
    });
    const sha = await add(test, 'drafts/ada', {
      message: 'Say it\r\n\r\nChange-Id: 1',
      date: new Date('2026-03-04T05:06:07Z'),
      writes: files({ 'lessons/1-a/new.md': 'new' }),
      deletes: ['lessons/1-a/old.md', 'lessons/1-a/never-there'],
    });
    expect(await test.working.text(['log', '-1', '--format=%an <%ae> %aI|%cn <%ce> %cI|%B', sha])).toBe(
      'Ada Lovelace <ada@example.com> 2026-03-04T05:06:07+00:00|Lessonwright <lessonwright@localhost> 2026-03-04T05:06:07+00:00|' +
        'Say it\n\nChange-Id: 1\n',
    );
    expect([...(await test.git.readFolder(sha, 'lessons/1-a')).files.keys()].toSorted()).toEqual(['"quoted" ü.md', 'empty', 'new.md']);
    expect(await test.git.head('drafts/ada')).toBe(sha);
  });

  it.each([
    [{ name: 'A <b@c> \n x', email: 'a<b>@x.y\n' }, 'A b@c x <ab@x.y>'],
    [{ name: '', email: 'a@x.y' }, 'a@x.y <a@x.y>'],
    [{ name: '...', email: '' }, 'unknown@localhost <unknown@localhost>'],
    [{ name: 'Żółć 王', email: 'z@x.y' }, 'Żółć 王 <z@x.y>'],
  ])('writes the author %j as %j', async (author, written) => {
    await using test = await startTestGit();
    await test.git.createBranch('b', await headOfMain(test));
    const sha = await add(test, 'b', { author, writes: files({ x: '1' }) });
    expect(await test.working.text(['log', '-1', '--format=%an <%ae>', sha])).toBe(written);
    await test.working.run(['fsck', '--strict']);
  });

  describe('of what is refused', () => {
    let test: TestGit;
    let head: string;
    beforeAll(async () => {
      test = await startTestGit();
      head = await headOfMain(test);
      await test.git.createBranch('b', head);
    });
    afterAll(() => test[Symbol.asyncDispose]());

    it.each(['../evil', '.git/config', 'lessons/1/.GIT/config', '/abs', 'a//b', 'a\nD lessons', 'a\0b', 'a\\..\\b'])(
      'writes and deletes nothing at %j',
      async (path) => {
        await expect(add(test, 'b', { writes: files({ ok: '1', [path]: 'evil' }) })).rejects.toMatchObject({ name: 'UnsafeNameError' });
        await expect(add(test, 'b', { deletes: [path] })).rejects.toMatchObject({ name: 'UnsafeNameError' });
        expect(await test.git.head('b')).toBe(head);
      },
    );

    it.each(['-x', 'refs/heads/x', 'a..b', '../main', 'x.lock', 'a b', '--all'])('touches no branch named %j', async (branch) => {
      for (const attempt of [
        () => test.git.head(branch),
        () => test.git.createBranch(branch, head),
        () => add(test, branch, { expectedHead: head, writes: files({ x: '1' }) }),
        () => test.git.push({ branch, sha: head, known: null }),
        () => test.git.fetch(branch),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ name: 'UnsafeNameError' });
      }
      expect(await test.working.text(['for-each-ref', '--format=%(refname)'])).toBe('refs/heads/b\nrefs/heads/main');
    });
  });

  it('keeps the commits of eight concurrent writers', async () => {
    await using test = await startTestGit();
    await test.git.createBranch('b', await headOfMain(test));
    const write = async (writer: number) => {
      for (;;) {
        try {
          return await add(test, 'b', { message: `Writer ${writer}`, writes: files({ [`lessons/1-a/${writer}.md`]: String(writer) }) });
        } catch (error) {
          if (!(error instanceof HeadMovedError)) throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    const { files: read } = await test.git.readFolder((await test.git.head('b')) as string, 'lessons/1-a');
    expect([...read.keys()].toSorted()).toEqual(Array.from({ length: 8 }, (_, writer) => `${writer}.md`));
    expect(await test.working.text(['rev-list', '--count', 'main..b'])).toBe('8');
    expect(await test.working.text(['for-each-ref', 'refs/lessonwright'])).toBe('');
    await test.working.run(['fsck', '--strict']);
  });

  it('shows nothing of a commit when the process is killed before its branch is moved', async () => {
    await using test = await startTestGit();
    const head = await headOfMain(test);
    await test.git.createBranch('b', head);
    const killed = spawnSync(process.execPath, ['--input-type=module', '--eval', COMMIT_AND_DIE, test.dataFolder, head], {
      cwd: resolve(import.meta.dirname, '../../..'),
    });
    expect(killed.stderr.toString()).toBe('');
    expect(killed.signal).toBe('SIGKILL');
    expect(await test.git.head('b')).toBe(head);
    expect(await test.working.text(['for-each-ref', '--format=%(refname)', 'refs/lessonwright'])).toMatch(/pending/);
    await test.reopen();
    expect(await test.working.text(['for-each-ref', 'refs/lessonwright'])).toBe('');
    await add(test, 'b', { expectedHead: head, writes: files({ x: '1' }) });
  });

  it('refuses to move a branch that has moved, and to create one that exists', async () => {
    await using test = await startTestGit();
    const main = await headOfMain(test);
    await test.git.createBranch('a/b', main);
    await add(test, 'a/b', { writes: files({ x: '1' }) });
    await expect(add(test, 'a/b', { expectedHead: main, writes: files({ x: '2' }) })).rejects.toMatchObject({ name: 'HeadMovedError' });
    for (const taken of ['a/b', 'a', 'a/b/c']) {
      await expect(test.git.createBranch(taken, main)).rejects.toMatchObject({ name: 'BranchExistsError' });
    }
  });

  it('writes streamed content like bytes, and leaves the branch unchanged if a stream fails', async () => {
    await using test = await startTestGit();
    const main = await headOfMain(test);
    await test.git.createBranch('now', main);
    await test.git.createBranch('later', main);
    const texts = { 'x/a.txt': 'one', 'x/b.txt': '', 'x/c.bin': 'three'.repeat(50_000) };
    const later = Object.entries(texts).map(([path, text]): [string, FileBytes] => {
      const bytes = Buffer.from(text);
      async function* open() {
        for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
      }
      return [path, { size: bytes.length, open }];
    });
    const written = await add(test, 'later', { writes: new Map([...later, ['x/d.txt', Buffer.from('four')]]) });
    const expected = await add(test, 'now', { writes: files({ ...texts, 'x/d.txt': 'four' }) });
    const treeOf = (commit: string) => test.working.text(['rev-parse', `${commit}^{tree}`]);
    expect(await treeOf(written)).toBe(await treeOf(expected));
    const broken: FileBytes = {
      size: 10,
      open: async function* open() {
        yield Buffer.from('half');
        throw new Error('The disk is gone.');
      },
    };
    await expect(add(test, 'later', { expectedHead: written, writes: new Map([['y', broken]]) })).rejects.toThrow('The disk is gone.');
    expect(await test.git.head('later')).toBe(written);
    expect(await test.working.text(['for-each-ref', 'refs/lessonwright/pending/'])).toBe('');
  });

  it("finds the trailers of commits, but none in an author's message", async () => {
    await using test = await startTestGit();
    const main = await headOfMain(test);
    await test.git.createBranch('b', main);
    const first = await add(test, 'b', { message: 'One\n\nChange-Id: 1\nChange-Id: 2', writes: files({ x: '1' }) });
    const second = await add(test, 'b', { message: 'Two\n\nChange-Id: fake\n\nChange-Id: 3', writes: files({ x: '2' }) });
    expect(await test.git.history.findTrailers('Change-Id', { since: main, until: second })).toEqual(
      new Map([
        ['1', first],
        ['2', first],
        ['3', second],
      ]),
    );
    expect(await test.git.history.findTrailers('Change-Id', { since: first, until: second })).toEqual(new Map([['3', second]]));
  });

  it('collects garbage during reads and writes', async () => {
    let isBackedUp = true;
    const removeObjects = async <T>(work: () => Promise<T>) => (isBackedUp ? null : work());
    await using test = await startTestGit({ locks: { moveRefs: (work) => work(), removeObjects } });
    await test.git.createBranch('b', await headOfMain(test));
    await add(test, 'b', { writes: new Map(Array.from({ length: 90 }, (_, i) => [`f${i}`, Buffer.from(String(i))])) });
    expect(await test.git.collectGarbage()).toBe(false);
    for (let commit = 0; commit < 24; commit++) {
      await add(test, 'b', { writes: new Map(Array.from({ length: 90 }, (_, i) => [`f${i}`, Buffer.from(`${commit} ${i}`)])) });
    }
    // Not while a backup reads them.
    expect(await test.git.collectGarbage()).toBe(false);
    isBackedUp = false;
    const writing = (async () => {
      for (let i = 0; i < 10; i++) await add(test, 'b', { writes: files({ x: String(i) }) });
    })();
    expect(await test.git.collectGarbage()).toBe(true);
    await writing;
    expect((await test.git.readFolder((await test.git.head('b')) as string, '')).files.size).toBe(93);
    await test.working.run(['fsck', '--strict']);
  });
});

describe('pushing', () => {
  async function diverged(test: TestGit, mine: Record<string, string>, theirs: Record<string, string>) {
    const main = await headOfMain(test);
    await test.git.createBranch('b', main);
    const base = await add(test, 'b', { writes: files({ x: '1\n2\n3\n4\n5\n6\n7\n8\n' }) });
    expect(await test.git.push({ branch: 'b', sha: base, known: null })).toEqual({ kind: 'pushed', sha: base });
    const foreign = await add(test, 'b', { author: { name: 'B', email: 'b@x' }, writes: files(theirs) });
    await test.git.push({ branch: 'b', sha: foreign, known: base });
    await test.working.run(['update-ref', 'refs/heads/b', base]);
    const own = await add(test, 'b', { message: 'Mine', writes: files(mine) });
    return { base, foreign, own };
  }

  it('pushes, detects an earlier push, and pushes the next commit', async () => {
    await using test = await startTestGit();
    await test.git.createBranch('b', await headOfMain(test));
    const first = await add(test, 'b', { writes: files({ x: '1' }) });
    expect(await test.git.push({ branch: 'b', sha: first, known: null })).toEqual({ kind: 'pushed', sha: first });
    expect(await test.git.push({ branch: 'b', sha: first, known: null })).toEqual({ kind: 'pushed', sha: first });
    const second = await add(test, 'b', { writes: files({ x: '2' }) });
    expect(await test.git.push({ branch: 'b', sha: second, known: null })).toEqual({ kind: 'pushed', sha: second });
    expect(await test.content.text(['rev-parse', 'b'])).toBe(second);
  });

  it('reports a moved remote, and merges changes in different places', async () => {
    await using test = await startTestGit();
    const { base, foreign, own } = await diverged(
      test,
      { x: '1\n2\n3\n4\n5\n6\n7\nMINE\n' },
      { x: 'THEIRS\n2\n3\n4\n5\n6\n7\n8\n', y: 'new' },
    );
    expect(await test.git.push({ branch: 'b', sha: own, known: base })).toEqual({ kind: 'rejected-non-fast-forward' });
    expect(await test.content.text(['rev-parse', 'b'])).toBe(foreign);
    expect(await test.git.fetch('b')).toEqual({ kind: 'fetched', sha: foreign });
    const merge = await test.git.merge({ ours: own, theirs: foreign, message: 'Merge' });
    if (merge.kind !== 'merged') throw new Error('not merged');
    expect(await test.git.push({ branch: 'b', sha: merge.sha, known: foreign })).toEqual({ kind: 'pushed', sha: merge.sha });
    expect(await test.content.text(['show', 'b:x'])).toBe('THEIRS\n2\n3\n4\n5\n6\n7\nMINE');
  });

  it('names the paths of a conflict and changes nothing', async () => {
    await using test = await startTestGit();
    const { foreign, own } = await diverged(test, { x: 'MINE\n' }, { x: 'THEIRS\n' });
    await test.git.fetch('b');
    expect(await test.git.merge({ ours: own, theirs: foreign, message: 'Merge' })).toEqual({ kind: 'conflict', paths: ['x'] });
    expect(await test.git.head('b')).toBe(own);
  });

  it('never discards newer commits of the remote', async () => {
    await using test = await startTestGit();
    const { base, foreign } = await diverged(test, { x: 'MINE\n' }, { x: 'THEIRS\n' });
    expect(await test.git.push({ branch: 'b', sha: base, known: foreign })).toEqual({ kind: 'rejected-non-fast-forward' });
    expect(await test.content.text(['rev-parse', 'b'])).toBe(foreign);
  });

  it('reports a deleted branch, and does not recreate it', async () => {
    await using test = await startTestGit();
    const { foreign, own, base } = await diverged(test, { x: 'MINE\n' }, { y: 'THEIRS\n' });
    await test.content.run(['update-ref', '-d', 'refs/heads/b']);
    expect(await test.git.push({ branch: 'b', sha: own, known: base })).toEqual({ kind: 'branch-missing' });
    expect(await test.git.fetch('b')).toEqual({ kind: 'branch-missing' });
    await test.content.run(['update-ref', 'refs/heads/b', base]);
    expect(await test.git.push({ branch: 'b', sha: own, known: foreign })).toEqual({ kind: 'rejected-non-fast-forward' });
    expect(await test.git.push({ branch: 'b', sha: own, known: base })).toEqual({ kind: 'pushed', sha: own });
  });

  it('reports an unreachable remote, and one that refuses', async () => {
    await using test = await startTestGit();
    const main = await headOfMain(test);
    await test.git.createBranch('b', main);
    const sha = await add(test, 'b', { writes: files({ x: '1' }) });
    await mkdir(join(test.content.directory, 'hooks'), { recursive: true });
    await writeFile(join(test.content.directory, 'hooks/pre-receive'), '#!/bin/sh\necho "no pushes today" >&2\nexit 1\n', { mode: 0o755 });
    expect(await test.git.push({ branch: 'b', sha, known: null })).toEqual({
      kind: 'refused',
      text: expect.stringContaining('pre-receive hook declined'),
    });
    await test.reopen({ remote: { address: '/nowhere/at-all.git' } });
    const unreachable = { kind: 'unreachable', text: expect.stringMatching(/\w/) };
    expect(await test.git.push({ branch: 'b', sha, known: null })).toEqual(unreachable);
    expect(await test.git.fetch('b')).toEqual(unreachable);
    await test.reopen({ remote: { address: 'http://127.0.0.1:1/x.git' } });
    expect(await test.git.push({ branch: 'b', sha, known: null })).toEqual(unreachable);
  });

  it('adopts main of the remote, even if it was rewritten', async () => {
    await using test = await startTestGit();
    const main = await headOfMain(test);
    await test.git.createBranch('b', main);
    const next = await add(test, 'b', { writes: files({ x: '1' }) });
    await test.git.push({ branch: 'b', sha: next, known: null });
    await test.content.run(['update-ref', 'refs/heads/main', next]);
    expect(await test.git.fetchMain()).toEqual({ kind: 'fetched', sha: next });
    await test.content.run(['update-ref', 'refs/heads/main', main]);
    expect(await test.git.fetchMain()).toEqual({ kind: 'fetched', sha: main });
    expect(await test.git.head('main')).toBe(main);
  });
});

/** Blocks ref updates between `close` and `open`. */
class Gate {
  readonly #opened = Promise.withResolvers<void>();
  readonly #reached = Promise.withResolvers<void>();
  /** Resolves once an update is blocked. */
  readonly reached = this.#reached.promise;
  #isClosed = false;

  close(): void {
    this.#isClosed = true;
  }

  open(): void {
    this.#opened.resolve();
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) {
      this.#reached.resolve();
      await this.#opened.promise;
    }
    return work();
  }
}

describe('refs', () => {
  /**
   * `head` is on branch `b` and pushed; `next` is a commit on top of it. The remote has moved main and has another
   * branch.
   */
  const moves: Record<string, (test: TestGit, state: { head: string; next: string }) => Promise<unknown>> = {
    'creating a branch': ({ git }, { head }) => git.createBranch('c', head),
    'moving a branch': ({ git }, { head, next }) => git.moveBranch({ branch: 'b', from: head, to: next }),
    'a commit': (test) => add(test, 'b', { writes: files({ y: '1' }) }),
    'a push': ({ git }, { head, next }) => git.push({ branch: 'b', sha: next, known: head }),
    'a fetch': ({ git }) => git.fetch('other'),
    'a fetch of main': ({ git }) => git.fetchMain(),
    'deleting a branch': ({ git }, { head }) => git.deleteBranch('b', head),
    'deleting a branch of the remote': ({ git }, { head }) => git.deleteRemoteBranch('b', head),
  };

  it.each(Object.entries(moves))('are not moved by %s while they are held stable', async (_name, move) => {
    const gate = new Gate();
    await using test = await startTestGit({ locks: { moveRefs: (work) => gate.pass(work), removeObjects: (work) => work() } });
    const main = await headOfMain(test);
    for (const branch of ['b', 'next']) await test.git.createBranch(branch, main);
    const head = await add(test, 'b', { writes: files({ x: '1' }) });
    await test.git.push({ branch: 'b', sha: head, known: null });
    await test.git.moveBranch({ branch: 'next', from: main, to: head });
    const next = await add(test, 'next', { writes: files({ x: '2' }) });
    for (const branch of ['main', 'other']) await test.content.run(['update-ref', `refs/heads/${branch}`, head]);
    const listRefs = async () => {
      const args = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/', 'refs/remotes/'];
      return [await test.working.text(args), await test.content.text(args)];
    };

    gate.close();
    const before = await listRefs();
    const moved = move(test, { head, next });
    await gate.reached;
    expect(await listRefs()).toEqual(before);
    gate.open();
    await moved;
    expect(await listRefs()).not.toEqual(before);
  });
});
