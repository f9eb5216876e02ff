import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { files, startTestGit, type TestGit } from '#testing/test-git.ts';

const [ADA, BEN, EVE] = ['ada', 'ben', 'eve'].map((name) => ({ name, email: `${name}@example.org` })) as [Person, Person, Person];
interface Person {
  name: string;
  email: string;
}

let test: TestGit;
let start: string;
let branches = 0;
beforeAll(async () => {
  test = await startTestGit();
  await test.git.createBranch('base', (await test.git.head('main')) as string);
  const settings = { 'lessons/b/lesson.yaml': 'title: B\n' };
  start = await commit('base', { 'lessons/a/x': '1\n2\n3\n4\n', 'lessons/b/x': '1', 'courses/c/x': '1', ...settings });
});
afterAll(() => test[Symbol.asyncDispose]());

async function commit(branch: string, texts: Record<string, string>, author = ADA, deletes: string[] = [], message = 'm'): Promise<string> {
  const expectedHead = await test.git.head(branch);
  return test.git.commit({ branch, expectedHead, author, message, date: new Date(0), writes: files(texts), deletes });
}

async function newBranch(from: string): Promise<string> {
  const name = `b${++branches}`;
  await test.git.createBranch(name, from);
  return name;
}

async function merged(ours: string, theirs: string, author = ADA): Promise<string> {
  const merge = await test.git.merge({ ours, theirs, message: 'Merge main', author });
  if (merge.kind === 'conflict') throw new Error('The merge has a conflict.');
  return merge.sha;
}

/** A merge that takes nothing from the other side. */
async function mergedAsOurs(ours: string, theirs: string): Promise<string> {
  const merge = { branch: await newBranch(ours), expectedHead: ours, merges: theirs, author: ADA, message: 'm', date: new Date(0) };
  return test.git.commit({ ...merge, writes: new Map(), deletes: [] });
}

