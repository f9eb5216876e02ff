import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { TRASH_RETENTION_DAYS } from '../contract.ts';

let server: TestServer;
let working: GitRepository;
let next = 900;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  working = new GitRepository(join(server.platform.config.dataFolder, 'working.git'));
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const staff = () => server.client('staff');
const trash = (role: TestRole = 'staff') => server.client(role).listTrash();
const commit = (releaseId: number) => commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
const titles = async (lessonId: number) => (await staff().listScreens({ params: { id: lessonId } })).map(({ title }) => title);

/** A lesson with screens of these titles in a user's drafts; saved, not committed. */
async function makeLesson(screens: readonly string[] = ['One', 'Two', 'Three'], role: 'staff' | 'external' = 'staff') {
  const client = server.client(role);
  const lesson = await client.createLesson({ body: { sequence: next++, title: 'Loops' } });
  const ids: number[] = [];
  for (const [index, title] of screens.entries()) {
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: index + 1 } });
    await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { title, body_markdown: `About ${title}` } });
    ids.push(newScreenId);
  }
  return { ...lesson, screens: ids as [number, number, number], branch: await branchOf(lesson.release_id) };
}

async function branchOf(releaseId: number): Promise<string> {
  const row = await server.platform.db.selectFrom('releases').select('branch_name').where('id', '=', releaseId).executeTakeFirstOrThrow();
  return row.branch_name;
}

const filesOf = async (branch: string, folder: string) =>
  (await working.text(['ls-tree', '-r', branch, '--', `lessons/${folder}`])).split('\n').filter((line) => line !== '');

/** Puts a file that is unknown to the product on a branch, as merging another user's push does. */
async function addUnknownFile(releaseId: number, path: string): Promise<void> {
  const branch = await branchOf(releaseId);
  const { git, db } = server.platform;
  const head = await git.head(branch);
  const sha = await git.commit({
    branch,
    expectedHead: head,
    author: { name: 'Grace', email: 'grace@example.org' },
    message: 'A note',
    date: new Date(),
    writes: new Map([[path, Buffer.from('Mind this.\n')]]),
    deletes: [],
  });
  await db.updateTable('releases').set({ commit_sha: sha }).where('id', '=', releaseId).execute();
}

describe('GET /api/trash', () => {
  it('lists deleted items with the user and the expiry date, newest first', async () => {
    const lesson = await makeLesson();
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: lesson.screens[1] } });
    await server.client('owner').deleteLesson({ params: { id: lesson.id } });
    const [first, second] = await trash();
    expect(first).toMatchObject({
      kind: 'lesson',
      id: lesson.id,
      name: 'Loops',
      lesson_id: lesson.id,
      lesson_sequence: lesson.sequence,
      release_name: lesson.release_name,
      deleted_by: 'Test owner',
    });
    expect(second).toMatchObject({ kind: 'screen', id: lesson.screens[1], name: 'Two', lesson_id: lesson.id, deleted_by: 'Test staff' });
    expect(Date.parse(first!.gone_at) - Date.parse(first!.deleted_at)).toBe(TRASH_RETENTION_DAYS * 86_400_000);
  });

  it('leaves out expired and restored items', async () => {
    const lesson = await makeLesson();
    const [old, again] = lesson.screens;
    for (const screenId of [old, again]) await staff().deleteScreen({ params: { lessonId: lesson.id, screenId } });
    const { db } = server.platform;
    await db
      .updateTable('screens')
      .set({ deleted_at: sql<Date>`now() - interval '31 days'` })
      .where('id', '=', old)
      .execute();
    const { uuid } = await db.selectFrom('screens').select('uuid').where('id', '=', again).executeTakeFirstOrThrow();
    await db.updateTable('screens').set({ uuid }).where('id', '=', lesson.screens[2]).execute();
    const ids = (await trash()).filter(({ lesson_id }) => lesson_id === lesson.id).map(({ id }) => id);
    expect(ids).toEqual([]);
    await expect(staff().restoreScreen({ params: { id: old }, body: {} })).rejects.toMatchObject({ code: 'not_found' });
    await expect(staff().restoreScreen({ params: { id: again }, body: {} })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists for external authors only screens of lessons that they may edit', async () => {
    const own = await makeLesson(['Mine'], 'external');
    await server.client('external').deleteScreen({ params: { lessonId: own.id, screenId: own.screens[0] } });
    const older = await makeLesson(['Theirs']);
    await staff().deleteScreen({ params: { lessonId: older.id, screenId: older.screens[0] } });
    // A newer version of the number by another user hides the older one.
    await server.client('owner').createLesson({ body: { sequence: older.sequence, title: 'Newer' } });
    const gone = await makeLesson(['Gone']);
    await staff().deleteLesson({ params: { id: gone.id } });
    const found = await trash('external');
    expect(found).toContainEqual(expect.objectContaining({ kind: 'screen', id: own.screens[0] }));
    expect(found.map(({ lesson_id }) => lesson_id)).not.toContain(older.id);
    expect(found.filter(({ kind }) => kind === 'lesson')).toEqual([]);
    await expect(server.client('external').restoreScreen({ params: { id: older.screens[0] }, body: {} })).rejects.toMatchObject({
      status: 404,
    });
    expect(await server.client('external').restoreScreen({ params: { id: own.screens[0] }, body: {} })).toMatchObject({
      lesson_id: own.id,
    });
  });
});

