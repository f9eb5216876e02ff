import { describe, expect, it } from 'vitest';
import { files, startTestGit, type TestGit } from '#testing/test-git.ts';
import type { DiffScope } from './compare.ts';

const AUTHOR = { name: 'Ada', email: 'ada@example.org' };
const LIMITS = { files: 100, lines: 100 };

async function commit(
  test: TestGit,
  texts: Readonly<Record<string, string>>,
  deletes: readonly string[] = [],
  message = 'm',
): Promise<string> {
  const expectedHead = await test.git.head('b');
  return test.git.commit({ branch: 'b', expectedHead, author: AUTHOR, message, date: new Date(0), writes: files(texts), deletes });
}

async function two(
  test: TestGit,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  deletes: readonly string[] = [],
) {
  await test.git.createBranch('b', (await test.git.head('main')) as string);
  return { before: await commit(test, before), after: await commit(test, after, deletes) };
}

const diff = async (test: TestGit, range: { before: string; after: string }, place: DiffScope = {}, limits = LIMITS) =>
  test.git.history.diff({ ...range, place, limits });

describe('the diff of two commits', () => {
  it('has lines with their numbers on both sides', async () => {
    await using test = await startTestGit();
    const range = await two(test, { a: '1\n2\n3\n' }, { a: '1\nzwei\n3\n4' });
    const { files: changed } = await diff(test, range);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatchObject({ path: 'a', from: null, change: 'changed', is_binary: false, is_cut: false });
    expect(changed[0]?.hunks[0]?.lines).toEqual([
      { kind: 'same', text: '1', before: 1, after: 1 },
      { kind: 'removed', text: '2', before: 2, after: null },
      { kind: 'added', text: 'zwei', before: null, after: 2 },
      { kind: 'same', text: '3', before: 3, after: 3 },
      { kind: 'added', text: '4', before: null, after: 4 },
    ]);
  });

  it('handles content that looks like a diff, and odd names', async () => {
    await using test = await startTestGit();
    const odd = 'ä "x" [1]*.md';
    const range = await two(
      test,
      { a: 'diff --git a/x b/x\n-- old\n', [odd]: '1\n' },
      { a: 'diff --git a/y b/y\n++ new\n@@ -1 +1 @@\n', [odd]: '2\n' },
    );
    const { files: changed } = await diff(test, range);
    expect(changed.map(({ path }) => path)).toEqual(['a', odd]);
    expect(changed[0]?.hunks[0]?.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ['removed', 'diff --git a/x b/x'],
      ['removed', '-- old'],
      ['added', 'diff --git a/y b/y'],
      ['added', '++ new'],
      ['added', '@@ -1 +1 @@'],
    ]);
    expect((await diff(test, range, { below: odd })).files).toHaveLength(1);
  });

  it('recognizes added, deleted, moved, binary and empty files', async () => {
    await using test = await startTestGit();
    const long = Array.from({ length: 50 }, (_, index) => `line ${index}\n`).join('');
    const range = await two(test, { gone: 'x\n', 'old-name': long, bin: '\0a' }, { come: '', 'new-name': long, bin: '\0b' }, [
      'gone',
      'old-name',
    ]);
    const { files: changed } = await diff(test, range);
    expect(changed.map(({ path, from, change, is_binary, hunks }) => [path, from, change, is_binary, hunks.length])).toEqual([
      ['bin', null, 'changed', true, 0],
      ['come', null, 'added', false, 0],
      ['gone', null, 'deleted', false, 1],
      ['new-name', 'old-name', 'moved', false, 0],
    ]);
  });

  it('can be limited to a folder or its complement, with literal paths', async () => {
    await using test = await startTestGit();
    const range = await two(test, {}, { 'lessons/1-a/x': '1', 'lessons/1-ab/x': '1', 'paths/1-a/x': '1', 'README.md': 'new', other: '1' });
    const paths = async (place: DiffScope) => (await diff(test, range, place)).files.map(({ path }) => path);
    expect(await paths({ below: 'lessons/1-a' })).toEqual(['lessons/1-a/x']);
    expect(await paths({ below: 'lessons/*' })).toEqual([]);
    expect(await paths({ below: ':(glob)**' })).toEqual([]);
    expect(await paths({ outside: ['lessons', 'paths'] })).toEqual(['README.md', 'other']);
  });

  it('is cut at its limit', async () => {
    await using test = await startTestGit();
    const range = await two(test, {}, { a: '1\n'.repeat(50), b: '1\n', c: '1\n' });
    const cut = await diff(test, range, {}, { files: 2, lines: 10 });
    expect(cut.is_cut).toBe(true);
    expect(cut.files.map(({ path, is_cut, hunks }) => [path, is_cut, hunks[0]?.lines.length])).toEqual([
      ['a', true, 10],
      ['b', false, 1],
    ]);
  });
});