describe('a change that was approved', () => {
  /** The approved commit changes lesson a; `then` comes after it, on the branch or on main. */
  async function approved(then: (branch: string, approved: string) => Promise<{ head?: string; main?: string }>) {
    const branch = await newBranch(start);
    const approvedCommit = await commit(branch, { 'lessons/a/x': '1\n2\n3\nfour\n' });
    const { head = (await test.git.head(branch)) as string, main = start } = await then(branch, approvedCommit);
    const seen = { approved: approvedCommit, head, main };
    return { isSame: await test.git.history.isSameChange(seen), since: await test.git.history.countChangesSince(seen) };
  }
  const onMain = async (texts: Record<string, string>) => commit(await newBranch(start), texts);

  it.each<[string, { isSame: boolean; since: number }, Parameters<typeof approved>[0]]>([
    ['is the same without a change', { isSame: true, since: 0 }, async () => ({})],
    ['is another after a save', { isSame: false, since: 1 }, async (b) => ({ head: await commit(b, { 'lessons/a/x': '5' }) })],
    ['is another with a new lesson', { isSame: false, since: 1 }, async (b) => ({ head: await commit(b, { 'lessons/d/x': '5' }) })],
    ['is another with a deleted file', { isSame: false, since: 1 }, async (b) => ({ head: await commit(b, {}, ADA, ['lessons/b/x']) })],
    [
      'is another when it is taken back',
      { isSame: false, since: 1 },
      async (b) => ({ head: await commit(b, { 'lessons/a/x': '1\n2\n3\n4\n' }) }),
    ],
    [
      'is another with other rules for merges',
      { isSame: false, since: 1 },
      async (b) => ({ head: await commit(b, { '.lessonwright.yaml': 'approvals: 0' }) }),
    ],
    ['is the same after a change elsewhere', { isSame: true, since: 0 }, async (b) => ({ head: await commit(b, { 'README.md': 'x' }) })],
    [
      'is another with other settings',
      { isSame: false, since: 1 },
      async (b) => ({ head: await commit(b, { '.lessonwright.yaml': 'x' }) }),
    ],
    [
      'is the same after what was saved was taken back',
      { isSame: true, since: 2 },
      async (b) => {
        await commit(b, { 'lessons/a/x': '5' });
        return { head: await commit(b, { 'lessons/a/x': '1\n2\n3\nfour\n' }) };
      },
    ],
    [
      'is the same after main was merged',
      { isSame: true, since: 0 },
      async (_branch, ours) => {
        const main = await onMain({ 'lessons/b/x': '2', 'courses/c/x': '2' });
        return { main, head: await merged(ours, main) };
      },
    ],
    [
      'is the same after a lesson got another owner',
      { isSame: true, since: 1 },
      async (b) => ({ head: await commit(b, { 'lessons/b/lesson.yaml': 'title: B\nowner: ben@example.org\n' }) }),
    ],
    [
      'is another after a lesson got another title with its owner',
      { isSame: false, since: 1 },
      async (b) => ({ head: await commit(b, { 'lessons/b/lesson.yaml': 'title: C\nowner: ben@example.org\n' }) }),
    ],
    ['is the same while main moves on', { isSame: true, since: 0 }, async () => ({ main: await onMain({ 'lessons/b/x': '2' }) })],
    [
      'is the same when main has it too',
      { isSame: true, since: 0 },
      async (_branch, ours) => {
        const main = await onMain({ 'lessons/a/x': '1\n2\n3\nfour\n' });
        return { main, head: await merged(ours, main) };
      },
    ],
    [
      'is another when main changed the same file',
      { isSame: false, since: 0 },
      async (_branch, ours) => {
        const main = await onMain({ 'lessons/a/x': 'one\n2\n3\n4\n' });
        return { main, head: await merged(ours, main) };
      },
    ],
    [
      'is another when a merge drops what main changed',
      { isSame: false, since: 1 },
      async (_branch, ours) => {
        const main = await onMain({ 'lessons/b/x': '2' });
        const other = await newBranch(await merged(ours, main));
        return { main, head: await commit(other, { 'lessons/b/x': '1' }) };
      },
    ],
    [
      'is another when a merge of both ways takes back what main changed',
      { isSame: false, since: 0 },
      async (_branch, ours) => {
        const changed = await onMain({ 'lessons/b/x': '2' });
        return { main: await merged(ours, changed), head: await mergedAsOurs(ours, changed) };
      },
    ],
  ])('%s', async (_name, expected, then) => {
    expect(await approved(then)).toEqual(expected);
  });
});

it('is written by its authors, not by those who merged main, planned a lesson or changed something else', async () => {
  const branch = await newBranch(start);
  await commit(branch, { 'lessons/a/x': '1\n2\n3\nfour\n' }, ADA);
  await commit(branch, { 'lessons/b/lesson.yaml': 'title: B\nstage: ready\n' }, BEN);
  const head = await commit(branch, { 'README.md': 'x' }, BEN);
  const main = await commit(await newBranch(start), { 'lessons/b/x': '2' }, EVE);
  const range = { main, head: await merged(head, main, BEN), trailer: 'Change-Id' };
  const { emails } = await test.git.history.listWriters(range);
  expect([emails.has(ADA.email), emails.has(BEN.email), emails.has(EVE.email)]).toEqual([true, false, false]);
});

it('names its writers and saves whatever characters an address has', async () => {
  const id = '0197a1b2-0000-4000-8000-0123456789ab';
  const branch = await newBranch(start);
  const first = await commit(branch, { 'lessons/a/x': '5' }, ADA, [], `m\n\nChange-Id: ${id}`);
  const head = await commit(branch, { 'lessons/a/x': '6' }, { name: 'Eve', email: 'eve\u0001@x' });
  const { emails, commits, changeIds } = await test.git.history.listWriters({ main: start, head, trailer: 'Change-Id' });
  expect([[...emails].includes(ADA.email), commits, changeIds]).toEqual([true, [head, first], [id]]);
});
