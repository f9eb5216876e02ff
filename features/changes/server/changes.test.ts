import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { listVersions } from '#features/history/server/list-versions.ts';
import { createLesson } from '#features/lessons/server/create-lesson.ts';
import { deleteLesson } from '#features/lessons/server/delete-lesson.ts';
import { saveLesson } from '#features/lessons/server/save-lesson.ts';
import { getRelease } from '#features/releases/server/releases.ts';
import { commitSaves } from '#features/screens/server/commit-saves.ts';
import { saveScreen } from '#features/screens/server/save-screen.ts';
import { createScreen } from '#features/screens/server/screen-order.ts';
import type { LiveEvent } from '#platform/contract/live.ts';
import { commitElsewhere } from '#testing/foreign-commit.ts';
import { startTestServer, type Person, type TestServer } from '#testing/test-server.ts';
import { recordChange } from './changes.ts';
import { commitChanges, commitDueChanges } from './commit-changes.job.ts';
import { commitStatusOfLesson, commitStatusOfScreens } from './commit-status.ts';
import { pushBranch } from './push-branch.job.ts';
import { startChangeWorkers } from './workers.ts';

const FOREIGN = { name: 'Grace', email: 'grace@example.org' };

let server: TestServer;
let content: GitRepository;
let working: GitRepository;
/** The author of a test, who has their own drafts. */
let author: Person;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
  const { dataFolder } = server.platform.config;
  content = new GitRepository(join(dataFolder, 'content.git'));
  working = new GitRepository(join(dataFolder, 'working.git'));
});
afterAll(() => server.close());
beforeEach(async () => {
  author = await server.newPerson();
});

const signal = () => AbortSignal.timeout(300_000);
const commit = (releaseId: number) => commitChanges(server.platform, releaseId, signal());
const push = (releaseId: number) => pushBranch(server.platform, releaseId, signal());
const show = (path: string, branch = author.branch) => content.text(['show', `${branch}:${path}`]);

/** A lesson with one screen in the staff member's drafts, saved but not committed. */
async function makeLesson() {
  const lesson = await createLesson(server.platform, author.actor, { sequence: 901, title: 'Loops' });
  const { newScreenId } = await createScreen(server.platform, author.actor, lesson.id, { sequence: 1 }, { names_only: true });
  return { lessonId: lesson.id, screenId: newScreenId, releaseId: lesson.release_id };
}

async function makePushedLesson() {
  const made = await makeLesson();
  await commit(made.releaseId);
  await push(made.releaseId);
  return made;
}

const write = (screen: { lessonId: number; screenId: number }, body_markdown: string, saveMessage?: string) =>
  saveScreen(server.platform, author.actor, screen, { body_markdown, saveMessage });

/** Another user pushes `texts` to the author's branch. */
const pushFromElsewhere = (texts: Record<string, string>) => commitElsewhere(content.directory, author.branch, texts);

