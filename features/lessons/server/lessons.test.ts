import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { findLessonForUpdate } from '#features/lesson-store/server/queries.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { moveLessonRow } from '#features/sync/server/move-queries.ts';
import { contentKey } from '#platform/content/lesson-link.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Db } from '#platform/server/database/database.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { findScreens, listRecentScreens } from './list/find-screens.ts';

let server: TestServer;
let next = 900;
const freshNumber = () => next++;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(async () => {
  await server.close();
});

async function newLesson(role: 'owner' | 'staff' | 'external' = 'staff', title = 'Rows and columns') {
  return server.client(role).createLesson({ body: { sequence: freshNumber(), title } });
}

describe('POST /api/lessons', () => {
  it('gives a new lesson the newest version that a runner has, if none has the default', async () => {
    const offers = vi.spyOn(server.platform.runners, 'offers').mockResolvedValue({ versions: { python: ['3.12', '3.13'] }, reason: null });
    const newer = await newLesson();
    offers.mockResolvedValue({ versions: { python: ['3.13', '3.11'] }, reason: null });
    const usual = await newLesson();
    offers.mockRestore();
    expect([newer.language_version, usual.language_version]).toEqual(['3.13', '3.11']);
  });

  it("creates a lesson in the author's drafts release", async () => {
    const lesson = await newLesson();
    expect(lesson).toMatchObject({ title: 'Rows and columns', type: 'mission', release_status: 'Modified', is_main: false, revision: 1 });
    expect(lesson.release_name).toMatch(/^Drafts – /);
    expect(lesson.author).toBe(server.users.staff.name);
    expect(await server.client('staff').listLessons()).toContainEqual(expect.objectContaining({ id: lesson.id, is_latest: true }));
  });

  it('begins with the given language, and with an empty screen on request', async () => {
    const client = server.client('staff');
    const inR = await client.createLesson({ body: { sequence: freshNumber(), language: 'r', first_screen: true } });
    expect(inR).toMatchObject({ language: 'r', language_version: null, screens: [expect.any(Number)] });
    expect(await client.listScreens({ params: { id: inR.id } })).toMatchObject([
      { id: inR.screens?.[0], sequence: 1, title: '', type: 'text' },
    ]);
    const withoutCode = await client.createLesson({ body: { sequence: freshNumber(), language: null } });
    expect(withoutCode).toMatchObject({ language: null, language_version: null, has_runner: false, screens: [] });
  });

  it('returns 409 with the lesson that has the number', async () => {
    const lesson = await newLesson('staff', 'Taken');
    await expect(server.client('staff').createLesson({ body: { sequence: lesson.sequence, title: 'Again' } })).rejects.toMatchObject({
      status: 409,
      code: 'already_exists',
      message: expect.stringContaining('“Taken”'),
    });
  });

  it('allows the same number for another user, in another release', async () => {
    const lesson = await newLesson('staff');
    const other = await server.client('owner').createLesson({ body: { sequence: lesson.sequence, title: 'Mine' } });
    expect(other.release_id).not.toBe(lesson.release_id);
  });

  it('refuses external authors a number that another author has, without its title', async () => {
    const lesson = await newLesson('staff', 'Not for others');
    const client = server.client('external');
    const create = client.createLesson({ body: { sequence: lesson.sequence, title: 'Mine' } });
    await expect(create).rejects.toMatchObject({
      status: 409,
      message: `The number ${lesson.sequence} is taken by a lesson of another author. Choose another number.`,
    });
    const mine = await newLesson('external');
    const duplicate = client.duplicateLesson({ params: { id: mine.id }, body: { sequence: lesson.sequence, title: 'Mine' } });
    await expect(duplicate).rejects.toMatchObject({ status: 409 });
    await server.client('staff').deleteLesson({ params: { id: lesson.id } });
    expect(await client.createLesson({ body: { sequence: lesson.sequence, title: 'Mine' } })).toMatchObject({ title: 'Mine' });
  });

  it('refuses a number that a published lesson has', async () => {
    const [published] = (await server.client('staff').listLessons()).filter((lesson) => lesson.is_main);
    await expect(server.client('staff').createLesson({ body: { sequence: published!.sequence, title: '' } })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(published!.title),
    });
  });

  it.each([
    ['no number', { title: 'x' }],
    ['a text for a number', { sequence: 'twelve', title: 'x' }],
    ['a fraction', { sequence: 1.5, title: 'x' }],
    ['a negative number', { sequence: -1, title: 'x' }],
    ['a title that is too long', { sequence: 1, title: 'x'.repeat(LIMITS.titleMax + 1) }],
  ])('refuses %s', async (_name, body) => {
    const reply = await server.inject({ method: 'POST', url: '/api/lessons', headers: server.headers('staff'), payload: body });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'invalid' });
  });
});

