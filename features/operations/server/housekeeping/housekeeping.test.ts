import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { pushBranch } from '#features/changes/server/push-branch.job.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { setLessonFiles } from '#features/lesson-files/server/data-files.ts';
import { ensureDraftsRelease, getRelease } from '#features/releases/server/releases.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import { BACKUP_LIMITS, withoutRemovals } from '#platform/server/database/backup-locks.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { runHousekeeping } from './run-housekeeping.ts';
import { startHousekeeping } from './schedule.ts';

let server: TestServer;
let content: GitRepository;

beforeEach(async () => {
  server = await startTestServer({ hasWorkers: false });
  content = new GitRepository(join(server.platform.config.dataFolder, 'content.git'));
});
afterEach(() => server.close());

const staff = () => server.client('staff');
const inDays = (days: number) =>
  runHousekeeping({ platform: server.platform, now: new Date(Date.now() + days * DAY_MS), signal: AbortSignal.timeout(300_000) });
const heads = async () => (await content.text(['for-each-ref', '--format=%(refname:short)', 'refs/heads'])).split('\n');

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(
    server.platform.db,
  );
  return rows[0]?.count ?? -1;
}

async function makeLesson(sequence = 901) {
  const lesson = await staff().createLesson({ body: { sequence, title: 'Loops' } });
  const { newScreenId } = await staff().createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  return { ...lesson, screenId: newScreenId };
}

async function bringToGit(releaseId: number): Promise<void> {
  await commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
  await pushBranch(server.platform, releaseId, AbortSignal.timeout(300_000));
}

/** Inserts a row of everything that depends on a lesson and its screen. */
async function hangOn({ id, screenId }: { id: number; screenId: number }) {
  const { db, blobs } = server.platform;
  const user = server.users.staff.id;
  const blob = await blobs.put(Buffer.from(`data of ${id}`));
  await db.transaction().execute((tx) => setLessonFiles(tx, id, [{ kind: 'data', file_name: 'a.csv', settings: {}, ...blob }]));
  await sql`insert into runs (id, user_id, lesson_id, screen_id, runner_name, session_id)
    values (gen_random_uuid(), ${user}, ${id}, ${screenId}, 'local', 'some')`.execute(db);
  await sql`insert into run_sessions (id, user_id, lesson_id, program, runner_name, path_secret)
    values (gen_random_uuid(), ${user}, ${id}, 'interpreter', 'local', ${`secret-${id}`})`.execute(db);
  await sql`insert into screen_tests (screen_id, slug) values (${screenId}, 'one')`.execute(db);
  await sql`insert into lesson_visits (user_id, lesson_id, version_id) values (${user}, ${id}, 1)`.execute(db);
  await sql`insert into screen_gates (screen_id, revision) values (${screenId}, 1)`.execute(db);
  await sql`insert into check_trust (screen_id, fingerprint, report, examined_at) values (${screenId}, '', '{}', now())`.execute(db);
  await sql`with made as (insert into rehearsals (release_id, candidate) select release_id, '{}' from lessons where id = ${id}
      on conflict (release_id) do update set candidate = '{}' returning id),
    lesson as (insert into rehearsal_lessons (rehearsal_id, lesson_id, environment_hash, content_hash) select id, ${id}, '', '' from made)
    insert into rehearsal_screens (rehearsal_id, screen_id, lesson_id) select id, ${screenId}, ${id} from made`.execute(db);
  await sql`with made as (insert into comments (screen_id, user_id, comment) values (${screenId}, ${user}, 'Mind this.') returning id)
    insert into comment_messages (comment_id, user_id, message) select id, ${user}, 'Done.' from made`.execute(db);
  await sql`insert into screen_items (screen_id, kind, uuid) values (${screenId}, 'skill', gen_random_uuid())`.execute(db);
  await sql`insert into deleted_items (kind, lesson_id, screen_id, name, content)
    values ('question', ${id}, ${screenId}, 'Which one?', '{}')`.execute(db);
  await sql`insert into builds (lesson_id, environment_hash, state, lock, finished_at)
    values (${id}, 'environment', 'built', 'numpy==2', now())`.execute(db);
  await sql`insert into deploys (lesson_id, build_number, target) values (${id}, 1, 'built-in')`.execute(db);
  await sql`insert into notifications (user_id, kind, about, lesson_id, screen_id, in_inbox, by_email)
    values (${user}, 'mention', ${`comment:${id}`}, ${id}, ${screenId}, true, true)`.execute(db);
  return blob.sha256;
}

