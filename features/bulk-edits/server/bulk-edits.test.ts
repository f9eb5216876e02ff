import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { TaskBudget } from '#platform/server/text-tasks/task-budget.ts';
import { runTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import { startTestServer, type Person, type TestServer } from '#testing/test-server.ts';
import { writeBulkEdit } from './write-bulk-edit.ts';

let server: TestServer;
/** The author of a test, who has their own drafts. */
let author: Person;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  author = await server.newPerson();
});

const staff = () => author.client;
const commit = (releaseId: number) => commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
const hashes = async () => {
  const { db } = server.platform;
  const own = db.selectFrom('lessons').innerJoin('releases', 'releases.id', 'release_id').where('drafts_of', '=', author.user.id);
  const lessons = await own.select(['lessons.id', 'content_hash']).orderBy('lessons.id').execute();
  const screens = await db
    .selectFrom('screens')
    .select(['id', 'content_hash'])
    .where('lesson_id', 'in', own.select('lessons.id'))
    .orderBy('id')
    .execute();
  return { lessons, screens };
};

/** Lessons in one's drafts, each with a screen, committed. */
async function makeLessons(count: number) {
  const lessons = [];
  for (let index = 0; index < count; index++) {
    const lesson = await staff().createLesson({ body: { sequence: 901 + index, title: `Loops ${index}` } });
    const { newScreenId } = await staff().createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
    const place = { lessonId: lesson.id, screenId: newScreenId };
    await staff().saveScreen({ params: place, body: { title: 'For', body_markdown: 'One\n\nTwo\n\nThree' } });
    lessons.push({ ...place, release_id: lesson.release_id });
  }
  const [first] = lessons;
  if (!first) throw new Error('No lesson was made.');
  await commit(first.release_id);
  return { lessons, ids: lessons.map(({ lessonId }) => lessonId), release_id: first.release_id, first };
}

const setTimeouts = (lesson_ids: number[], seconds: number) =>
  staff().editSettings({ body: { lesson_ids, edit: { set: 'timeout', seconds } } });

async function commitsSince(head: string): Promise<string[]> {
  const working = new GitRepository(join(server.platform.config.dataFolder, 'working.git'));
  const text = await working.text(['log', '--format=%s', `${head}..${author.branch}`]);
  return text === '' ? [] : text.split('\n');
}
const head = async () => (await server.platform.git.head(author.branch)) ?? '';