describe('PUT /api/lesson/{id}', () => {
  it('saves a lesson that moves to another release at the same moment', async () => {
    const { db } = server.platform;
    const { id } = await newLesson();
    const { release_id } = await newLesson('owner');
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const moving = db.transaction().execute(async (tx) => {
      await findLessonForUpdate(tx, id);
      locked.resolve();
      await waiting.promise;
      await moveLessonRow(tx, id, { release_id, folder: 'moved', updated_by: server.users.staff.id });
    });
    await locked.promise;
    const saving = server.client('staff').saveLesson({ params: { id }, body: { title: 'Moved and saved' } });
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(1);
    }, 300_000);
    waiting.resolve();
    await moving;
    expect(await saving).toMatchObject({ title: 'Moved and saved', release_id });
  });

  it('saves the given fields and keeps the rest', async () => {
    const lesson = await newLesson();
    const objectives = ['Select rows', 'Name columns'];
    const saved = await server
      .client('staff')
      .saveLesson({ params: { id: lesson.id }, body: { objectives, code_run_timeout: 30, revision: lesson.revision } });
    expect(saved).toMatchObject({ title: lesson.title, objectives, code_run_timeout: 30, revision: 2 });
    expect(await server.client('staff').getLesson({ params: { id: lesson.id } })).toMatchObject({ objectives, revision: 2 });
  });

  it('removes language-specific fields of the screens when the language changes, and keeps the rest', async () => {
    const client = server.client('staff');
    const { id } = await newLesson();
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
    const params = { lessonId: id, screenId: newScreenId };
    const code = { type: 'code', answer_code: 'print(1)', custom_check_code: 'check_output()', check_val: '1' } as const;
    await client.saveScreen({
      params,
      body: { ...code, legacy_check_code: 'assert x', format_code_run: 'import pandas', setup_code: 'n = 1' },
    });
    await client.saveOutput({ params, body: { stdout: '1\n', stderr: '', images: [], check_output: true } });
    const before = await client.saveVariables({ params, body: [{ name: 'x', type_name: 'int', string_form: '1' }] });

    const kept = await client.saveLesson({ params: { id }, body: { title: 'In Python still' } });
    expect(await client.getScreen({ params })).toMatchObject({ revision: before.revision, check_output: true });
    expect(kept.language).toBe('python');

    await client.saveLesson({ params: { id }, body: { language: 'sql' } });
    const gone = { check_output: false, answer_output: null, answer_variables: [], legacy_check_code: '', format_code_run: '' };
    expect(await client.getScreen({ params })).toMatchObject({ ...code, ...gone, setup_code: 'n = 1', revision: before.revision + 1 });

    // R has no custom checking.
    await client.saveLesson({ params: { id }, body: { language: 'r' } });
    expect(await client.getScreen({ params })).toMatchObject({ ...code, ...gone, custom_check_code: '' });

    // A script of a terminal is no code that runs before a screen's own.
    await client.saveLesson({ params: { id }, body: { language: 'cli' } });
    expect(await client.getScreen({ params })).toMatchObject({ setup_code: '' });
  });

  it('stores nothing for an unchanged save', async () => {
    const lesson = await newLesson();
    const saved = await server.client('staff').saveLesson({ params: { id: lesson.id }, body: { title: lesson.title } });
    expect(saved.revision).toBe(lesson.revision);
  });

  it('merges edits of different fields', async () => {
    const { id, revision } = await newLesson();
    await server.client('owner').saveLesson({ params: { id }, body: { description: 'By the owner', revision } });
    const saved = await server.client('staff').saveLesson({ params: { id }, body: { overview: 'By the staff', revision } });
    expect(saved).toMatchObject({ description: 'By the owner', overview: 'By the staff', revision: 3 });
  });

  it('returns both sides when the same line was changed', async () => {
    const { id, revision } = await newLesson();
    await server.client('owner').saveLesson({ params: { id }, body: { description: 'theirs', revision } });
    const body = { description: 'mine', overview: 'only mine', revision };
    const error = await server
      .client('staff')
      .saveLesson({ params: { id }, body })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      status: 409,
      code: 'conflict',
      details: {
        base: { description: '' },
        mine: { description: 'mine' },
        theirs: { description: 'theirs' },
        revision: 2,
        changed_by: server.users.owner.name,
      },
    });
    expect((error as { details: { merged: object } }).details.merged).toMatchObject({ overview: 'only mine' });
    expect(await server.client('staff').getLesson({ params: { id } })).toMatchObject({ description: 'theirs', overview: '' });
  });

  it('refuses an unknown revision', async () => {
    const { id } = await newLesson();
    await expect(server.client('staff').saveLesson({ params: { id }, body: { title: 'x', revision: 99 } })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('refuses an assessment without a related lesson, unless it had none before', async () => {
    const { id } = await server.client('staff').createLesson({ body: { sequence: 880, title: 'Asked' } });
    const save = (body: { type?: 'assessment'; related_lesson?: number | null; title?: string }) =>
      server.client('staff').saveLesson({ params: { id }, body });
    await expect(save({ type: 'assessment' })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('the lesson this assessment covers'),
    });
    expect(await save({ type: 'assessment', related_lesson: 0 })).toMatchObject({ is_assessment: true, related_lesson: 0 });
    await expect(save({ related_lesson: null })).rejects.toMatchObject({ status: 422 });
    const fields = JSON.stringify({ ...(await server.client('staff').getLesson({ params: { id } })), related_lesson: null });
    await server.platform.db.updateTable('lessons').set({ fields }).where('id', '=', id).execute();
    expect(await save({ title: 'As git has it' })).toMatchObject({ title: 'As git has it', related_lesson: null });
  });

  it('refuses a published lesson', async () => {
    const [published] = (await server.client('owner').listLessons()).filter((lesson) => lesson.is_main);
    await expect(server.client('owner').saveLesson({ params: { id: published!.id }, body: { title: 'x' } })).rejects.toMatchObject({
      status: 422,
      code: 'refused',
    });
  });

  it('refuses long time limits from external authors, unless the lesson has them already', async () => {
    const { id } = await newLesson('external');
    const save = (
      body: { code_run_timeout?: number | null; enabled_features?: 'Long-running code'[] },
      role: 'owner' | 'external' = 'external',
    ) => server.client(role).saveLesson({ params: { id }, body });
    for (const body of [{ code_run_timeout: 16 }, { enabled_features: ['Long-running code' as const] }])
      await expect(save(body)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('at most 15 seconds') });
    expect(await save({ code_run_timeout: 15 })).toMatchObject({ code_run_timeout: 15 });
    expect(await save({ code_run_timeout: 60 }, 'owner')).toMatchObject({ code_run_timeout: 60 });
    expect(await save({ code_run_timeout: 59 })).toMatchObject({ code_run_timeout: 59 });
    await expect(save({ code_run_timeout: 60 })).rejects.toMatchObject({ status: 422 });
  });

  it('refuses the legacy check from external authors', async () => {
    const { id } = await newLesson('external');
    await expect(server.client('external').saveLesson({ params: { id }, body: { legacy_check_enabled: true } })).rejects.toMatchObject({
      status: 403,
    });
    expect(
      await server.client('external').saveLesson({ params: { id }, body: { legacy_check_enabled: false, title: 'Fine' } }),
    ).toMatchObject({
      title: 'Fine',
    });
  });
});