const HANGING = [
  'runs',
  'run_sessions',
  'screen_tests',
  'screen_gates',
  'check_trust',
  'rehearsal_lessons',
  'rehearsal_screens',
  'comments',
  'screen_items',
  'deleted_items',
  'builds',
  'lesson_files',
  'revisions',
  'deploys',
  'notifications',
  'versions',
  'lesson_visits',
];

describe('the trash', () => {
  it('removes items deleted 30 days ago with everything attached, and keeps the history of the release', async () => {
    const lesson = await makeLesson();
    const sha256 = await hangOn(lesson);
    await staff().deleteLesson({ params: { id: lesson.id } });
    await bringToGit(lesson.release_id);
    const changes = await count('changes');

    expect((await inDays(29))['trash']).toMatchObject({ lessons: 0, screens: 0, items: 0 });
    expect(await count('lessons')).toBe(1);
    expect((await inDays(31))['trash']).toMatchObject({ lessons: 1, screens: 0, items: 0 });
    for (const table of ['lessons', 'screens', ...HANGING]) expect([table, await count(table)]).toEqual([table, 0]);
    expect(await count('changes', 'lesson_id is null and screen_id is null')).toBe(changes);
    expect(await server.platform.blobs.has(sha256)).toBe(true);
    expect((await inDays(32.1))['files']).toMatchObject({ files: 1 });
    expect(await server.platform.blobs.has(sha256)).toBe(false);
  });

  it('removes a screen without changing its lesson', async () => {
    const lesson = await makeLesson();
    await hangOn(lesson);
    const { newScreenId } = await staff().createScreen({ params: { id: lesson.id }, body: { sequence: 2 } });
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: lesson.screenId } });
    await bringToGit(lesson.release_id);
    expect((await inDays(31))['trash']).toMatchObject({ lessons: 0, screens: 1, items: 0 });
    expect((await staff().listScreens({ params: { id: lesson.id } })).map(({ id }) => id)).toEqual([newScreenId]);
    expect(await count('lesson_files')).toBe(1);
    expect(await count('builds')).toBe(1);
    expect(await count('screen_tests')).toBe(0);
    expect((await inDays(60))['files']).toMatchObject({ files: 0 });
  });

  it('removes courses and paths with their steps and history', async () => {
    const course = await staff().createCourse({ body: { sequence: 30, name: 'Birds' } });
    const path = await staff().createPath({ body: { sequence: 30, name: 'Nature' } });
    const step = await staff().createStep({ body: { name: 'Begin', release_id: path.release_id } });
    await staff().attachStep({ params: { trackId: path.id, stepId: step.id }, body: {} });
    await staff().deleteCourse({ params: { id: course.id } });
    await staff().deletePath({ params: { id: path.id } });
    expect((await inDays(31))['trash']).toMatchObject({ courses: 0, paths: 0 });
    await bringToGit(path.release_id);
    expect((await inDays(29))['trash']).toMatchObject({ courses: 0, paths: 0 });
    expect((await inDays(31))['trash']).toMatchObject({ courses: 1, paths: 1 });
    for (const table of ['courses', 'paths', 'steps', 'revisions']) expect([table, await count(table)]).toEqual([table, 0]);
  });

  it('keeps items with uncommitted changes', async () => {
    const lesson = await makeLesson();
    await staff().deleteLesson({ params: { id: lesson.id } });
    expect((await inDays(31))['trash']).toMatchObject({ lessons: 0, screens: 0, items: 0 });
    await bringToGit(lesson.release_id);
    expect((await inDays(31))['trash']).toMatchObject({ lessons: 1, screens: 0, items: 0 });
  });

  it('removes questions and files after 30 days, and keeps bytes as long as a version has them', async () => {
    const lesson = await makeLesson();
    const { platform } = server;
    const upload = async (name: string, bytes: string) => {
      const reply = await sendFile(server, { url: `/api/lesson/${lesson.id}/datafile`, name, bytes });
      return { id: reply.json<{ id: number }[]>()[0]!.id, ...(await platform.blobs.put(Buffer.from(bytes))) };
    };
    const kept = await upload('a.csv', 'kept in the trash');
    await staff().deleteDataFile({ params: { fileId: kept.id } });
    await bringToGit(lesson.release_id);
    // A replaced file is in no lesson and no trash, only in a change that is not committed yet.
    const open = await upload('b.csv', 'on its way');
    await sendFile(server, { url: `/api/lesson/${lesson.id}/datafile`, name: 'b.csv', bytes: 'replaced', fields: { overwrite: 'true' } });
    await inDays(10);
    await inDays(20);
    expect([await platform.blobs.has(kept.sha256), await platform.blobs.has(open.sha256)]).toEqual([true, true]);
    await bringToGit(lesson.release_id);
    expect((await inDays(31))['trash']).toMatchObject({ lessons: 0, screens: 0, items: 1 });
    expect(await staff().listTrash()).toEqual([]);
    await inDays(89);
    expect([await platform.blobs.has(kept.sha256), await platform.blobs.has(open.sha256)]).toEqual([true, true]);
    await inDays(91);
    await inDays(93);
    // The first one is in its own commit, so its version stays; the other one was replaced before a commit was made.
    expect([await platform.blobs.has(kept.sha256), await platform.blobs.has(open.sha256)]).toEqual([true, false]);
  });

  it('keeps a build that another version uses', async () => {
    const lesson = await makeLesson();
    await hangOn(lesson);
    await server.platform.db
      .updateTable('lessons')
      .set({ attached: sql`jsonb_set(attached, '{packages_lock}', '"numpy==2"')` })
      .where('id', '=', lesson.id)
      .execute();
    const copy = await server.client('owner').cloneLesson({ params: { id: lesson.id } });
    await staff().deleteLesson({ params: { id: lesson.id } });
    await bringToGit(lesson.release_id);
    await inDays(31);
    expect(await count('builds', `lesson_id = ${copy.id}`)).toBe(1);
  });

  it("continues when an item can't be removed", async () => {
    const [stuck, free] = [await makeLesson(901), await makeLesson(902)];
    for (const { id } of [stuck, free]) await staff().deleteLesson({ params: { id } });
    await bringToGit(stuck.release_id);
    await sql`create table clings (lesson_id integer references lessons(id))`.execute(server.platform.db);
    await sql`insert into clings values (${stuck.id})`.execute(server.platform.db);
    const told = vi.spyOn(server.platform.log, 'error');
    expect((await inDays(31))['trash']).toMatchObject({ lessons: 1, screens: 0, items: 0 });
    expect(told).toHaveBeenCalledWith(expect.objectContaining({ id: stuck.id }), expect.any(String));
    expect(await count('lessons')).toBe(1);
    expect(await count('revisions', `lesson_id = ${stuck.id}`)).toBe(1);
  });

  it('knows every table that refers to lessons and screens', async () => {
    const { rows } = await sql<{ name: string }>`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid in ('lessons'::regclass, 'screens'::regclass) order by 1`.execute(server.platform.db);
    expect(rows.map(({ name }) => name)).toEqual(
      [...HANGING, 'bulk_edit_documents', 'changes', 'model_requests', 'proposals', 'screens'].toSorted(),
    );
  });
});

