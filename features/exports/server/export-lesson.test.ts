import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { listFileHashes } from '#features/lesson-files/server/queries.ts';
import { emptyLessonFields, LessonFields } from '#features/lessons/contract/lessons.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { readZip } from '#platform/server/zip/read-zip.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let elsewhere: TestServer;
let folder: string;
let next = 800;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-export-'));
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  elsewhere = await startTestServer({ hasWorkers: false });
  for (const { platform } of [server, elsewhere]) await importMain(platform, AbortSignal.timeout(300_000));
});
afterAll(async () => {
  await server.close();
  await elsewhere.close();
  await rm(folder, { recursive: true });
});

const staff = () => server.client('staff');
const PNG = pngBytes(5, 6);

const put = (lessonId: number, kind: 'datafile' | 'image', name: string, bytes: Uint8Array | string) =>
  sendFile(server, { url: `/api/lesson/${lessonId}/${kind}`, name, bytes, fields: { overwrite: 'true' } });

const send = (id: number, role: TestRole = 'staff') => server.inject({ url: `/api/lesson/${id}/export`, headers: server.headers(role) });

async function filesIn(zip: Buffer): Promise<Map<string, Uint8Array>> {
  const path = join(folder, 'lesson.zip');
  await writeFile(path, zip);
  return new Map((await readZip(path, { entries: 10_000, totalBytes: 1e9, fileBytes: 1e8 }, AbortSignal.timeout(300_000))).files);
}

const hashesOf = ({ platform }: TestServer, id: number) =>
  platform.db.selectFrom('lessons').select(['content_hash', 'files_hash']).where('id', '=', id).executeTakeFirstOrThrow();

/** A lesson with a screen, a data file with settings and an image; saved but not committed. */
async function makeLesson() {
  const lesson = await staff().createLesson({ body: { sequence: next++, title: 'Whole' } });
  const { id } = lesson;
  const { newScreenId } = await staff().createScreen({ params: { id }, body: { sequence: 1 } });
  await staff().saveScreen({
    params: { lessonId: id, screenId: newScreenId },
    body: { title: 'One', body_markdown: '![cat](../../images/cat.png)' },
  });
  await put(id, 'datafile', 'data.csv', 'a,b\n');
  await put(id, 'datafile', 'empty.txt', '');
  await put(id, 'image', 'cat.png', PNG);
  const [file] = await staff().listDataFiles({ params: { id } });
  await staff().saveDataFile({ params: { fileId: file!.id }, body: { alias: 'people.csv', screens: [newScreenId], lines: 3 } });
  return lesson;
}