describe('lessons visible to external authors', () => {
  it('are the latest version of each number', async () => {
    const lesson = await newLesson('staff');
    const newer = await server.client('owner').createLesson({ body: { sequence: lesson.sequence, title: 'Newer' } });
    const seen = (await server.client('external').listLessons()).filter((row) => row.sequence === lesson.sequence);
    expect(seen.map((row) => row.id)).toEqual([newer.id]);
    await expect(server.client('external').getLesson({ params: { id: lesson.id } })).rejects.toMatchObject({ status: 404 });
    // Nor through its screens, tests or files.
    await expect(server.client('external').listScreens({ params: { id: lesson.id } })).rejects.toMatchObject({ status: 404 });
    const save = server.client('external').saveLesson({ params: { id: lesson.id }, body: { title: 'Mine' } });
    await expect(save).rejects.toMatchObject({ status: 404 });
  });

  it('include their own, even if another version is newer', async () => {
    const mine = await newLesson('external');
    const newer = await server.client('owner').createLesson({ body: { sequence: mine.sequence, title: 'Newer' } });
    const client = server.client('external');
    const own = { id: mine.id, is_latest: false, is_own_drafts: true };
    expect(await client.getLesson({ params: { id: mine.id } })).toMatchObject(own);
    const listed = (await client.listLessons()).filter(({ sequence }) => sequence === mine.sequence);
    expect(listed).toMatchObject([{ id: newer.id, is_own_drafts: false }, own]);
    expect(await client.getLatestLesson({ params: { sequence: mine.sequence } })).toMatchObject(own);
    // The error names a lesson that the list shows.
    await expect(client.cloneLesson({ params: { id: newer.id } })).rejects.toMatchObject({ status: 409, code: 'already_exists' });
    expect(await server.client('owner').getLatestLesson({ params: { sequence: mine.sequence } })).toMatchObject({ id: newer.id });
  });

  it('include those they created, even if moved', async () => {
    const mine = await newLesson('external');
    const release = await server.client('staff').createRelease({ body: { name: 'Autumn', version_major: 'autumn', create_new: true } });
    const body = { lessons_list: [mine.sequence], from_release: mine.release_id, move: true };
    await server.client('staff').updateRelease({ params: { id: release.id }, body });
    await server.client('owner').createLesson({ body: { sequence: mine.sequence, title: 'Newer' } });
    const seen = { id: mine.id, release_id: release.id, is_own_drafts: false };
    expect(await server.client('external').getLesson({ params: { id: mine.id } })).toMatchObject(seen);
    expect(await server.client('external').listLessons()).toContainEqual(expect.objectContaining(seen));
  });

  it('recognize drafts by their owner, not by the name of the release', async () => {
    const mine = await newLesson('external');
    await server.client('staff').updateRelease({ params: { id: mine.release_id }, body: { name: 'Renamed' } });
    expect(await server.client('external').getLesson({ params: { id: mine.id } })).toMatchObject({
      release_name: 'Renamed',
      is_own_drafts: true,
    });
    expect(await server.client('staff').getLesson({ params: { id: mine.id } })).toMatchObject({ is_own_drafts: false });
  });
});