describe('revisions', () => {
  it('that their author replaced within a minute are deleted after 30 days, and a draft from one of them shows both sides', async () => {
    const lesson = await makeLesson();
    const params = { lessonId: lesson.id, screenId: lesson.screenId };
    const save = (body_markdown: string, more: object = {}) => staff().saveScreen({ params, body: { body_markdown, ...more } });
    const { revision: replaced } = await save('one', { automatic: true });
    await save('one, two', { automatic: true });
    const { revision: described } = await save('described', { saveMessage: 'Why' });
    await save('one, two, three', { automatic: true });
    const kept = async () => await count('revisions', `screen_id = ${lesson.screenId} and revision in (${replaced}, ${described})`);

    expect((await inDays(29))['revisions']).toEqual({ revisions: 0 });
    expect(await kept()).toBe(2);
    expect((await inDays(31))['revisions']).toMatchObject({ revisions: expect.any(Number) as number });
    expect(await kept()).toBe(1);
    const mine = { body_markdown: 'one and a half' };
    await expect(save(mine.body_markdown, { revision: replaced })).rejects.toMatchObject({
      status: 409,
      details: { mine, theirs: { body_markdown: 'one, two, three' } },
    });
    expect((await save('one, two, three', { revision: replaced, title: 'A title' })).title).toBe('A title');
  });
});