describe('commits between two', () => {
  it('are listed newest first, with any text in their subjects', async () => {
    await using test = await startTestGit();
    await test.git.createBranch('b', (await test.git.head('main')) as string);
    const since = await commit(test, { a: '1' });
    const one = await commit(test, { a: '2' }, [], 'One | %H "quoted"\n\nBody');
    const two = await commit(test, { a: '3' }, [], 'Two');
    const commits = await test.git.history.listCommits({ since, until: two, limit: 10 });
    expect(commits.map(({ sha, subject, author }) => [sha, subject, author])).toEqual([
      [two, 'Two', 'Ada'],
      [one, 'One | %H "quoted"', 'Ada'],
    ]);
    expect(await test.git.history.listCommits({ since, until: two, limit: 1 })).toHaveLength(1);
    expect(await test.git.history.parentsOf(two)).toEqual([one]);
    expect(await test.git.history.mergeBase(since, two)).toBe(since);
  });

  it('name who changed a folder last, not who merged it', async () => {
    await using test = await startTestGit();
    await test.git.createBranch('b', (await test.git.head('main')) as string);
    const since = await commit(test, { 'f/one': '1', 'f/two': '1' });
    await test.git.createBranch('c', since);
    const carol = { name: 'Carol', email: 'carol@example.org' };
    const change = { branch: 'c', expectedHead: since, author: carol, message: 'm', deletes: [] };
    const theirs = await test.git.commit({ ...change, date: new Date(60_000), writes: files({ 'f/two': '2' }) });
    const ours = await commit(test, { 'f/one': '2' });
    const tree = await test.working.text(['merge-tree', '--write-tree', ours, theirs]);
    const merged = await test.working.text(['commit-tree', tree, '-p', ours, '-p', theirs, '-m', 'Merge'], {
      config: { 'user.name': 'Merger', 'user.email': 'm@x' },
    });
    expect(await test.git.history.authorOf(merged)).toBe('Merger');
    expect(await test.git.history.lastAuthorOf(merged, 'f')).toBe('Carol');
    expect(await test.git.history.lastAuthorOf(merged, 'elsewhere')).toBeNull();
  });

  it('are listed with any control characters in subjects and authors', async () => {
    await using test = await startTestGit();
    const since = (await test.git.head('main')) as string;
    await test.git.createBranch('b', since);
    const odd = 'A \u001e record \u001f field \u0001 \u007f \u0085 \u2028 \u2029 end';
    const tree = await test.working.text(['rev-parse', `${since}^{tree}`]);
    const when = '1000000000 +0000';
    const object = `tree ${tree}\nparent ${since}\nauthor A\u001e\u001fda <a@x> ${when}\ncommitter B <b@x> ${when}\n\n${odd}\n`;
    const hashed = await test.working.run(['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], { input: [object] });
    const first = hashed.stdout.toString().trim();
    const second = await test.working.text(['commit-tree', tree, '-p', first, '-m', odd], {
      config: { 'user.name': 'C', 'user.email': 'c@x' },
    });
    const listed = await test.git.history.listCommits({ since, until: second, limit: 10 });
    expect(listed.map(({ sha, subject }) => [sha, subject])).toEqual([
      [second, odd],
      [first, odd],
    ]);
    expect(listed[1]).toMatchObject({ author: 'A\u001e\u001fda', at: new Date(1_000_000_000_000) });
    expect(await test.git.history.findMergeCommit(since, second)).toMatchObject({ sha: first, subject: odd });
  });

  it('find the merge commit and its author', async () => {
    await using test = await startTestGit();
    const main = (await test.git.head('main')) as string;
    await test.git.createBranch('b', main);
    const head = await commit(test, { a: '1' });
    expect(await test.git.history.findMergeCommit(head, main)).toBeNull();
    const merge = await test.git.merge({ ours: main, theirs: head, message: 'Merge it', author: { name: 'Eve', email: 'eve@x' } });
    if (merge.kind !== 'merged') throw new Error('It does not merge.');
    expect(await test.git.history.findMergeCommit(head, merge.sha)).toMatchObject({ sha: merge.sha, subject: 'Merge it', author: 'Eve' });
    expect(await test.git.history.parentsOf(merge.sha)).toEqual([main, head]);
    expect(await test.git.findConflicts(main, head)).toEqual([]);
  });
});