describe('POST /api/trash/lesson/{id}/restore', () => {
  it('restores a lesson with its screens, and its folder in one commit, unknown files included', async () => {
    const lesson = await makeLesson();
    await commit(lesson.release_id);
    const [folder] = (await working.text(['ls-tree', '--name-only', `${lesson.branch}:lessons`]))
      .split('\n')
      .filter((name) => name.includes(String(lesson.sequence)));
    await addUnknownFile(lesson.release_id, `lessons/${folder}/NOTES.txt`);
    const before = await filesOf(lesson.branch, folder!);
    await staff().deleteLesson({ params: { id: lesson.id } });
    await commit(lesson.release_id);
    expect(await filesOf(lesson.branch, folder!)).toEqual([]);

    const heard = vi.spyOn(server.platform.live, 'publish');
    expect(await staff().restoreLesson({ params: { id: lesson.id } })).toEqual({ lesson_id: lesson.id });
    expect(heard).toHaveBeenCalledWith(`lesson:${lesson.id}`, { type: 'lesson-changed' });
    expect(heard).toHaveBeenCalledWith('releases:all', { type: 'release-changed', release_id: lesson.release_id });
    expect(await titles(lesson.id)).toEqual(['One', 'Two', 'Three']);
    expect((await staff().listLessons()).map(({ id }) => id)).toContain(lesson.id);
    expect((await trash()).filter(({ kind, id }) => kind === 'lesson' && id === lesson.id)).toEqual([]);

    const head = await server.platform.git.head(lesson.branch);
    await commit(lesson.release_id);
    expect(await filesOf(lesson.branch, folder!)).toEqual(before);
    expect(await working.text(['rev-list', '--count', `${head}..${lesson.branch}`])).toBe('1');
    expect(await working.text(['log', '-1', '--format=%s', lesson.branch])).toBe(`Restore lesson ${lesson.sequence}: Loops`);
  });

  it('works before the deletion is in git, and omits screens deleted earlier', async () => {
    const lesson = await makeLesson();
    await commit(lesson.release_id);
    const { folder } = await server.platform.db
      .selectFrom('lessons')
      .select('folder')
      .where('id', '=', lesson.id)
      .executeTakeFirstOrThrow();
    await addUnknownFile(lesson.release_id, `lessons/${folder}/NOTES.txt`);
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: lesson.screens[0] } });
    await staff().deleteLesson({ params: { id: lesson.id } });
    await staff().restoreLesson({ params: { id: lesson.id } });
    await commit(lesson.release_id);
    const paths = (await filesOf(lesson.branch, folder)).map((line) => line.split('/').slice(2).join('/'));
    expect(paths).toContain('NOTES.txt');
    expect(paths.filter((path) => path.startsWith('screens/one'))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('screens/two')).length).toBeGreaterThan(0);
    expect(await titles(lesson.id)).toEqual(['Two', 'Three']);
  });

  it("restores a changed version over main's", async () => {
    const published = (await staff().listLessons()).find(({ is_main }) => is_main)!;
    const clone = await staff().cloneLesson({ params: { id: published.id } });
    await staff().saveLesson({ params: { id: clone.id }, body: { title: 'Mine' } });
    await commit(clone.release_id);
    const branch = await branchOf(clone.release_id);
    const tree = async () => working.text(['rev-parse', `${branch}:lessons`]);
    const before = await tree();
    await staff().deleteLesson({ params: { id: clone.id } });
    await commit(clone.release_id);
    expect(await tree()).not.toBe(before);
    await staff().restoreLesson({ params: { id: clone.id } });
    await commit(clone.release_id);
    expect(await tree()).toBe(before);
  });

  it('returns 409 with the lesson that has the number now, and restores nothing', async () => {
    const lesson = await makeLesson();
    await staff().deleteLesson({ params: { id: lesson.id } });
    await staff().createLesson({ body: { sequence: lesson.sequence, title: 'Instead' } });
    await expect(staff().restoreLesson({ params: { id: lesson.id } })).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
      message: `Drafts – Test staff already has a lesson ${lesson.sequence}: “Instead”. Move or delete that one first, then restore this one.`,
    });
    expect(await trash()).toContainEqual(expect.objectContaining({ kind: 'lesson', id: lesson.id }));
  });

  it('refuses when the release is deleted, and names it', async () => {
    const lesson = await makeLesson([], 'external');
    await staff().deleteLesson({ params: { id: lesson.id } });
    const { db } = server.platform;
    const release = db.updateTable('releases').where('id', '=', lesson.release_id);
    await release.set({ deleted_at: new Date() }).execute();
    await expect(staff().restoreLesson({ params: { id: lesson.id } })).rejects.toMatchObject({
      code: 'refused',
      message: `Lesson ${lesson.sequence} cannot be restored: its release Drafts – Test external was deleted.`,
    });
    await release.set({ deleted_at: null }).execute();
  });

  it('is recorded in the audit trail', async () => {
    const lesson = await makeLesson([]);
    await staff().deleteLesson({ params: { id: lesson.id } });
    await staff().restoreLesson({ params: { id: lesson.id } });
    const entry = await server.platform.db
      .selectFrom('audit_entries')
      .select(['user_id', 'action'])
      .where('subject', '=', `lesson:${lesson.id}`)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ user_id: server.users.staff.id, action: 'lesson.restore' });
  });

  it('returns 404 for a lesson that is not in the trash', async () => {
    const lesson = await makeLesson([]);
    await expect(staff().restoreLesson({ params: { id: lesson.id } })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('POST /api/trash/screen/{id}/restore', () => {
  it('restores a screen where it was, at the end of a shorter lesson, or at a given position', async () => {
    const lesson = await makeLesson();
    const [one, two, three] = lesson.screens;
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: one } });
    const heard = vi.spyOn(server.platform.live, 'publish');
    expect(await staff().restoreScreen({ params: { id: one }, body: {} })).toEqual({ lesson_id: lesson.id, screen_id: one });
    expect(heard).toHaveBeenCalledWith(`lesson:${lesson.id}`, { type: 'screens-changed' });
    expect(await titles(lesson.id)).toEqual(['One', 'Two', 'Three']);
    // Deleted one after the other, and restored the last one first: each was number 2 when it was deleted.
    for (const screenId of [two, three]) await staff().deleteScreen({ params: { lessonId: lesson.id, screenId } });
    for (const id of [three, two]) await staff().restoreScreen({ params: { id }, body: {} });
    expect(await titles(lesson.id)).toEqual(['One', 'Two', 'Three']);
    for (const screenId of [three, one, two]) await staff().deleteScreen({ params: { lessonId: lesson.id, screenId } });
    for (const id of [three, one]) await staff().restoreScreen({ params: { id }, body: {} });
    await staff().restoreScreen({ params: { id: two }, body: { sequence: 1 } });
    expect(await titles(lesson.id)).toEqual(['Two', 'One', 'Three']);
    const screens = await staff().listScreens({ params: { id: lesson.id } });
    expect(screens.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    await commit(lesson.release_id);
    expect(await working.text(['log', '-1', '--format=%B', lesson.branch])).toContain(`Restore screen 1 of lesson ${lesson.sequence}: Two`);
  });

  it('picks another folder when git added one with its name', async () => {
    const lesson = await makeLesson();
    const [one, two] = lesson.screens;
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: one } });
    const { db } = server.platform;
    const { folder } = await db.selectFrom('screens').select('folder').where('id', '=', one).executeTakeFirstOrThrow();
    await db.updateTable('screens').set({ folder }).where('id', '=', two).execute();
    await staff().restoreScreen({ params: { id: one }, body: {} });
    const rows = await db.selectFrom('screens').select('folder').where('lesson_id', '=', lesson.id).execute();
    expect(new Set(rows.map((row) => row.folder)).size).toBe(3);
  });

  it('refuses while the lesson is in the trash itself', async () => {
    const lesson = await makeLesson();
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: lesson.screens[0] } });
    await staff().deleteLesson({ params: { id: lesson.id } });
    await expect(staff().restoreScreen({ params: { id: lesson.screens[0] }, body: {} })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining(`Lesson ${lesson.sequence} is in the trash.`),
    });
  });

  it('returns 404 in a lesson that is not fully imported', async () => {
    const lesson = await makeLesson();
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: lesson.screens[0] } });
    await server.platform.db.updateTable('lessons').set({ is_shallow_import: true }).where('id', '=', lesson.id).execute();
    await expect(staff().restoreScreen({ params: { id: lesson.screens[0] }, body: {} })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('courses and paths', () => {
  it('are listed with their number, and restored to their release and to git', async () => {
    const course = await staff().createCourse({ body: { sequence: next++, name: 'Birds' } });
    const path = await staff().createPath({ body: { sequence: next++, name: 'Nature' } });
    await commit(course.release_id);
    const branch = await branchOf(course.release_id);
    const folders = async () => (await working.text(['ls-tree', '-r', '--name-only', branch, 'courses', 'paths'])).split('\n');
    const before = await folders();
    expect(before).toEqual(
      expect.arrayContaining([`courses/${course.sequence}-birds/course.yaml`, `paths/${path.sequence}-nature/path.yaml`]),
    );
    await staff().deleteCourse({ params: { id: course.id } });
    await server.client('owner').deletePath({ params: { id: path.id } });
    const [first, second] = await trash();
    const shared = { lesson_id: null, release_name: 'Drafts – Test staff' };
    expect(first).toMatchObject({
      ...shared,
      kind: 'path',
      id: path.id,
      name: 'Nature',
      sequence: path.sequence,
      deleted_by: 'Test owner',
    });
    expect(second).toMatchObject({ ...shared, kind: 'course', id: course.id, name: 'Birds', sequence: course.sequence });
    expect(Date.parse(first!.gone_at) - Date.parse(first!.deleted_at)).toBe(TRASH_RETENTION_DAYS * 86_400_000);
    expect((await trash('external')).filter(({ kind }) => kind === 'course' || kind === 'path')).toEqual([]);
    await commit(course.release_id);
    expect(await folders()).not.toContain(`courses/${course.sequence}-birds/course.yaml`);

    await staff().restoreCourse({ params: { id: course.id }, body: {} });
    await staff().restorePath({ params: { id: path.id }, body: {} });
    expect((await trash()).filter(({ kind }) => kind === 'course' || kind === 'path')).toEqual([]);
    await commit(course.release_id);
    expect(await folders()).toEqual(before);
  });

  it('stay in the trash if their number is in use or their release is deleted, with an error', async () => {
    const { db } = server.platform;
    const course = await staff().createCourse({ body: { sequence: next++, name: 'Owls' } });
    const path = await staff().createPath({ body: { sequence: next++, name: 'Night' } });
    await staff().deleteCourse({ params: { id: course.id } });
    await staff().deletePath({ params: { id: path.id } });
    const restore = {
      course: () => staff().restoreCourse({ params: { id: course.id }, body: {} }),
      path: () => staff().restorePath({ params: { id: path.id }, body: {} }),
    };
    const instead = await staff().createCourse({ body: { sequence: course.sequence, name: 'Instead' } });
    await expect(restore.course()).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
      message: `Drafts – Test staff has another course ${course.sequence}: “Instead”. Delete that one first, then restore this one.`,
    });
    await staff().deleteCourse({ params: { id: instead.id } });
    const other = await staff().createPath({ body: { sequence: path.sequence, name: 'Day' } });
    await expect(restore.path()).rejects.toMatchObject({
      code: 'already_exists',
      message: expect.stringContaining(`another path ${path.sequence}: “Day”`),
    });
    await staff().deletePath({ params: { id: other.id } });

    const release = db.updateTable('releases').where('id', '=', course.release_id);
    await release.set({ deleted_at: new Date() }).execute();
    const gone = (what: string) => `${what} cannot be restored: its release Drafts – Test staff was deleted.`;
    await expect(restore.course()).rejects.toMatchObject({ code: 'refused', message: gone(`Course ${course.sequence}`) });
    await expect(restore.path()).rejects.toMatchObject({ code: 'refused', message: gone(`Path ${path.sequence}`) });
    await release.set({ deleted_at: null }).execute();
    const ids = (await trash()).filter(({ lesson_id }) => lesson_id === null).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([course.id, path.id]));

    for (const table of ['courses', 'paths'] as const)
      await db
        .updateTable(table)
        .set({ deleted_at: sql<Date>`now() - interval '31 days'` })
        .where('deleted_at', 'is not', null)
        .execute();
    expect((await trash()).filter(({ lesson_id }) => lesson_id === null)).toEqual([]);
    await expect(restore.course()).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('calls', () => {
  it.each([
    ['/api/trash/lesson/none/restore', 400],
    ['/api/trash/screen/0/restore', 400],
    ['/api/trash/screen/99999999/restore', 404],
  ] as const)('POST %s: %i', async (url, status) => {
    expect((await server.inject({ method: 'POST', url, headers: server.headers('staff') })).statusCode).toBe(status);
  });

  it('a screen position is a number from 1', async () => {
    const reply = await server.inject({
      method: 'POST',
      url: '/api/trash/screen/1/restore',
      headers: server.headers('staff'),
      payload: { sequence: 0 },
    });
    expect(reply.statusCode).toBe(400);
  });
});
