import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { runHousekeeping } from '#features/operations/server/housekeeping/run-housekeeping.ts';
import { ContentRepository, lessonFiles } from '#testing/content-branch.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { shownState, storedState } from '#testing/random-history/states.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let next = 900;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

const staff = () => server.client('staff');
const owner = () => server.client('owner');

async function makeLesson(client = staff()) {
  const lesson = await client.createLesson({ body: { sequence: next++, title: 'Loops', language: 'python' } });
  const { newScreenId: screenId, screens } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1, type: 'code' } });
  const { uuid } = await server.platform.db.selectFrom('screens').select('uuid').where('id', '=', screenId).executeTakeFirstOrThrow();
  expect(screens).not.toEqual([]);
  return { id: lesson.id, releaseId: lesson.release_id, screenId, part: `screen:${uuid}`, address: { lessonId: lesson.id, screenId } };
}

const ofLesson = (id: number) => ({ kind: 'lesson' as const, id });

describe('the list of versions', () => {
  it('says who saved what, with the message and later the commit', async () => {
    const { id, releaseId, part, address } = await makeLesson();
    await owner().saveScreen({ params: address, body: { body_markdown: 'One', saveMessage: 'Explain loops' } });
    const before = await staff().listVersions({ params: ofLesson(id), query: { part } });
    expect(before.versions[0]).toMatchObject({
      by: 'Test owner',
      cause: 'page',
      message: 'Explain loops',
      commit: null,
      parts: [{ part, change: 'changed' }],
    });
    expect(before.versions.at(-1)?.parts[0]?.change).toBe('added');
    expect(before.people.map(({ name }) => name)).toEqual(['Test owner', 'Test staff']);
    await commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
    const [version] = (await staff().listVersions({ params: ofLesson(id), query: { part } })).versions;
    expect(version?.commit).toMatch(/^[0-9a-f]{40}$/);
  });

  it('says that a lesson was imported, and has no version of one whose screens are not imported yet', async () => {
    const fields = { sequence: String(next++) };
    const bytes = '# Loops\n\n## One\n\nA loop repeats.\n';
    const reply = await sendFile(server, { url: '/api/lessons/import-file', name: 'loops.md', bytes, fields });
    const { lesson_id } = reply.json<{ lesson_id: number }>();
    const { versions } = await staff().listVersions({ params: ofLesson(lesson_id), query: {} });
    expect(versions.map(({ cause, by }) => [cause, by])).toEqual([['import', 'Test staff']]);

    const branch = 'shallow';
    const content = new ContentRepository(server.platform.config.dataFolder);
    await content.push(branch, { '990-shallow': lessonFiles(990, 'Shallow', 'One', 'Two') });
    const { id: release_id } = await staff().createRelease({ body: { name: branch, version_major: branch, create_new: false } });
    const lesson = (await staff().listLessons()).find((each) => each.release_id === release_id);
    const id = lesson?.id ?? 0;
    expect(lesson?.is_shallow_import).toBe(true);
    expect((await staff().listVersions({ params: ofLesson(id), query: {} })).versions).toEqual([]);
    await staff().importLesson({ params: { id }, body: {} });
    const [imported, ...others] = (await staff().listVersions({ params: ofLesson(id), query: {} })).versions;
    expect(others).toEqual([]);
    expect(imported).toMatchObject({ cause: 'import', commit: await content.head(branch) });
    expect(imported?.parts).toHaveLength(3);
  });

  it('comes in pages, and is filtered by person and cause', async () => {
    const { id, part, address } = await makeLesson();
    for (let at = 0; at < 60; at++) await staff().saveScreen({ params: address, body: { body_markdown: `Text ${at}` } });
    await owner().saveScreen({ params: address, body: { body_markdown: 'Mine' } });
    const first = await staff().listVersions({ params: ofLesson(id), query: { part } });
    expect(first.versions).toHaveLength(50);
    const second = await staff().listVersions({ params: ofLesson(id), query: { part, before: first.next ?? 0 } });
    expect(second.next).toBeNull();
    const ids = [...first.versions, ...second.versions].map((version) => version.id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
    expect(ids).toHaveLength(62);
    const own = await staff().listVersions({ params: ofLesson(id), query: { part, by: server.users.owner.id } });
    expect(own.versions.map(({ by }) => by)).toEqual(['Test owner']);
    expect((await staff().listVersions({ params: ofLesson(id), query: { part, cause: 'git' } })).versions).toEqual([]);
  });

  it('has one entry for a save that changes the order and several screens, and none for one that changes nothing', async () => {
    const { id, screenId, address } = await makeLesson();
    await staff().createScreen({ params: { id }, body: { sequence: 2 } });
    const count = async () => (await staff().listVersions({ params: ofLesson(id), query: {} })).versions.length;
    const before = await count();
    await staff().moveScreen({ params: address, body: { sequence: 2 } });
    expect(await count()).toBe(before + 1);
    await staff().saveScreen({ params: address, body: { body_markdown: '' } });
    expect(await count()).toBe(before + 1);
    await staff().deleteScreen({ params: { lessonId: id, screenId } });
    const [deletion] = (await staff().listVersions({ params: ofLesson(id), query: {} })).versions;
    expect(deletion?.by).toBe('Test staff');
    expect(deletion?.parts.map(({ change }) => change)).toEqual(['changed', 'deleted']);
  });

  it('stores a text that returns once', async () => {
    const { address } = await makeLesson();
    const documents = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from version_documents`.execute(server.platform.db);
      return rows[0]?.count ?? 0;
    };
    await staff().saveScreen({ params: address, body: { body_markdown: 'There' } });
    await staff().saveScreen({ params: address, body: { body_markdown: 'And back' } });
    const before = await documents();
    await staff().saveScreen({ params: address, body: { body_markdown: 'There' } });
    expect(await documents()).toBe(before);
  });
});

describe('what a version changed', () => {
  it('is shown rendered and as lines, and names the fields that differ from now', async () => {
    const { id, part, address } = await makeLesson();
    await staff().saveScreen({ params: address, body: { body_markdown: 'A loop repeats.', answer_code: 'print(1)' } });
    await staff().saveScreen({ params: address, body: { body_markdown: 'A loop ends.' } });
    const { versions } = await staff().listVersions({ params: ofLesson(id), query: { part } });
    const newest = await staff().getVersionDiff({ params: { ...ofLesson(id), version: versions[0]!.id }, query: {} });
    const [file, ...others] = newest.parts[0]!.files;
    expect(others).toEqual([]);
    expect(file?.path).toMatch(/learn\.md$/);
    expect(file?.hunks[0]?.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ['removed', 'A loop repeats.'],
      ['added', 'A loop ends.'],
    ]);
    expect(file?.rendered?.[0]?.html).toContain('<del>repeats</del>');
    expect(newest.parts[0]?.fields).toEqual([]);
    const older = await staff().getVersionDiff({ params: { ...ofLesson(id), version: versions[1]!.id }, query: { against: 'now' } });
    expect(older.parts[0]?.fields).toEqual([{ field: 'body_markdown', label: 'Learn' }]);
    expect(older.parts[0]?.files.map(({ path }) => path)).toEqual([file?.path]);
  });

  it('sums up what happened since a version', async () => {
    const { id, address, part } = await makeLesson();
    const start = (await staff().listVersions({ params: ofLesson(id), query: {} })).versions[0]!.id;
    await staff().saveScreen({ params: address, body: { body_markdown: 'One' } });
    await staff().saveScreen({ params: address, body: { body_markdown: 'Two' } });
    await staff().saveLesson({ params: { id }, body: { description: 'New' } });
    const [last] = (await staff().listVersions({ params: ofLesson(id), query: {} })).versions;
    const { parts } = await staff().getVersionDiff({ params: { ...ofLesson(id), version: last!.id }, query: { since: start } });
    expect(parts.map((each) => each.part)).toEqual(['', part]);
    expect(parts[1]?.files[0]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(['Two']);
  });
});

describe('restoring', () => {
  it('one field leaves the others, and is a new version with its cause', async () => {
    const { id, part, address } = await makeLesson();
    await staff().saveScreen({ params: address, body: { body_markdown: 'Old', hint_markdown: 'Old hint' } });
    const [old] = (await staff().listVersions({ params: ofLesson(id), query: { part } })).versions;
    await owner().saveScreen({ params: address, body: { body_markdown: 'New', hint_markdown: 'New hint' } });
    const { revision } = await staff().getScreen({ params: address });
    await staff().restoreVersion({ params: { ...ofLesson(id), version: old!.id }, body: { part, field: 'body_markdown' } });
    expect(await staff().getScreen({ params: address })).toMatchObject({
      body_markdown: 'Old',
      hint_markdown: 'New hint',
      revision: revision + 1,
    });
    const [restored] = (await staff().listVersions({ params: ofLesson(id), query: { part } })).versions;
    expect(restored).toMatchObject({ cause: 'restore', restored_from: old!.id, by: 'Test staff' });
    // A colleague's draft of the other field still merges.
    await owner().saveScreen({ params: address, body: { hint_markdown: 'Draft', revision } });
    expect(await staff().getScreen({ params: address })).toMatchObject({ body_markdown: 'Old', hint_markdown: 'Draft' });
  });

  it('one question puts it back in its place', async () => {
    const { id, part, address } = await makeLesson();
    const options = [
      { label: 'Yes', valid: true, feedback_message: '', skill_id: null },
      { label: 'No', valid: false, feedback_message: '', skill_id: null },
    ];
    const question = (text: string) => ({ question: text, select_type: 'single' as const, answer_options: options });
    await staff().saveScreen({ params: address, body: { multipleChoiceQuestions: [question('First?'), question('Second?')] } });
    const [old] = (await staff().listVersions({ params: ofLesson(id), query: { part } })).versions;
    await staff().saveScreen({ params: address, body: { multipleChoiceQuestions: [question('Other?')] } });
    const { parts } = await staff().getVersionDiff({ params: { ...ofLesson(id), version: old!.id }, query: { part } });
    expect(parts[0]?.questions.map(({ title }) => title)).toEqual(['First?', 'Second?']);
    const { uuid } = parts[0]!.questions[0]!;
    await staff().restoreVersion({ params: { ...ofLesson(id), version: old!.id }, body: { part, question: uuid } });
    const { multipleChoiceQuestions: now } = await staff().getScreen({ params: address });
    expect(now.map((each) => each.question)).toEqual(['First?', 'Other?']);
  });

  it('a screen that left the trash creates it again', async () => {
    const { id, part, screenId, address } = await makeLesson();
    await staff().saveScreen({ params: address, body: { title: 'Kept', body_markdown: 'Text' } });
    const [old] = (await staff().listVersions({ params: ofLesson(id), query: { part } })).versions;
    await staff().deleteScreen({ params: address });
    const [deletion] = (await staff().listVersions({ params: ofLesson(id), query: { part } })).versions;
    const restore = (version: number) => staff().restoreVersion({ params: { ...ofLesson(id), version }, body: { part } });
    await expect(restore(deletion!.id)).rejects.toMatchObject({ code: 'refused' });
    expect(await restore(old!.id)).toEqual({ screen_id: screenId });
    await staff().deleteScreen({ params: address });
    const { db } = server.platform;
    for (const table of ['revisions', 'screen_items', 'screen_gates'] as const)
      await db.deleteFrom(table).where('screen_id', '=', screenId).execute();
    await db.updateTable('changes').set({ screen_id: null }).where('screen_id', '=', screenId).execute();
    await db.deleteFrom('screens').where('id', '=', screenId).execute();
    const { screen_id } = await restore(old!.id);
    expect(await staff().getScreen({ params: { lessonId: id, screenId: screen_id ?? 0 } })).toMatchObject({
      title: 'Kept',
      body_markdown: 'Text',
    });
  });

  it('a file brings its bytes back, also after it was deleted', async () => {
    const { id } = await makeLesson();
    const upload = (bytes: string) =>
      sendFile(server, { url: `/api/lesson/${id}/datafile`, name: 'a.csv', bytes, fields: { overwrite: 'true' } });
    const part = 'data:a.csv';
    await upload('old\n');
    const [old] = (await staff().listVersions({ params: ofLesson(id), query: { part } })).versions;
    await upload('new\n');
    const { parts } = await staff().getVersionDiff({ params: { ...ofLesson(id), version: old!.id }, query: { part, against: 'now' } });
    expect(parts[0]?.files[0]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(['old', 'new']);
    const [file] = await staff().listDataFiles({ params: { id } });
    await staff().deleteDataFile({ params: { fileId: file!.id } });
    await staff().restoreVersion({ params: { ...ofLesson(id), version: old!.id }, body: { part } });
    const url = `/api/history/lesson/${id}/version/${old!.id}/file`;
    expect((await server.inject({ url, headers: server.headers('staff') })).body).toBe('old\n');
    const { sha256 } = await server.platform.db
      .selectFrom('lesson_files')
      .selectAll()
      .where('lesson_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(await server.platform.blobs.get(sha256, 4)).toString()).toBe('old\n');
  });

  it('a course and a path restores fields and lists', async () => {
    const course = await staff().createCourse({ body: { sequence: next++, name: 'Birds' } });
    const { id: lesson } = await makeLesson();
    await staff().addCourseLesson({ params: { id: course.id, lessonId: lesson }, body: {} });
    const params = { kind: 'course' as const, id: course.id };
    const [old] = (await staff().listVersions({ params, query: {} })).versions;
    await staff().updateCourse({ params: { id: course.id }, body: { name: 'Owls' } });
    await staff().restoreVersion({ params: { ...params, version: old!.id }, body: {} });
    expect((await staff().getCourse({ params: { id: course.id } })).name).toBe('Birds');

    const path = await staff().createPath({ body: { sequence: next++, name: 'Nature' } });
    const step = await staff().createStep({ body: { name: 'Begin', release_id: path.release_id } });
    await staff().attachStep({ params: { trackId: path.id, stepId: step.id }, body: {} });
    const ofPath = { kind: 'path' as const, id: path.id };
    const [withStep] = (await staff().listVersions({ params: ofPath, query: {} })).versions;
    expect(withStep?.by).toBe('Test staff');
    await staff().updateStep({ params: { stepId: step.id }, body: { name: 'Start' } });
    const { parts } = await staff().getVersionDiff({ params: { ...ofPath, version: withStep!.id }, query: { against: 'now' } });
    expect(parts[0]?.files[0]?.hunks[0]?.lines.map(({ text }) => text).join('\n')).toMatch(/name: Begin\n.*name: Start/s);
    await staff().restoreVersion({ params: { ...ofPath, version: withStep!.id }, body: {} });
    expect((await staff().listSteps({ params: { trackId: path.id } })).map(({ name }) => name)).toEqual(['Begin']);
  });
});

describe('who wrote a line', () => {
  it('is found through several saves', async () => {
    const { id, part, address } = await makeLesson();
    await staff().saveScreen({ params: address, body: { answer_code: 'a = 1\nprint(a)\n' } });
    await owner().saveScreen({ params: address, body: { answer_code: 'a = 1\nb = 2\nprint(a)\n' } });
    await staff().saveScreen({ params: address, body: { hint_markdown: 'Count' } });
    const written = await staff().listWrittenLines({ params: ofLesson(id), query: { part, field: 'answer_code' } });
    expect(written.lines.map((at) => written.versions[at]?.by)).toEqual(['Test staff', 'Test owner', 'Test staff']);
    await expect(staff().listWrittenLines({ params: ofLesson(id), query: { part, field: 'nothing' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('since the last visit', () => {
  it('lists what others changed until it is read', async () => {
    const { id, address } = await makeLesson();
    const news = async () => (await staff().listLessonNews()).filter(({ lesson_id }) => lesson_id === id);
    expect(await staff().getLessonNews({ params: { id } })).toMatchObject({ since: null, versions: [] });
    const { last } = await staff().getLessonNews({ params: { id } });
    await staff().visitLesson({ params: { id }, body: { last } });
    await staff().saveScreen({ params: address, body: { body_markdown: 'Own' } });
    expect(await news()).toEqual([]);
    await owner().saveScreen({ params: address, body: { body_markdown: 'Other' } });
    expect(await news()).toMatchObject([{ by: ['Test owner'], count: 1 }]);
    const found = await staff().getLessonNews({ params: { id } });
    expect(found.versions.map(({ by }) => by)).toEqual(['Test owner']);
    await staff().visitLesson({ params: { id }, body: { last: found.last } });
    expect(await news()).toEqual([]);
    expect((await staff().getLessonNews({ params: { id } })).versions).toEqual([]);
  });
});

describe('external authors', () => {
  it('see the history of what they may read, and nothing else', async () => {
    const own = await makeLesson(server.client('external'));
    const external = server.client('external');
    expect((await external.listVersions({ params: ofLesson(own.id), query: {} })).versions.length).toBeGreaterThan(0);
    const hidden = await makeLesson();
    const later = await owner().createLesson({ body: { sequence: next++, title: 'Path' } });
    expect(later.id).toBeGreaterThan(hidden.id);
    const path = await staff().createPath({ body: { sequence: next++, name: 'Hidden' } });
    const [version] = (await staff().listVersions({ params: ofLesson(hidden.id), query: {} })).versions;
    const gone = { status: 404 };
    await expect(external.listVersions({ params: { kind: 'path', id: path.id }, query: {} })).rejects.toMatchObject(gone);
    // A version of one lesson isn't shown by way of another one.
    const through = { ...ofLesson(own.id), version: version!.id };
    await expect(external.getVersionDiff({ params: through, query: {} })).rejects.toMatchObject(gone);
    await expect(external.restoreVersion({ params: through, body: {} })).rejects.toMatchObject(gone);
    const url = `/api/history/lesson/${own.id}/version/${version!.id}/file`;
    expect((await server.inject({ url, headers: server.headers('external') })).statusCode).toBe(404);
  });
});

describe('housekeeping', () => {
  it('removes old saves between commits, never the newest, one in a commit, or one that was restored', async () => {
    const { id, releaseId, part, address } = await makeLesson();
    const save = (text: string) => staff().saveScreen({ params: address, body: { body_markdown: text } });
    const newest = async () => (await staff().listVersions({ params: ofLesson(id), query: { part } })).versions[0]!.id;
    for (const text of ['a', 'b', 'c']) await save(text);
    const committed = await newest();
    await commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
    await save('d');
    const between = await newest();
    await save('e');
    const restored = await newest();
    await save('f');
    await staff().restoreVersion({ params: { ...ofLesson(id), version: restored }, body: { part } });
    await save('g');
    await commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
    const last = await newest();
    const texts = async () => {
      const { versions } = await staff().listVersions({ params: ofLesson(id), query: { part } });
      return versions.map((version) => version.id);
    };
    const clean = (days: number) =>
      runHousekeeping({ platform: server.platform, now: new Date(Date.now() + days * 86_400_000), signal: AbortSignal.timeout(300_000) });
    const before = await texts();
    await clean(80);
    expect(await texts()).toEqual(before);
    const done = await clean(91);
    expect(done['versions']?.['versions']).toBeGreaterThan(0);
    const after = await texts();
    expect(after).toEqual(expect.arrayContaining([committed, restored, last]));
    expect(after).not.toContain(between);
    const { parts } = await staff().getVersionDiff({ params: { ...ofLesson(id), version: restored }, query: { part, against: 'now' } });
    expect(parts[0]?.files[0]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(['e', 'g']);
  });

  it('leaves every version that stays with what was saved, in all parts', async () => {
    const { id, releaseId, part, address } = await makeLesson();
    const { newScreenId: other } = await staff().createScreen({ params: { id }, body: { sequence: 2 } });
    const save = (screenId: number, text: string) =>
      staff().saveScreen({ params: { ...address, screenId }, body: { body_markdown: text } });
    await commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
    const seen = new Map<number, string>();
    for (const [screenId, text] of [
      [address.screenId, 'a1'],
      [address.screenId, 'a2'],
      [other, 'b1'],
      [address.screenId, 'a3'],
    ] as const) {
      await save(screenId, text);
      const [newest] = (await staff().listVersions({ params: ofLesson(id), query: {} })).versions;
      seen.set(newest!.id, await storedState(server.platform.db, ofLesson(id)));
    }
    await commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
    await runHousekeeping({
      platform: server.platform,
      now: new Date(Date.now() + 200 * 86_400_000),
      signal: AbortSignal.timeout(300_000),
    });
    const { versions } = await staff().listVersions({ params: ofLesson(id), query: {} });
    const left = versions.filter((version) => seen.has(version.id));
    // The text of the other screen is in a commit, and what it was saved beside stays with it.
    expect(left.length).toBeGreaterThan(1);
    for (const version of left) expect(await shownState(server.platform.db, ofLesson(id), version.id)).toBe(seen.get(version.id));
    expect(versions.at(-1)?.parts.length).toBeGreaterThan(0);
    expect((await staff().listVersions({ params: ofLesson(id), query: { part } })).versions.length).toBeGreaterThan(1);
  });

  it('keeps the bytes of files as long as their versions', async () => {
    const { id, releaseId } = await makeLesson();
    const upload = async (bytes: string) => {
      await sendFile(server, { url: `/api/lesson/${id}/datafile`, name: 'a.csv', bytes, fields: { overwrite: 'true' } });
      return (await staff().listVersions({ params: ofLesson(id), query: { part: 'data:a.csv' } })).versions[0]!.id;
    };
    const committed = await upload('in git\n');
    await commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
    const between = await upload('in between\n');
    await upload('newest\n');
    await commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));
    const clean = (days: number) =>
      runHousekeeping({ platform: server.platform, now: new Date(Date.now() + days * 86_400_000), signal: AbortSignal.timeout(300_000) });
    const show = (version: number) =>
      server.inject({ url: `/api/history/lesson/${id}/version/${version}/file`, headers: server.headers('staff') });
    await clean(89);
    expect((await show(between)).body).toBe('in between\n');
    await clean(1_000);
    expect((await show(between)).statusCode).toBe(404);
    expect((await show(committed)).body).toBe('in git\n');
    await staff().restoreVersion({ params: { ...ofLesson(id), version: committed }, body: { part: 'data:a.csv' } });
    expect((await staff().getDataFileContents({ params: { id, fileName: 'a.csv' } })).contents).toBe('in git\n');
  });
});

describe('commits from before the history began', () => {
  /** Forgets the versions of a lesson but the newest of each part, as if the history had begun now. */
  async function forgetVersions(kind: 'lesson' | 'course', id: number): Promise<void> {
    const owner = sql.ref(`${kind}_id`);
    await sql`delete from versions v where v.${owner} = ${id}
      and exists (select from versions o where o.${owner} = ${id} and o.part = v.part and o.id > v.id)`.execute(server.platform.db);
    await sql`update versions set cause = 'before', saved_at = now() + interval '1 second' where ${owner} = ${id}`.execute(
      server.platform.db,
    );
  }
  const commit = (releaseId: number) => commitChanges(server.platform, releaseId, AbortSignal.timeout(300_000));

  it('have a diff, images and a restore, read from git', async () => {
    const { id, releaseId, screenId, address } = await makeLesson();
    const image = pngBytes(3, 3);
    await sendFile(server, { url: `/api/lesson/${id}/image`, name: 'plot.png', bytes: image });
    await staff().saveScreen({ params: address, body: { title: 'Kept', body_markdown: 'Old text' } });
    await commit(releaseId);
    const old = await storedState(server.platform.db, ofLesson(id));
    await staff().saveScreen({ params: address, body: { body_markdown: 'New text', hint_markdown: 'New hint' } });
    await commit(releaseId);
    await forgetVersions('lesson', id);
    const [newer, older] = await staff().listEarlierCommits({ params: ofLesson(id) });
    const params = { ...ofLesson(id), sha: older!.sha };

    const { files, screens, can_restore } = await staff().getCommitDiff({ params: { ...params, sha: newer!.sha }, query: {} });
    expect(files.map(({ path }) => path.split('/').at(-1))).toEqual(expect.arrayContaining(['learn.md', 'hint.md']));
    const learn = files.find(({ path }) => path.endsWith('learn.md'));
    expect(learn?.hunks[0]?.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ['removed', 'Old text'],
      ['added', 'New text'],
    ]);
    expect(learn?.rendered?.[0]?.html).toContain('<del>Old</del>');
    expect([screens.map(({ title }) => title), can_restore]).toEqual([['Kept'], true]);
    const now = await staff().getCommitDiff({ params, query: { against: 'now' } });
    expect(now.files.map(({ path }) => path.split('/').at(-1))).toEqual(expect.arrayContaining(['learn.md', 'hint.md']));
    const url = `/api/history/lesson/${id}/commit/${older!.sha}/image?path=images/plot.png&side=after`;
    expect((await server.inject({ url, headers: server.headers('staff') })).rawPayload).toEqual(image);

    await staff().restoreCommit({ params, body: { screen: screens[0]!.folder } });
    expect(await staff().getScreen({ params: { lessonId: id, screenId } })).toMatchObject({ body_markdown: 'Old text', hint_markdown: '' });
    await staff().saveLesson({ params: { id }, body: { title: 'Another' } });
    await staff().deleteScreen({ params: address });
    await staff().restoreCommit({ params, body: {} });
    expect(await storedState(server.platform.db, ofLesson(id))).toBe(old);
    const [restored] = (await staff().listVersions({ params: ofLesson(id), query: {} })).versions;
    expect(restored).toMatchObject({ cause: 'restore', by: 'Test staff' });
  });

  it('restores a course from a commit before its history began', async () => {
    const course = await staff().createCourse({ body: { sequence: next++, name: 'Birds' } });
    await commit(course.release_id);
    await staff().updateCourse({ params: { id: course.id }, body: { name: 'Owls' } });
    await commit(course.release_id);
    await forgetVersions('course', course.id);
    const owner = { kind: 'course' as const, id: course.id };
    const [, first] = await staff().listEarlierCommits({ params: owner });
    const { files } = await staff().getCommitDiff({ params: { ...owner, sha: first!.sha }, query: {} });
    expect(files[0]).toMatchObject({ change: 'added' });
    await staff().restoreCommit({ params: { ...owner, sha: first!.sha }, body: {} });
    expect((await staff().getCourse({ params: { id: course.id } })).name).toBe('Birds');
  });

  it('are only those that changed it, on its branch', async () => {
    const { id, releaseId } = await makeLesson();
    const other = await makeLesson();
    await commit(releaseId);
    await forgetVersions('lesson', id);
    await forgetVersions('lesson', other.id);
    const [own] = await staff().listEarlierCommits({ params: ofLesson(id) });
    const [foreign] = await staff().listEarlierCommits({ params: ofLesson(other.id) });
    expect(own!.sha).not.toBe(foreign!.sha);
    const params = { ...ofLesson(id), sha: foreign!.sha };
    await expect(staff().getCommitDiff({ params, query: {} })).rejects.toMatchObject({ status: 404 });
    await expect(staff().restoreCommit({ params: { ...params, sha: 'a'.repeat(40) }, body: {} })).rejects.toMatchObject({ status: 404 });
    await expect(staff().getCommitDiff({ params: { ...params, sha: 'main' }, query: {} })).rejects.toMatchObject({ status: 400 });
  });
});