describe('a setting of many lessons', () => {
  it('is previewed, saved in one commit with one audit entry, and undone to the same content', async () => {
    const { ids, release_id } = await makeLessons(3);
    const main = (await staff().listLessons()).find(({ is_main }) => is_main);
    const all = main ? [...ids, main.id] : ids;
    await staff().saveLesson({ params: { id: ids[2] ?? 0 }, body: { code_run_timeout: 30 } });
    await commit(release_id);
    const before = await hashes();
    const from = await head();

    const edit = { set: 'timeout' as const, seconds: 30 };
    const previews = await staff().previewSettings({ body: { lesson_ids: all, edit } });
    expect(previews.map(({ state }) => state)).toEqual(['changes', 'changes', 'same', ...(main ? ['refused'] : [])]);

    const saved = await staff().editSettings({ body: { lesson_ids: all, edit, message: 'More time' } });
    expect(saved.edit).toMatchObject({ kind: 'settings', lessons: 2, documents: 2, state: 'done', message: 'More time' });
    expect(saved.left).toHaveLength(main ? 1 : 0);
    await commit(release_id);
    expect(await commitsSince(from)).toEqual(['More time']);
    const { db } = server.platform;
    const entries = await db.selectFrom('audit_entries').select('action').orderBy('id', 'desc').limit(2).execute();
    expect(entries.map(({ action }) => action)).toEqual(['bulk-edit.save', 'lesson.save']);

    const id = saved.edit?.id ?? 0;
    const undone = await staff().undoBulkEdit({ params: { id }, body: {} });
    expect(undone).toMatchObject({ edit: { kind: 'undo', undoes: id, lessons: 2 }, left: [] });
    expect(await hashes()).toEqual(before);
    await commit(release_id);
    expect(await commitsSince(from)).toEqual(['Undo: More time', 'More time']);
    expect((await staff().getBulkEdit({ params: { id } })).edit.state).toBe('undone');

    // The undo can be undone, too.
    await staff().undoBulkEdit({ params: { id: undone.edit?.id ?? 0 }, body: {} });
    expect((await staff().getLesson({ params: { id: ids[0] ?? 0 } })).code_run_timeout).toBe(30);
    expect((await staff().listBulkEdits({ query: {} })).edits.slice(0, 3).map(({ kind, state }) => [kind, state])).toEqual([
      ['undo', 'done'],
      ['undo', 'undone'],
      ['settings', 'done'],
    ]);
  });

  it('restores packages and their lock exactly', async () => {
    const { ids, first } = await makeLessons(1);
    const packages = [{ name: 'pandas', version: '2.0', show_in_editor: true }];
    await staff().saveLesson({ params: { id: first.lessonId }, body: { packages } });
    await sql`update lessons set attached = attached || '{"packages_lock": "pandas==2.0"}' where id = ${first.lessonId}`.execute(
      server.platform.db,
    );
    // Another save stores the hash of the lock.
    await staff().saveLesson({ params: { id: first.lessonId }, body: { description: 'With a lock' } });
    const before = await hashes();
    const saved = await staff().editSettings({ body: { lesson_ids: ids, edit: { set: 'language-version', version: '3.9' } } });
    expect((await hashes()).lessons).not.toEqual(before.lessons);
    await staff().undoBulkEdit({ params: { id: saved.edit?.id ?? 0 }, body: {} });
    expect(await hashes()).toEqual(before);
  });

  it('keeps what others saved since, and names what they changed in the same place', async () => {
    const { ids, lessons } = await makeLessons(2);
    const saved = await setTimeouts(ids, 30);
    await staff().saveLesson({ params: { id: ids[0] ?? 0 }, body: { description: 'Mine', code_run_timeout: 40 } });
    await staff().saveLesson({ params: { id: ids[1] ?? 0 }, body: { description: 'Mine' } });
    const id = saved.edit?.id ?? 0;

    const asked = await staff().undoBulkEdit({ params: { id }, body: {} });
    expect(asked).toMatchObject({ edit: null, left: [{ lesson_id: lessons[0]?.lessonId, field: 'code_run_timeout' }] });
    expect((await staff().getLesson({ params: { id: ids[1] ?? 0 } })).code_run_timeout).toBe(30);

    const rest = await staff().undoBulkEdit({ params: { id }, body: { leave_changed: true } });
    expect(rest.edit).toMatchObject({ lessons: 1 });
    expect(await staff().getLesson({ params: { id: ids[0] ?? 0 } })).toMatchObject({ description: 'Mine', code_run_timeout: 40 });
    expect(await staff().getLesson({ params: { id: ids[1] ?? 0 } })).toMatchObject({ description: 'Mine', code_run_timeout: null });
    expect((await staff().getBulkEdit({ params: { id } })).edit.state).toBe('partly_undone');
  });

  it('is undone as far as there is time, and then for the rest', async () => {
    const { ids, lessons } = await makeLessons(3);
    const id = (await setTimeouts(ids, 30)).edit?.id ?? 0;
    const timeouts = async () => {
      const all = await Promise.all(ids.map((lesson) => staff().getLesson({ params: { id: lesson } })));
      return all.map(({ code_run_timeout }) => code_run_timeout);
    };
    // As if the first two had taken all the time. The second undo has as much again.
    const run = vi.spyOn(TaskBudget.prototype, 'run');
    const shorten = () => {
      let count = 0;
      run.mockImplementation(async (name, input) => ((count += 1) > 2 ? 'out of time' : runTextTask(name, input)));
    };
    shorten();
    const left = [{ lesson_id: lessons[2]?.lessonId, field: 'code_run_timeout', reason: expect.stringContaining('again for the rest') }];
    expect(await staff().undoBulkEdit({ params: { id }, body: {} })).toMatchObject({ edit: null, left });
    expect(await timeouts()).toEqual([30, 30, 30]);
    shorten();
    expect(await staff().undoBulkEdit({ params: { id }, body: { leave_changed: true } })).toMatchObject({ edit: { lessons: 2 }, left });
    expect(await timeouts()).toEqual([null, null, 30]);
    run.mockRestore();
    expect(await staff().undoBulkEdit({ params: { id }, body: {} })).toMatchObject({ edit: { lessons: 1 }, left: [] });
    expect(await timeouts()).toEqual([null, null, null]);
  });

  it('is undone without lessons that were deleted since, and in them once they are restored', async () => {
    const { ids } = await makeLessons(2);
    const before = await hashes();
    const saved = await setTimeouts(ids, 30);
    const id = saved.edit?.id ?? 0;
    await staff().deleteLesson({ params: { id: ids[0] ?? 0 } });
    const asked = await staff().undoBulkEdit({ params: { id }, body: {} });
    expect(asked).toMatchObject({ edit: null, left: [{ sequence: 901, field: null, reason: 'It was deleted.' }] });
    await staff().undoBulkEdit({ params: { id }, body: { leave_changed: true } });
    expect((await staff().getBulkEdit({ params: { id } })).edit.state).toBe('partly_undone');
    await staff().restoreLesson({ params: { id: ids[0] ?? 0 } });
    await staff().undoBulkEdit({ params: { id }, body: {} });
    expect((await staff().getBulkEdit({ params: { id } })).edit.state).toBe('undone');
    expect(await hashes()).toEqual(before);
  });

  it('is merged with a save that began before it', async () => {
    const { ids, first } = await makeLessons(1);
    const { revision } = await staff().getLesson({ params: { id: first.lessonId } });
    await setTimeouts(ids, 30);
    await staff().saveLesson({ params: { id: first.lessonId }, body: { revision, description: 'Typed meanwhile' } });
    expect(await staff().getLesson({ params: { id: first.lessonId } })).toMatchObject({
      code_run_timeout: 30,
      description: 'Typed meanwhile',
    });
  });

  it('is for staff only', async () => {
    const { ids } = await makeLessons(1);
    const saved = await setTimeouts(ids, 30);
    const external = server.client('external');
    const edit = { set: 'timeout' as const, seconds: 3 };
    await expect(external.previewSettings({ body: { lesson_ids: ids, edit } })).rejects.toMatchObject({ status: 403 });
    await expect(external.editSettings({ body: { lesson_ids: ids, edit } })).rejects.toMatchObject({ status: 403 });
    await expect(external.undoBulkEdit({ params: { id: saved.edit?.id ?? 0 }, body: {} })).rejects.toMatchObject({ status: 403 });
    await expect(external.listBulkEdits({ query: {} })).rejects.toMatchObject({ status: 403 });
  });
});