describe('committing a save', () => {
  it('reports saved, committed and pushed', async () => {
    const { platform } = server;
    const { lessonId, screenId, releaseId } = await makeLesson();
    const published = vi.spyOn(platform.live, 'publish');
    const states: (string | undefined)[] = [];
    const look = async () => states.push((await commitStatusOfLesson(platform.db, lessonId))?.state);
    await look();
    await commit(releaseId);
    await look();
    await push(releaseId);
    await look();
    expect(states).toEqual(['saved', 'committed', 'pushed']);
    expect((await commitStatusOfScreens(platform.db, [screenId])).get(screenId)).toMatchObject({ state: 'pushed', error: null });
    const told = published.mock.calls.map(([topic, event]) => [topic, event as Extract<LiveEvent, { type: 'commit-status' }>] as const);
    expect(told.map(([topic, event]) => [topic, event.type, event.screen_id, event.status.state])).toEqual([
      [`lesson:${lessonId}`, 'commit-status', null, 'committed'],
      [`lesson:${lessonId}`, 'commit-status', screenId, 'committed'],
      [`lesson:${lessonId}`, 'commit-status', null, 'pushed'],
      [`lesson:${lessonId}`, 'commit-status', screenId, 'pushed'],
    ]);
    const changes = await platform.db.selectFrom('changes').select('content').where('release_id', '=', releaseId).execute();
    expect(changes.every((row) => row.content === null)).toBe(true);
  });

  it('creates a commit of the author with the typed message, and readable files', async () => {
    const made = await makePushedLesson();
    await write(made, '# Loops', 'Explain loops');
    await commit(made.releaseId);
    await push(made.releaseId);
    expect(await content.text(['log', '-1', '--format=%an <%ae>|%s', author.branch])).toBe(
      `${author.user.name} <${author.user.email}>|Explain loops`,
    );
    expect(await content.text(['show', '--format=', '--name-only', author.branch])).toBe('lessons/901-loops/screens/screen/learn.md');
    expect(await show('lessons/901-loops/screens/screen/learn.md')).toBe('# Loops');
    expect(await getRelease(server.platform.db, made.releaseId)).toMatchObject({
      commit_sha: await content.text(['rev-parse', author.branch]),
      push_error: null,
    });
  });

  it("shares a commit with the same author's other saves of these seconds, unless a message was typed", async () => {
    const made = await makeLesson();
    await write(made, 'one');
    await write(made, 'two', 'Say it better');
    await write(made, 'three');
    await commit(made.releaseId);
    expect(await working.text(['log', '--reverse', '--format=%s', `main..${author.branch}`])).toBe(
      'Create lesson 901: Loops (and 2 more)\nSay it better\nUpdate screen 1 of lesson 901',
    );
  });

  it('commits automatic saves together after a pause, as one version of each screen', async () => {
    const { platform } = server;
    const made = await makePushedLesson();
    const { newScreenId } = await createScreen(platform, author.actor, made.lessonId, { sequence: 2 }, { names_only: true });
    await commit(made.releaseId);
    const due = () => commitDueChanges(platform, made.releaseId, signal());
    const type = (body_markdown: string, screenId = made.screenId) =>
      saveScreen(platform, author.actor, { ...made, screenId }, { body_markdown, automatic: true });
    const pause = () =>
      sql`update changes set saved_at = saved_at - interval '61 s' where release_id = ${made.releaseId}`.execute(platform.db);
    const subjects = async (count: number) => (await working.text(['log', `-${count}`, '--format=%s', author.branch])).split('\n');
    const head = () => working.text(['rev-parse', author.branch]);

    const before = await head();
    for (const text of ['o', 'on', 'one']) await type(text);
    await type('two', newScreenId);
    const saves = platform.db.selectFrom('audit_entries').select('subject').where('action', '=', 'screen.save').orderBy('id', 'desc');
    const audited = [`screen:${newScreenId}`, `screen:${made.screenId}`];
    expect((await saves.limit(3).execute()).slice(0, 2).map(({ subject }) => subject)).toEqual(audited);
    expect(await saves.where('subject', 'in', audited).execute()).toHaveLength(2);
    await due();
    expect(await head()).toBe(before);
    await pause();
    await due();
    expect(await working.text(['rev-list', '--count', `${before}..${author.branch}`])).toBe('1');
    expect(await working.text(['log', '-1', '--format=%(trailers:key=Change-Id,valueonly)', author.branch])).toMatch(/^(\S+\n){4}$/m);

    // Another stretch, which a save with a message ends; then one that leaving the lesson ends.
    await type('three');
    await write(made, 'three and more', 'Say why');
    await type('four');
    await due();
    expect(await subjects(2)).toEqual(['Say why', 'Update screen 1 of lesson 901 (and 1 more)']);
    expect(await show('lessons/901-loops/screens/screen/learn.md').catch(() => null)).not.toBe('four');
    expect(await commitSaves(platform, author.actor, made.lessonId, 'And this')).toEqual({ saves: 1 });
    await due();
    expect(await subjects(1)).toEqual(['And this']);
    expect(await commitSaves(platform, author.actor, made.lessonId, undefined)).toEqual({ saves: 0 });

    // A commit that is being written takes no message any more, and says so.
    await type('five');
    const late = Promise.withResolvers<{ saves: number }>();
    const describeLate = () => late.resolve(commitSaves(platform, author.actor, made.lessonId, 'Too late'));
    subscribe('lessonwright:changes', describeLate);
    await commit(made.releaseId).finally(() => unsubscribe('lessonwright:changes', describeLate));
    expect(await late.promise).toEqual({ saves: 0 });

    const { versions } = await listVersions(platform.db, author.actor, { kind: 'lesson', id: made.lessonId }, { part: undefined });
    expect(versions.slice(1, 4).map(({ message, parts }) => [message, parts.length])).toEqual([
      ['And this', 1],
      ['Say why', 1],
      [null, 2],
    ]);
    expect(versions[0]).toMatchObject({ message: null, commit: await head() });
  });

  it('ends a stretch when another author saves the lesson, and commits both in their order', async () => {
    const { platform } = server;
    const made = await makePushedLesson();
    const other = await server.newPerson('owner');
    const type = (actor: typeof author.actor, body_markdown: string) =>
      saveScreen(platform, actor, made, { body_markdown, automatic: true });
    await type(author.actor, 'mine');
    await type(author.actor, 'mine too');
    await type(other.actor, 'mine too, and theirs');
    await commitDueChanges(platform, made.releaseId, signal());
    expect(await working.text(['log', '-1', '--format=%an', author.branch])).toBe(author.user.name);
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({ state: 'saved' });
    await commit(made.releaseId);
    expect(await working.text(['log', '-1', '--format=%an', author.branch])).toBe(other.user.name);
  });

  it('creates no empty commit for an unchanged save, even with a message', async () => {
    const { platform } = server;
    const made = await makePushedLesson();
    const head = await working.text(['rev-parse', author.branch]);
    await platform.db.transaction().execute((tx) =>
      recordChange(tx, platform, {
        release_id: made.releaseId,
        lesson_id: made.lessonId,
        screen_id: null,
        actor: author.actor,
        message: 'Nothing, really',
        summary: 'Nothing',
        content: { folder: '901-loops', screen_order: [] },
      }),
    );
    await commit(made.releaseId);
    expect(await working.text(['rev-parse', author.branch])).toBe(head);
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({ state: 'committed', commit_sha: head });
    await push(made.releaseId);
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({ state: 'pushed' });
  });

  it('removes a deleted lesson, with unknown files', async () => {
    const made = await makePushedLesson();
    await pushFromElsewhere({ 'lessons/901-loops/notes.txt': 'x', 'lessons/902-other/lesson.yaml': 'y' });
    await write(made, 'more');
    await commit(made.releaseId);
    await push(made.releaseId);
    await deleteLesson(server.platform, author.actor, made.lessonId);
    await commit(made.releaseId);
    expect(await working.text(['ls-tree', '-r', '--name-only', author.branch])).toBe('.gitattributes\nREADME.md');
  });

  it("waits with an error if it can't be applied, and continues once it can", async () => {
    const { platform } = server;
    const made = await makePushedLesson();
    const before = await working.text(['rev-parse', author.branch]);
    // The branch loses the lesson without the product's involvement.
    const empty = await platform.git.commit({
      branch: author.branch,
      expectedHead: before,
      author: FOREIGN,
      message: 'Lose it',
      date: new Date(),
      writes: new Map(),
      deletes: ['lessons/901-loops'],
    });
    await write(made, 'new text');
    await expect(commit(made.releaseId)).rejects.toThrow('no longer on the branch');
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({
      state: 'saved',
      error: expect.stringContaining('901-loops'),
    });
    await platform.git.commit({
      branch: author.branch,
      expectedHead: empty,
      author: FOREIGN,
      message: 'Bring it back',
      date: new Date(),
      writes: new Map(
        [...(await platform.git.readFolder(before, 'lessons/901-loops')).files].map(([path, bytes]) => [
          `lessons/901-loops/${path}`,
          bytes,
        ]),
      ),
      deletes: [],
    });
    await commit(made.releaseId);
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({ state: 'committed', error: null });
  });
});