describe('GET /api/lesson/{id}/export', () => {
  it('sends the folder with all saves, which imports elsewhere as the same lesson', async () => {
    const { id, sequence, release_id } = await makeLesson();
    const reply = await send(id);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${sequence}.zip"`,
    });
    const files = await filesIn(reply.rawPayload);
    expect([...files.keys()].toSorted()).toEqual([
      `${sequence}-whole/files/data.csv`,
      `${sequence}-whole/files/empty.txt`,
      `${sequence}-whole/images/cat.png`,
      `${sequence}-whole/lesson.yaml`,
      `${sequence}-whole/screens/one/learn.md`,
      `${sequence}-whole/screens/one/screen.yaml`,
    ]);
    expect(Buffer.from(files.get(`${sequence}-whole/images/cat.png`)!).equals(PNG)).toBe(true);

    const imported = await sendFile(elsewhere, {
      url: '/api/releases/zip',
      name: `${sequence}.zip`,
      bytes: reply.rawPayload,
      fields: { releaseName: 'Elsewhere', branchName: 'elsewhere' },
    });
    expect(imported.json<Release & { refused: unknown }>()).toMatchObject({ refused: [], invalidLessons: {} });
    const [there] = await elsewhere.client('staff').listLessons();
    expect(await hashesOf(elsewhere, there!.id)).toEqual(await hashesOf(server, id));
    expect((await hashesOf(server, id)).files_hash).not.toBe('');
    expect(await elsewhere.client('staff').listDataFiles({ params: { id: there!.id } })).toMatchObject([
      { file_name: 'data.csv', alias: 'people.csv', lines: 3, screens: [expect.any(Number)] },
      { file_name: 'empty.txt', bytes: 0 },
    ]);
    expect(await elsewhere.client('staff').listImages({ params: { id: there!.id } })).toMatchObject([{ file_name: 'cat.png', width: 5 }]);
    // A second export commits nothing, and files unknown to the product are included.
    const { git, db } = server.platform;
    const release = await db.selectFrom('releases').selectAll().where('id', '=', release_id).executeTakeFirstOrThrow();
    const commit_sha = await git.commit({
      branch: release.branch_name,
      expectedHead: release.commit_sha,
      author: { name: 'Grace', email: 'grace@example.org' },
      message: 'A note',
      date: new Date(),
      writes: new Map([[`lessons/${sequence}-whole/NOTES.txt`, Buffer.from('Mind this.\n')]]),
      deletes: [],
    });
    await db.updateTable('releases').set({ commit_sha }).where('id', '=', release_id).execute();
    expect([...(await filesIn((await send(id)).rawPayload)).keys()]).toContain(`${sequence}-whole/NOTES.txt`);
  });

  it('sends published lessons to everyone who can read them', async () => {
    const published = (await staff().listLessons()).find(({ is_main }) => is_main)!;
    const files = await filesIn((await send(published.id)).rawPayload);
    expect([...files.keys()].some((path) => path.endsWith('/lesson.yaml'))).toBe(true);
    expect((await send(published.id, 'external')).statusCode).toBe(200);
    expect((await send(999_999)).statusCode).toBe(404);
    expect((await server.inject({ url: '/api/lesson/x/export', headers: server.headers('staff') })).statusCode).toBe(400);
  });

  it('reports why the last saves are missing', async () => {
    const { id } = await makeLesson();
    await put(id, 'datafile', 'lost.csv', 'only here');
    const { platform } = server;
    const lost = await platform.blobs.put(Buffer.from('only here'));
    const others = new Set((await listFileHashes(platform.db)).filter((sha256) => sha256 !== lost.sha256));
    for (const now of [new Date(), new Date(Date.now() + 1000)]) await platform.blobs.sweep(others, { now, graceMs: 0 });
    expect(await platform.blobs.has(lost.sha256)).toBe(false);
    const reply = await send(id);
    expect(reply.statusCode).toBe(422);
    expect(reply.json<{ error: string }>().error).toContain('files/lost.csv: upload the same file again');
    // After that it works: what was saved before is still there.
    await put(id, 'datafile', 'lost.csv', 'only here');
    const files = await filesIn((await send(id)).rawPayload);
    expect([...files.keys()].filter((path) => path.endsWith('.csv'))).toHaveLength(2);
  });
});

describe('every field of each kind of lesson survives export and import', () => {
  const PROJECT = { skill_requirements: ['Loops', 'Functions'], solution_notebook: 'files/Solution.ipynb' };
  const METADATA: Partial<LessonFields> = {
    meta_title: 'Tables at first sight',
    author: 'Ben Carver',
    meta_description: 'What a search engine shows.',
    description: 'What the lesson is about.\n\nIn two paragraphs.',
    overview: 'What one will have done.',
    preview: 'A look ahead.',
    is_beta: true,
    objectives: ['Read a table', 'Name its columns'],
    allowed_plans: ['free', 'legacy free', 'premium'],
    skill_level: 1,
    custom_check_enabled: true,
  };
  it.each<Partial<LessonFields>>([
    { type: 'mission', enabled_features: ['GPU', 'PySpark'], language: 'python', language_version: '3.9', code_run_timeout: 45 },
    { type: 'project', tools: ['Excel', 'Tableau'], ...PROJECT, enabled_features: ['JupyterLab'], language_version: '3.11' },
    {
      type: 'portfolio_project',
      tools: ['PowerBI'],
      ...PROJECT,
      language: 'r',
      language_version: null,
      enabled_features: ['File viewer'],
      // R has none.
      custom_check_enabled: false,
    },
    {
      type: 'practice_problem',
      related_lessons: [101, 102],
      skill_topics: ['Joins', 'Groups'],
      language: 'sql',
      language_version: null,
      enabled_features: ['Postgres'],
      code_run_timeout: 20,
      sql_max_rows: 100,
    },
    { type: 'assessment', related_lesson: 101, enabled_features: ['Stateful'], language_version: '3.8', app_ports: [8000, 8501] },
    { type: 'installation_project', tools: ['Excel Online'], ...PROJECT, language: 'cli', language_version: null },
  ])('$type', async (ofKind) => {
    const { id, sequence } = await staff().createLesson({ body: { sequence: next++, title: 'Of a kind' } });
    const fields = { ...emptyLessonFields({ title: 'Of a kind', author: 'Ben Carver' }), ...METADATA, ...ofKind };
    await staff().saveLesson({ params: { id }, body: fields });
    const saved = LessonFields.parse(await staff().getLesson({ params: { id } }));
    expect(saved).toEqual(LessonFields.parse(fields));
    const imported = await sendFile(elsewhere, {
      url: '/api/releases/zip',
      name: `${sequence}.zip`,
      bytes: (await send(id)).rawPayload,
      fields: { releaseName: `Of the kind ${ofKind.type}`, branchName: `of-the-kind-${sequence}` },
    });
    const release = imported.json<Release>();
    const there = (await elsewhere.client('staff').listLessons()).find(({ release_id }) => release_id === release.id);
    expect(LessonFields.parse(await elsewhere.client('staff').getLesson({ params: { id: there?.id ?? 0 } }))).toEqual(saved);
  });
});