describe('abandoned drafts', () => {
  const draftsOf = (person: 'staff' | 'external') => ensureDraftsRelease(server.platform, toActor(server.users[person]));
  const row = (id: number) => server.platform.db.selectFrom('releases').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow();

  it('are deleted after 30 days with their branches if main has all their content', async () => {
    const lesson = await makeLesson();
    await staff().deleteLesson({ params: { id: lesson.id } });
    await bringToGit(lesson.release_id);
    const { branch_name } = await getRelease(server.platform.db, lesson.release_id);
    expect(await heads()).toContain(branch_name);
    expect((await inDays(29))['drafts']).toEqual({ releases: 0, branches: 0, remote_branches: 0 });
    expect((await inDays(31))['drafts']).toEqual({ releases: 1, branches: 1, remote_branches: 1 });
    expect(await heads()).not.toContain(branch_name);
    expect(await server.platform.git.head(branch_name)).toBeNull();
    await expect(getRelease(server.platform.db, lesson.release_id)).rejects.toMatchObject({ code: 'not_found' });
    const fresh = await draftsOf('staff');
    expect(fresh).toMatchObject({ branch_name, commit_sha: await server.platform.git.head('main') });
    expect(fresh.id).not.toBe(lesson.release_id);
  });

  it('stay while they have a lesson or uncommitted changes', async () => {
    const lesson = await makeLesson();
    await bringToGit(lesson.release_id);
    await inDays(60);
    expect(await row(lesson.release_id)).toEqual({ deleted_at: null });
    await staff().deleteLesson({ params: { id: lesson.id } });
    await inDays(60);
    expect(await row(lesson.release_id)).toEqual({ deleted_at: null });
  });

  it('stay while their branch has its own content, here or on the code host', async () => {
    const { platform } = server;
    const here = await draftsOf('staff');
    await platform.git.commit({
      branch: here.branch_name,
      expectedHead: here.commit_sha,
      author: { name: 'Grace', email: 'grace@example.org' },
      message: 'A note',
      date: new Date(),
      writes: new Map([['NOTES.txt', Buffer.from('Mind this.\n')]]),
      deletes: [],
    });
    const there = await draftsOf('external');
    const note = (await platform.git.head(here.branch_name)) as string;
    await platform.git.push({ branch: there.branch_name, sha: note, known: null });
    expect((await inDays(31))['drafts']).toEqual({ releases: 1, branches: 1, remote_branches: 0 });
    expect(await row(here.id)).toEqual({ deleted_at: null });
    expect(await content.text(['rev-parse', there.branch_name])).toBe(note);
  });

  it('accept no lesson once deleted', async () => {
    const { id } = await draftsOf('staff');
    await inDays(31);
    await expect(staff().createLesson({ body: { sequence: 7, title: 'Late', release_id: id } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('the other steps', () => {
  it('remove expired sessions, invitations and runs', async () => {
    const { db } = server.platform;
    const user = server.users.staff.id;
    const lesson = await makeLesson();
    await hangOn(lesson);
    for (const days of [1, 90]) {
      await sql`insert into sessions (id_hash, user_id, data, expires_at)
        values (${`hash-${days}`}, ${user}, '{}', now() + make_interval(days => ${days}))`.execute(db);
      await sql`insert into invitations (user_id, token_hash, expires_at)
        values (${user}, ${`hash-${days}`}, now() + make_interval(days => ${days}))`.execute(db);
    }
    expect(await inDays(35)).toMatchObject({ sessions: { sessions: 1 }, invitations: { invitations: 1 }, runs: { runs: 1 } });
    expect(await count('sessions', `id_hash = 'hash-90'`)).toBe(1);
    expect(await count('invitations', `token_hash = 'hash-90'`)).toBe(1);
  });

  it('run even if one of them fails', async () => {
    const { platform } = server;
    vi.spyOn(platform.git, 'collectGarbage').mockRejectedValue(new Error('the disk is full'));
    vi.spyOn(platform.blobs, 'sweep').mockRejectedValue(new Error('the disk is full'));
    const told = vi.spyOn(platform.log, 'error');
    const lesson = await makeLesson();
    await staff().deleteLesson({ params: { id: lesson.id } });
    await bringToGit(lesson.release_id);
    const done = await inDays(31);
    expect(done).toMatchObject({ files: null, git: null, drafts: { releases: 1 }, trash: { lessons: 1 } });
    expect(told.mock.calls.map(([details]) => (details as { step?: string }).step)).toEqual(['files', 'git']);
  });

  it('pack the repositories', async () => {
    const pack = vi.spyOn(server.platform.git, 'collectGarbage').mockResolvedValue(true);
    expect((await inDays(0))['git']).toEqual({ packed: 1 });
    expect(pack).toHaveBeenCalledOnce();
  });
});

describe('during a backup', () => {
  it('no file and no git object is removed, and the other steps run', async () => {
    const { blobs, config } = server.platform;
    const unused = await blobs.put(Buffer.from('Nobody refers to it'));
    await inDays(0);
    const pack = vi.spyOn(GitRepository.prototype, 'run');
    vi.spyOn(GitRepository.prototype, 'text').mockResolvedValue('count: 1000000');
    const backup = await openDatabase({ dataFolder: config.dataFolder, databaseUrl: server.databaseUrl });
    await withoutRemovals(backup.pool, BACKUP_LIMITS, async () => {
      expect(await inDays(2)).toMatchObject({ files: { files: 0 }, git: { packed: 0 }, runs: { runs: 0 } });
    });
    await backup.close();
    expect(pack.mock.calls.filter(([[command]]) => command === 'gc')).toEqual([]);
    expect(await blobs.has(unused.sha256)).toBe(true);
    vi.restoreAllMocks();
    expect(await inDays(2)).toMatchObject({ files: { files: 1 } });
    expect(await blobs.has(unused.sha256)).toBe(false);
  });
});

describe('the schedule', () => {
  it('repeats housekeeping until it is stopped', async () => {
    const pack = vi.spyOn(server.platform.git, 'collectGarbage').mockResolvedValue(false);
    const housekeeping = startHousekeeping(server.platform, { first: 1, every: 1 });
    await vi.waitFor(() => expect(pack.mock.calls.length).toBeGreaterThan(1), { timeout: 300_000 });
    await housekeeping.stop();
    const times = pack.mock.calls.length;
    await expect(vi.waitFor(() => expect(pack.mock.calls.length).toBeGreaterThan(times), { timeout: 100 })).rejects.toThrow();
  });

  it('runs at once for owners, and says on Debug when it ended and what it did', async () => {
    vi.spyOn(server.platform.git, 'collectGarbage').mockRejectedValue(new Error('no space'));
    const housekeeping = startHousekeeping(server.platform, { first: DAY_MS, every: DAY_MS });
    const begun = new Date().toISOString();
    await server.client('owner').runHousekeeping({ body: {} });
    const look = async () => (await server.client('staff').getDebug()).housekeeping;
    await vi.waitFor(async () => expect((await look()).ended_at ?? '').toSatisfy((at: string) => at >= begun), { timeout: 300_000 });
    expect((await look()).steps).toContainEqual({ name: 'git', removed: null });
    await expect(server.client('staff').runHousekeeping({ body: {} })).rejects.toMatchObject({ status: 403 });
    await housekeeping.stop();
  });
});