describe('a changed remote', () => {
  it('merges pushed changes, and keeps the edits of each author', async () => {
    const made = await makePushedLesson();
    await pushFromElsewhere({ 'lessons/901-loops/screens/screen/hint.md': 'a hint\n' });
    await write(made, 'my text');
    await commit(made.releaseId);
    await push(made.releaseId);
    expect(await show('lessons/901-loops/screens/screen/learn.md')).toBe('my text');
    expect(await show('lessons/901-loops/screens/screen/hint.md')).toBe('a hint');
    // The rows don't have the hint yet: the next save must not remove it.
    await write(made, 'my next text');
    await commit(made.releaseId);
    await push(made.releaseId);
    expect(await show('lessons/901-loops/screens/screen/learn.md')).toBe('my next text');
    expect(await show('lessons/901-loops/screens/screen/hint.md')).toBe('a hint');
    expect(await commitStatusOfLesson(server.platform.db, made.lessonId)).toMatchObject({ state: 'pushed', error: null });
  });

  it('reports a conflict, keeps both sides, and continues once it is resolved', async () => {
    const { platform } = server;
    const made = await makePushedLesson();
    const before = await content.text(['rev-parse', author.branch]);
    const theirs = await pushFromElsewhere({ 'lessons/901-loops/screens/screen/learn.md': 'THEIRS\n' });
    await write(made, 'MINE');
    await commit(made.releaseId);
    await expect(push(made.releaseId)).rejects.toThrow('Lesson 901 was changed here and on the code host in the same places');
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({
      state: 'committed',
      error: expect.stringContaining('in the same places'),
    });
    expect(await content.text(['rev-parse', author.branch])).toBe(theirs);
    await content.run(['update-ref', `refs/heads/${author.branch}`, before]);
    await push(made.releaseId);
    expect(await show('lessons/901-loops/screens/screen/learn.md')).toBe('MINE');
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({ state: 'pushed', error: null });
  });

  it('survives a force push by pushing the discarded commits again', async () => {
    const made = await makePushedLesson();
    await write(made, 'kept', 'Keep me');
    await commit(made.releaseId);
    await push(made.releaseId);
    await content.run(['update-ref', `refs/heads/${author.branch}`, 'refs/heads/main']);
    await write(made, 'kept and more');
    await commit(made.releaseId);
    await push(made.releaseId);
    expect(await show('lessons/901-loops/screens/screen/learn.md')).toBe('kept and more');
    expect(await content.text(['log', '--format=%s', author.branch])).toContain('Keep me');
  });

  it('reports a deleted branch, keeps the commits, and recovers once it exists again', async () => {
    const { platform } = server;
    const made = await makePushedLesson();
    const before = await content.text(['rev-parse', author.branch]);
    await content.run(['update-ref', '-d', `refs/heads/${author.branch}`]);
    await write(made, 'text');
    await commit(made.releaseId);
    await expect(push(made.releaseId)).rejects.toThrow('was deleted on the code host');
    const { deleted_remotely_at } = await getRelease(platform.db, made.releaseId);
    expect(deleted_remotely_at).toBeInstanceOf(Date);
    await expect(push(made.releaseId)).rejects.toThrow('was deleted');
    expect((await getRelease(platform.db, made.releaseId)).deleted_remotely_at).toEqual(deleted_remotely_at);
    await content.run(['update-ref', `refs/heads/${author.branch}`, before]);
    await push(made.releaseId);
    expect(await getRelease(platform.db, made.releaseId)).toMatchObject({ deleted_remotely_at: null, push_error: null });
    expect(await show('lessons/901-loops/screens/screen/learn.md')).toBe('text');
  });

  it('waits for a remote that is unreachable or refuses', async () => {
    const { platform } = server;
    const made = await makePushedLesson();
    await write(made, 'text');
    await commit(made.releaseId);
    await rename(content.directory, `${content.directory}.away`);
    await expect(push(made.releaseId)).rejects.toThrow('cannot be reached');
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({
      state: 'committed',
      error: expect.stringContaining('cannot be reached'),
    });
    await rename(`${content.directory}.away`, content.directory);
    await mkdir(join(content.directory, 'hooks'));
    await writeFile(join(content.directory, 'hooks/pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await expect(push(made.releaseId)).rejects.toThrow('rejected the push');
    await rm(join(content.directory, 'hooks'), { recursive: true });
    await push(made.releaseId);
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({ state: 'pushed', error: null });
  });

  it('repeats unpushed commits that were lost with our branch', async () => {
    const { platform } = server;
    const made = await makePushedLesson();
    await write(made, 'committed', 'Lost and found');
    await commit(made.releaseId);
    const lost = await working.text(['rev-parse', author.branch]);
    await write(made, 'saved');
    await working.run(['update-ref', '-d', `refs/heads/${author.branch}`]);
    await working.run(['update-ref', '-d', `refs/remotes/origin/${author.branch}`]);
    await working.run(['reflog', 'expire', '--expire=now', '--all']);
    await working.run(['gc', '--quiet', '--prune=now']);
    expect(await platform.git.hasCommit(lost)).toBe(false);
    // The push finds that the branch lost commits, and requests them first.
    await push(made.releaseId);
    expect(await commitStatusOfLesson(platform.db, made.lessonId)).toMatchObject({ state: 'saved' });
    await commit(made.releaseId);
    await push(made.releaseId);
    expect(await content.text(['log', '--format=%s', `main..${author.branch}`])).toBe(
      'Update screen 1 of lesson 901\nLost and found\nCreate lesson 901: Loops (and 1 more)',
    );
    expect(await show('lessons/901-loops/screens/screen/learn.md')).toBe('saved');
  });
});

it('commits saves of several users in parallel through the real workers', async () => {
  const { platform } = server;
  // The tests above did the work of their jobs themselves.
  await sql`delete from pgboss.job`.execute(platform.db);
  const lessons = await Promise.all(
    (['owner', 'staff', 'external'] as const).map(async (role, index) => {
      const actor = toActor(server.users[role]);
      const lesson = await createLesson(platform, actor, { sequence: 910 + index, title: role });
      return { actor, lesson };
    }),
  );
  await startChangeWorkers(platform);
  for (let round = 0; round < 5; round++) {
    for (const { actor, lesson } of lessons) await saveLesson(platform, actor, lesson.id, { overview: `Round ${round}` });
  }
  await vi.waitFor(
    async () => {
      for (const { lesson } of lessons) expect(await commitStatusOfLesson(platform.db, lesson.id)).toMatchObject({ state: 'pushed' });
    },
    { timeout: 300_000, interval: 100 },
  );
  for (const { lesson } of lessons) {
    const { branch_name } = await getRelease(platform.db, lesson.release_id);
    expect(await show(`lessons/${lesson.sequence}-${lesson.title}/lesson.yaml`, branch_name)).toContain('Round 4');
  }
});