describe('a bulk edit of screens', () => {
  it('is one commit for each branch, and its undo restores lines beside those that others changed', async () => {
    const { lessons, release_id } = await makeLessons(3);
    const from = await head();
    const before = await hashes();
    const edits = lessons.map(({ lessonId, screenId }) => ({
      lessonId,
      screens: new Map([
        [
          screenId,
          (screen: { fields: { body_markdown: string } & object; attached: object }) =>
            ({ ...screen, fields: { ...screen.fields, body_markdown: screen.fields.body_markdown.replace('Two', '2') } }) as never,
        ],
      ]),
    }));
    const spec = { kind: 'replace' as const, summary: 'Replace Two', message: null };
    const { id } = await writeBulkEdit(server.platform, author.actor, spec, edits);
    await commit(release_id);
    expect(await commitsSince(from)).toEqual(['Replace Two']);

    const [first] = lessons;
    if (!first) throw new Error('No lesson was made.');
    await staff().saveScreen({ params: first, body: { body_markdown: 'One!\n\n2\n\nThree' } });
    await staff().undoBulkEdit({ params: { id: id ?? 0 }, body: {} });
    const after = await hashes();
    expect(after.screens.slice(1)).toEqual(before.screens.slice(1));
    expect((await staff().getScreen({ params: first })).body_markdown).toBe('One!\n\nTwo\n\nThree');
  });

  it('stores nothing if it fails in the middle', async () => {
    const { lessons } = await makeLessons(3);
    const before = await hashes();
    const counted = async () => {
      const { rows } = await sql<{ count: number }>`select
        (select count(*)::int from changes) + (select count(*)::int from revisions) + (select count(*)::int from bulk_edits)
        + (select count(*)::int from audit_entries) as count`.execute(server.platform.db);
      return rows[0]?.count;
    };
    const rows = await counted();
    const edits = lessons.map(({ lessonId }, index) => ({
      lessonId,
      lesson: (lesson: { fields: object; attached: object }) => {
        if (index === 2) throw new Error('The process dies here.');
        return { ...lesson, fields: { ...lesson.fields, description: 'New' } } as never;
      },
    }));
    const spec = { kind: 'settings' as const, summary: 'Fail', message: null };
    await expect(writeBulkEdit(server.platform, author.actor, spec, edits)).rejects.toThrow('dies');
    expect(await hashes()).toEqual(before);
    expect(await counted()).toBe(rows);
  });

  it('stores nothing if it is stopped', async () => {
    const { lessons } = await makeLessons(2);
    const before = await hashes();
    const stopping = new AbortController();
    const edits = lessons.map(({ lessonId }) => ({
      lessonId,
      lesson: (lesson: { fields: object; attached: object }) => {
        stopping.abort();
        return { ...lesson, fields: { ...lesson.fields, description: 'New' } } as never;
      },
    }));
    const spec = { kind: 'settings' as const, summary: 'Stop', message: null };
    const operation = { signal: stopping.signal, progress: () => undefined };
    await expect(writeBulkEdit(server.platform, author.actor, spec, edits, operation)).rejects.toThrow();
    expect(await hashes()).toEqual(before);
  });
});