describe('files and the state of a lesson', () => {
  const statusOf = async (id: number) => (await staff().listLessons()).find((lesson) => lesson.id === id)?.release_status;

  it('are the same in a clone, and count as a difference from main', async () => {
    const published = (await staff().listLessons()).filter(({ is_main }) => is_main);
    const hashes = await Promise.all(published.map(async ({ id, sequence }) => ({ id, sequence, ...(await hashesOf(server, id)) })));
    const withFiles = hashes.find(({ files_hash }) => files_hash !== '');
    if (!withFiles) throw new Error('No lesson of the sample has files.');
    const clone = await staff().cloneLesson({ params: { id: withFiles.id } });
    expect(await hashesOf(server, clone.id)).toEqual(await hashesOf(server, withFiles.id));
    expect(await statusOf(clone.id)).toBe('Unmodified');
    await put(clone.id, 'datafile', 'more.csv', 'x');
    expect(await statusOf(clone.id)).toBe('Modified');
    const file = (await staff().listDataFiles({ params: { id: clone.id } })).find(({ file_name }) => file_name === 'more.csv');
    await staff().deleteDataFile({ params: { fileId: file!.id } });
    expect(await statusOf(clone.id)).toBe('Unmodified');
  });

  it('are copied and restored before they are committed', async () => {
    const lesson = await makeLesson();
    const copy = await server.client('owner').cloneLesson({ params: { id: lesson.id } });
    await commitChanges(server.platform, copy.release_id, AbortSignal.timeout(300_000));
    expect([...(await filesIn((await send(copy.id)).rawPayload)).keys()]).toContain(`${lesson.sequence}-whole/files/data.csv`);
    await staff().deleteLesson({ params: { id: lesson.id } });
    await staff().restoreLesson({ params: { id: lesson.id } });
    expect([...(await filesIn((await send(lesson.id)).rawPayload)).keys()]).toContain(`${lesson.sequence}-whole/images/cat.png`);
    expect(await hashesOf(server, copy.id)).toEqual(await hashesOf(server, lesson.id));
  });
});

describe('GET /api/lessons/export', () => {
  const sendMany = (ids: readonly (number | string)[], role: TestRole = 'staff') =>
    server.inject({ url: `/api/lessons/export?ids=${ids.join(',')}`, headers: server.headers(role) });

  it('sends the folders of several lessons, also of several releases, as one zip', async () => {
    const lessons = [await makeLesson(), await makeLesson()];
    const published = (await staff().listLessons()).find((row) => row.is_main)!;
    const reply = await sendMany([...lessons.map(({ id }) => id), published.id]);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-disposition']).toContain('lessons.zip');
    const folders = new Set([...(await filesIn(reply.rawPayload)).keys()].map((path) => path.split('/').slice(0, 2).join('/')));
    const numbers = new Set([...folders].map((folder) => Number(/^lessons\/(\d+)-/.exec(folder)?.[1])));
    expect(numbers).toEqual(new Set([...lessons, published].map(({ sequence }) => sequence)));
  });

  it('refuses two versions of a number, lessons that the reader may not see, and what is no list of ids', async () => {
    const lesson = await makeLesson();
    const other = await server.client('owner').createLesson({ body: { sequence: lesson.sequence, title: 'Other' } });
    expect((await sendMany([lesson.id, other.id])).statusCode).toBe(422);
    expect((await sendMany([lesson.id], 'external')).statusCode).toBe(404);
    expect((await sendMany([9_999_999])).statusCode).toBe(404);
    for (const ids of [['1;drop'], [''], ['-1'], Array.from({ length: 201 }, (_, index) => index + 1)])
      expect((await sendMany(ids)).statusCode).toBe(400);
  });
});