describe('POST /api/lessons/{id}/version/new', () => {
  it("copies a published lesson completely into the user's drafts", async () => {
    const [published] = (await server.client('staff').listLessons()).filter((lesson) => lesson.is_main);
    const clone = await server.client('staff').cloneLesson({ params: { id: published!.id } });
    expect(clone).toMatchObject({ sequence: published!.sequence, title: published!.title, is_main: false, release_status: 'Unmodified' });
    const [original, copied] = await Promise.all(
      [published!.id, clone.id].map((id) => server.client('staff').listScreens({ params: { id } })),
    );
    const told = (screens: typeof original) =>
      screens!.map(({ title, uuid, body_markdown, answer_code }) => ({ title, uuid, body_markdown, answer_code }));
    expect(told(copied)).toEqual(told(original));
    expect(copied!.length).toBeGreaterThan(0);

    const planning = { owner: server.users.staff.email, reviewer: server.users.owner.email, due: '2026-12-31', stage: 'writing' } as const;
    const planned = await server.client('staff').saveLesson({ params: { id: clone.id }, body: planning });
    expect(planned).toMatchObject({ ...planning, release_status: 'Unmodified', revision: clone.revision + 1 });
    expect((await server.client('staff').listLessons()).find(({ id }) => id === clone.id)).toMatchObject(planning);
    const address = `/lesson/${clone.id}`;
    expect(await server.client('staff').listWork()).toContainEqual(
      expect.objectContaining({ why: 'write', address, due: '2026-12-31', stage: 'writing' }),
    );
    expect((await server.client('owner').listWork()).map((item) => item.address)).not.toContain(address);

    const saved = await server.client('staff').saveLesson({ params: { id: clone.id }, body: { description: 'Changed' } });
    expect(saved).toMatchObject({ release_status: 'Modified', owner: planning.owner });
    await expect(server.client('staff').cloneLesson({ params: { id: published!.id } })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(String(published!.sequence)),
    });
  });
});

describe('the owner of a lesson', () => {
  it('is someone with access, and for external authors themselves', async () => {
    const mine = await newLesson('external');
    const assign = (role: 'staff' | 'external', owner: string) =>
      server.client(role).saveLesson({ params: { id: mine.id }, body: { owner } });
    expect((await assign('external', server.users.external.email)).owner).toBe(server.users.external.email);
    await expect(assign('external', server.users.staff.email)).rejects.toMatchObject({ status: 403 });
    await expect(assign('staff', 'nobody@example.org')).rejects.toMatchObject({
      code: 'refused',
      message: 'No one here has the address nobody@example.org.',
    });
    expect((await server.client('staff').listPeople()).map(({ email }) => email)).toContain(server.users.external.email);
  });
});

