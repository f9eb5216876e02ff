import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLesson } from '#features/lessons/server/create-lesson.ts';
import { toActor } from '#features/accounts/server/users.ts';
import { buildUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
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
        is_drafts: true,
        drafts_of: author.user.id,
        is_closed: false,
        lesson_count: 1,
      },
    ]);
  });
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
