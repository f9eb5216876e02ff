import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { createLesson } from '#features/lessons/server/create-lesson.ts';
import { findPullForUpdate } from '#features/review/server/pulls/pull-request-queries.ts';
import { buildUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { closeMergedRelease } from './queries.ts';
import { ensureDraftsRelease, ensureMainRelease, getRelease, setPushError, setReleaseHead } from './releases.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

describe('drafts releases', () => {
  it('are created on first use from the head of main, one for each author', async () => {
    const { platform } = server;
    const [author, other] = [await server.newPerson(), await server.newPerson('external')];
    const first = await ensureDraftsRelease(platform, author.actor);
    expect(first).toMatchObject({
      name: `Drafts – ${author.user.name}`,
      branch_name: author.branch,
      commit_sha: await platform.git.head('main'),
      is_main: false,
      drafts_of: author.user.id,
    });
    expect(await ensureDraftsRelease(platform, author.actor)).toEqual(first);
    expect(await ensureDraftsRelease(platform, other.actor)).toMatchObject({ branch_name: other.branch, drafts_of: other.user.id });
  });

  it('are created once with concurrent first uses', async () => {
    const { actor } = await server.newPerson();
    const made = await Promise.all(Array.from({ length: 5 }, () => ensureDraftsRelease(server.platform, actor)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('get a number if two addresses look alike, or the branch is in use', async () => {
    const { platform } = server;
    const branches: string[] = [];
    for (const email of ['a.b@example.org', 'a-b@example.org']) {
      branches.push((await ensureDraftsRelease(platform, toActor(await buildUser(platform.db, { email })))).branch_name);
    }
    expect(branches).toEqual(['drafts/a-b-example-org', 'drafts/a-b-example-org-2']);
  });

  it('adopt a branch that a crash left without its row, but no branch with other content', async () => {
    const { platform } = server;
    const [author, other] = [await server.newPerson(), await server.newPerson()];
    const main = (await platform.git.head('main')) as string;
    await platform.git.createBranch(author.branch, main);
    expect((await ensureDraftsRelease(platform, author.actor)).branch_name).toBe(author.branch);
    await platform.git.createBranch(other.branch, main);
    await platform.git.commit({
      branch: other.branch,
      expectedHead: main,
      author: { name: 'x', email: 'x@x' },
      message: 'x',
      date: new Date(),
      writes: new Map([['x', Buffer.from('x')]]),
      deletes: [],
    });
    expect((await ensureDraftsRelease(platform, other.actor)).branch_name).toBe(`${other.branch}-2`);
  });
});

describe('GET /api/releases', () => {
  it('lists every release, main first, with the state of its changes', async () => {
    const { platform } = server;
    const author = await server.newPerson();
    const main = await ensureMainRelease(platform);
    const lesson = await createLesson(platform, author.actor, { sequence: 901, title: 'Loops' });
    await setPushError(platform.db, lesson.release_id, { text: 'It is down.', deleted_remotely_at: new Date('2026-01-02T03:04:05Z') });
    const releases = await author.client.listReleases();
    expect([releases[0], releases.find(({ id }) => id === lesson.release_id)]).toEqual([
      expect.objectContaining({
        id: main.id,
        name: 'Main',
        version_major: 'main',
        version_minor: null,
        is_main: true,
        commit_status: null,
        commit_error: null,
      }),
      {
        id: lesson.release_id,
        name: `Drafts – ${author.user.name}`,
        version_major: author.branch,
        version_minor: await platform.git.head('main'),
        is_main: false,
        sequence: lesson.release_id,
        pull_request: null,
        commit_status: 'saved',
        commit_error: 'It is down.',
        deletion_date: '2026-01-02T03:04:05.000Z',
        detached_at: null,
        preflight_required: false,
        model_allowed: false,
        is_drafts: true,
        drafts_of: author.user.id,
        is_closed: false,
        lesson_count: 1,
      },
    ]);
  });
});

/** Whether a query waits for a lock of another transaction. */
async function isWaitingForLock(): Promise<boolean> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(server.platform.db)).rows.length > 0;
}

it('lets nothing into a release while a merge closes it', async () => {
  const { db } = server.platform;
  const { client, actor, branch } = await server.newPerson();
  const release = await client.createRelease({ body: { name: branch, version_major: branch, create_new: true } });
  const drafts = await client.createLesson({ body: { sequence: 905, title: 'Loops' } });
  const course = await client.createCourse({ body: { sequence: 905, name: 'Gardens' } });
  const { id: release_id } = release;
  const deleted = await createLesson(server.platform, actor, { sequence: 906, title: 'Deleted', release_id });
  await client.deleteLesson({ params: { id: deleted.id } });
  const copied = { lessons_list: [905], from_release: drafts.release_id };
  const writes = [
    () => client.createLesson({ body: { sequence: 907, title: 'New', release_id } }),
    () => client.updateRelease({ params: { id: release_id }, body: copied }),
    () => client.updateRelease({ params: { id: release_id }, body: { ...copied, move: true } }),
    () => client.restoreLesson({ params: { id: deleted.id } }),
    () => client.createCourse({ body: { sequence: 907, name: 'New', release_id } }),
    () => client.copyCourse({ params: { id: course.id, releaseId: release_id }, body: {} }),
    () => client.createStep({ body: { name: 'New', release_id } }),
  ];
  for (const write of writes) {
    const [closed, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const merging = db.transaction().execute(async (tx) => {
      await closeMergedRelease(tx, release_id);
      closed.resolve();
      await begun.promise;
    });
    await closed.promise;
    let isSettled = false;
    const reply = write()
      .catch((error: unknown) => error)
      .finally(() => (isSettled = true));
    await expect.poll(async () => isSettled || (await isWaitingForLock()), { timeout: 300_000 }).toBe(true);
    begun.resolve();
    await merging;
    expect(await reply).toMatchObject({ status: 422, message: expect.stringMatching(/was merged and is closed/) });
    await client.reopenRelease({ params: { id: release_id } });
  }
});

it('lets lessons be saved while a review of their release is decided', async () => {
  const { client } = await server.newPerson();
  const { id, release_id } = await client.createLesson({ body: { sequence: 908, title: 'Loops' } });
  const [locked, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deciding = server.platform.db.transaction().execute(async (tx) => {
    await findPullForUpdate(tx, release_id);
    locked.resolve();
    await saved.promise;
  });
  await locked.promise;
  let isSaved = false;
  const reply = client.saveLesson({ params: { id }, body: { title: 'Saved' } }).then(() => (isSaved = true));
  await expect.poll(async () => isSaved || (await isWaitingForLock()), { timeout: 300_000 }).toBe(true);
  const wasSaved = isSaved;
  saved.resolve();
  await Promise.all([reply, deciding]);
  expect(wasSaved).toBe(true);
});

it('moves the head of a release only from its current commit', async () => {
  const { platform } = server;
  const { id } = await ensureMainRelease(platform);
  const move = (from: string | null, to: string) => platform.db.transaction().execute((tx) => setReleaseHead(tx, id, { from, to }));
  await move(null, 'a');
  await expect(move(null, 'b')).rejects.toThrow('no longer at');
  await move('a', 'b');
  expect(await getRelease(platform.db, id)).toMatchObject({ commit_sha: 'b' });
  await expect(getRelease(platform.db, 999_999)).rejects.toMatchObject({ code: 'not_found' });
});