describe('DELETE /api/lesson/{id}', () => {
  it('removes the lesson from its release and frees the number', async () => {
    const { id, sequence } = await newLesson();
    await server.client('staff').deleteLesson({ params: { id } });
    await expect(server.client('staff').getLesson({ params: { id } })).rejects.toMatchObject({ status: 404 });
    expect(await server.client('staff').createLesson({ body: { sequence, title: 'Again' } })).toMatchObject({ title: 'Again' });
  });
});

describe('GET /api/lesson/{id}/linked/{key}', () => {
  it('returns the lesson that a short link means, whatever its title and number', async () => {
    const client = server.client('staff');
    const [from, to] = [await newLesson(), await newLesson()];
    const key = contentKey((await client.getLesson({ params: { id: to.id } })).uuid);
    await client.saveLesson({ params: { id: to.id }, body: { title: 'Renamed' } });
    expect(await client.findLinkedLesson({ params: { id: from.id, key } })).toMatchObject({ id: to.id, title: 'Renamed' });
    await client.deleteLesson({ params: { id: to.id } });
    await expect(client.findLinkedLesson({ params: { id: from.id, key } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('GET /api/lesson-number/{sequence}', () => {
  it('redirects to the latest version', async () => {
    const lesson = await newLesson();
    expect(await server.client('staff').getLatestLesson({ params: { sequence: lesson.sequence } })).toMatchObject({ id: lesson.id });
    await expect(server.client('staff').getLatestLesson({ params: { sequence: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });
});

it('begins a lesson with the screens of a template', async () => {
  const client = server.client('staff');
  const { id, screens } = await client.createLesson({ body: { sequence: freshNumber(), template: 'worked-example' } });
  expect((await client.listScreens({ params: { id } })).map((screen) => [screen.id, screen.type])).toEqual([
    [screens?.[0], 'text'],
    [screens?.[1], 'code'],
    [screens?.[2], 'code'],
  ]);
});

/** Reads without indexes: rows that are equal to PostgreSQL come in the order in which they are stored. */
function asStored<T>(read: (platform: { db: Db }) => Promise<T>): Promise<T> {
  return server.platform.db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_indexscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx);
    return read({ db: tx });
  });
}

describe('GET /api/screens/find', () => {
  async function titled(role: 'staff' | 'external', title: string) {
    const client = server.client(role);
    const lesson = await client.createLesson({ body: { sequence: freshNumber(), title: 'Seasons', first_screen: true } });
    const screenId = lesson.screens![0]!;
    await client.saveScreen({ params: { lessonId: lesson.id, screenId }, body: { title } });
    return { lesson, screenId };
  }
  const find = (role: 'staff' | 'external', q: string) => server.client(role).findScreens({ query: { q } });

  it('finds screens of all lessons by every word of the title, as text', async () => {
    const { lesson, screenId } = await titled('staff', 'Counting 100% of the Hot_days');
    const found = { id: screenId, lesson_id: lesson.id, lesson_sequence: lesson.sequence, lesson_title: 'Seasons', sequence: 1 };
    expect(await find('staff', 'hot_days  COUNT')).toMatchObject([found]);
    expect(await find('staff', '100%')).toMatchObject([found]);
    expect(await find('staff', 'hot%days')).toEqual([]);
    expect(await find('staff', 'hot cold')).toEqual([]);
  });

  it('finds deleted screens and those of deleted lessons no more', async () => {
    const { lesson, screenId } = await titled('staff', 'Vanishing rows');
    const kept = await titled('staff', 'Vanishing columns');
    await server.client('staff').deleteScreen({ params: { lessonId: lesson.id, screenId } });
    expect(await find('staff', 'vanishing')).toMatchObject([{ id: kept.screenId }]);
    await server.client('staff').deleteLesson({ params: { id: kept.lesson.id } });
    expect(await find('staff', 'vanishing')).toEqual([]);
  });

  it('has the screens of lessons that were imported together by their numbers', async () => {
    const client = server.client('staff');
    const numbers = Array.from({ length: 4 }, freshNumber);
    const ids: number[] = [];
    for (const place of [1, 3, 0, 2]) {
      const lesson = await client.createLesson({ body: { sequence: numbers[place]!, title: 'Together', first_screen: true } });
      await client.saveScreen({ params: { lessonId: lesson.id, screenId: lesson.screens![0]! }, body: { title: 'Imported at once' } });
      ids.push(lesson.id);
    }
    await sql`update lessons set updated_at = now() where id = any(${ids})`.execute(server.platform.db);
    const found = await asStored((platform) => findScreens(platform, toActor(server.users.staff), 'imported at once'));
    expect(found.map(({ lesson_sequence }) => lesson_sequence)).toEqual(numbers);
  });

  it('shows external authors only lessons that they may see, and returns at most 8', async () => {
    const { lesson } = await titled('external', 'Hidden lesson of another');
    const other = await server.client('staff').createLesson({ body: { sequence: freshNumber(), title: 'Old version' } });
    expect(await find('external', 'hidden lesson')).toMatchObject([{ lesson_id: lesson.id }]);
    const params = { id: other.id };
    for (let sequence = 1; sequence <= 9; sequence++) {
      const { newScreenId } = await server.client('staff').createScreen({ params, body: { sequence } });
      await server
        .client('staff')
        .saveScreen({ params: { lessonId: other.id, screenId: newScreenId }, body: { title: `Ninefold ${sequence}` } });
    }
    expect(await find('staff', 'ninefold')).toHaveLength(8);
    await server.client('owner').createLesson({ body: { sequence: other.sequence, title: 'Newer version' } });
    expect(await find('external', 'ninefold')).toEqual([]);
    await expect(find('staff', 'x')).rejects.toMatchObject({ status: 400 });
  });
});

describe('GET /api/screens/recent', () => {
  it('returns what the reader saved last, without deleted and published lessons', async () => {
    const client = server.client('owner');
    const saved: number[] = [];
    for (const title of ['First', 'Second', 'Third']) {
      const lesson = await client.createLesson({ body: { sequence: freshNumber(), title, first_screen: true } });
      const screenId = lesson.screens![0]!;
      await client.saveScreen({ params: { lessonId: lesson.id, screenId }, body: { title: `On ${title}` } });
      saved.push(lesson.id);
    }
    const titles = async () => (await client.listRecentScreens()).map(({ title }) => title);
    expect((await titles()).slice(0, 3)).toEqual(['On Third', 'On Second', 'On First']);
    await client.deleteLesson({ params: { id: saved[1]! } });
    expect((await titles()).slice(0, 2)).toEqual(['On Third', 'On First']);
    expect((await server.client('staff').listRecentScreens()).map(({ title }) => title)).not.toContain('On Third');
  });

  it('returns screens that were saved together in their order', async () => {
    const client = server.client('owner');
    const { id } = await client.createLesson({ body: { sequence: freshNumber(), title: 'Edited together' } });
    const ids: number[] = [];
    // Each becomes the first one.
    for (let count = 0; count < 4; count += 1) ids.push((await client.createScreen({ params: { id }, body: { sequence: 1 } })).newScreenId);
    for (const place of [1, 3, 0, 2])
      await client.saveScreen({ params: { lessonId: id, screenId: ids[place]! }, body: { title: 'Edited' } });
    await sql`update screens set updated_at = now() where lesson_id = ${id}`.execute(server.platform.db);
    const found = await asStored((platform) => listRecentScreens(platform, toActor(server.users.owner)));
    expect(found.slice(0, 4).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  });

  it('leaves out screens that the reader only copied or restored', async () => {
    const lesson = await buildLesson(server.platform, toActor(server.users.staff), {
      sequence: freshNumber(),
      screens: [{ title: 'By staff' }],
    });
    const client = server.client('owner');
    const recent = async () => (await client.listRecentScreens()).map(({ lesson_id, title }) => ({ lesson_id, title }));
    const before = await recent();
    const [screenId = 0] = lesson.screens;
    const clone = await client.cloneLesson({ params: { id: lesson.id } });
    await client.duplicateScreen({ params: { id: screenId } });
    await client.copyScreens({ params: { id: clone.id }, body: { screens: [screenId] } });
    await client.deleteScreen({ params: { lessonId: lesson.id, screenId } });
    await client.restoreScreen({ params: { id: screenId }, body: {} });
    expect(await recent()).toEqual(before);
    const [copied] = await client.listScreens({ params: { id: clone.id } });
    await client.saveScreen({ params: { lessonId: clone.id, screenId: copied!.id }, body: { title: 'Mine now' } });
    expect((await recent())[0]).toEqual({ lesson_id: clone.id, title: 'Mine now' });
  });
});
