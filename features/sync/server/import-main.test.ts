import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { listLessons } from '#features/lessons/server/lessons.ts';
import { findMainRelease } from '#features/releases/server/releases.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { listScreens } from '#features/screens/server/screens.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { importMain } from './import-main.ts';

/** The files of a lesson with one screen per text. */
function lessonFiles(sequence: number, title: string, ...texts: string[]): Map<string, Uint8Array> {
  const screens = texts.map((body_markdown, index) => ({
    uuid: derivedUuid('screen', String(sequence), String(index)),
    folder: `screen-${index}`,
    fields: { ...emptyScreenFields(), title: `Screen ${index}`, body_markdown },
    skills: [],
    questions: [],
    tests: [],
    answer_output: null,
    answer_variables: [],
  }));
  const fields = emptyLessonFields({ title, author: 'Ada' });
  const uuid = derivedUuid('lesson', String(sequence));
  return writeLesson({
    uuid,
    sequence,
    fields,
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: [],
    screens,
  });
}

/** A copy of the first screen, as made by hand: it has the uuid of the original, and is listed before it. */
function withCopy(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const lesson = Buffer.from(files.get('lesson.yaml') ?? []).toString();
  files.set('lesson.yaml', Buffer.from(lesson.replace('- screen-0', '- copy\n  - screen-0')));
  return files.set('screens/copy/screen.yaml', files.get('screens/screen-0/screen.yaml') ?? new Uint8Array());
}

let server: TestServer;
let sampleFolder: string;

beforeEach(async () => {
  sampleFolder = await mkdtemp(join(tmpdir(), 'lessonwright-sample-'));
  for (const [folder, files] of [
    ['1-first', lessonFiles(1, 'First', 'a', 'b')],
    ['2-second', lessonFiles(2, 'Second', 'c').set('files/data.csv', Buffer.from('x,y\n1,2\n'))],
  ] as const) {
    for (const [path, bytes] of files) {
      const at = join(sampleFolder, 'lessons', folder, path);
      await mkdir(join(at, '..'), { recursive: true });
      await writeFile(at, bytes);
    }
  }
  server = await startTestServer({ sampleFolder, hasWorkers: false });
});
afterEach(async () => {
  await server.close();
  await rm(sampleFolder, { recursive: true });
});

const importNow = () => importMain(server.platform, AbortSignal.timeout(300_000));
const staff = () => toActor(server.users.staff);
const titles = async () =>
  (await listLessons(server.platform, staff())).map(({ sequence, title, release_status }) => [sequence, title, release_status]);

/** Moves the code host's main to a commit with these lesson folders changed (null: removed). */
async function changeMain(changes: Record<string, Map<string, Uint8Array> | null>): Promise<void> {
  const { git, config } = server.platform;
  const content = new GitRepository(join(config.dataFolder, 'content.git'));
  const head = await content.text(['rev-parse', 'main']);
  await git.fetchMain();
  await git.createBranch('edit', head);
  const folders = Object.entries(changes);
  const sha = await git.commit({
    branch: 'edit',
    expectedHead: head,
    author: { name: 'Grace', email: 'grace@example.org' },
    message: 'Edit',
    date: new Date(),
    deletes: folders.map(([folder]) => `lessons/${folder}`),
    writes: new Map(
      folders.flatMap(([folder, files]) => [...(files ?? [])].map(([path, bytes]) => [`lessons/${folder}/${path}`, bytes] as const)),
    ),
  });
  await git.push({ branch: 'edit', sha, known: null });
  await content.run(['update-ref', 'refs/heads/main', sha]);
  for (const repository of [content, new GitRepository(join(config.dataFolder, 'working.git'))])
    await repository.run(['update-ref', '-d', 'refs/heads/edit']);
}

describe('importing main', () => {
  it('stores its lessons, screens and files once', async () => {
    const { platform } = server;
    expect(await importNow()).toEqual({ imported: 2, removed: 0, curricula: 0 });
    expect(await titles()).toEqual([
      [1, 'First', 'Published'],
      [2, 'Second', 'Published'],
    ]);
    const [first, second] = await listLessons(platform, staff());
    expect((await listScreens(platform, staff(), first?.id ?? 0)).map(({ title, body_markdown }) => [title, body_markdown])).toEqual([
      ['Screen 0', 'a'],
      ['Screen 1', 'b'],
    ]);
    const file = await platform.db
      .selectFrom('lesson_files')
      .selectAll()
      .where('lesson_id', '=', second?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(file).toMatchObject({ kind: 'data', file_name: 'data.csv' });
    expect(Buffer.from(await platform.blobs.get(file.sha256)).toString()).toBe('x,y\n1,2\n');
    expect(await findMainRelease(platform.db)).toMatchObject({ commit_sha: await platform.git.head('main') });
    expect(await importNow()).toEqual({ imported: 0, removed: 0, curricula: 0 });
  });

  it('reads only changed lessons when main moves, and keeps their ids and those of copied screens', async () => {
    await importNow();
    const before = await listLessons(server.platform, staff());
    const screensOf = async (lesson = before[1]) => listScreens(server.platform, staff(), lesson?.id ?? 0);
    const [original] = await screensOf();
    await changeMain({ '2-second': withCopy(lessonFiles(2, 'Second, better', 'c')), '3-third': lessonFiles(3, 'Third') });
    expect(await importNow()).toEqual({ imported: 2, removed: 0, curricula: 0 });
    expect(await titles()).toEqual([
      [1, 'First', 'Published'],
      [2, 'Second, better', 'Published'],
      [3, 'Third', 'Published'],
    ]);
    const after = await listLessons(server.platform, staff());
    expect(after.slice(0, 2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]).toEqual(before[0]);
    expect((await screensOf()).map(({ id, body_markdown }) => [id === original?.id, body_markdown])).toEqual([
      [false, ''],
      [true, 'c'],
    ]);
  });

  it('removes deleted lessons, even if their number moves to another folder', async () => {
    await importNow();
    await changeMain({ '1-first': null, '2-second': null, '2-renamed': lessonFiles(2, 'Renamed') });
    expect(await importNow()).toEqual({ imported: 1, removed: 2, curricula: 0 });
    expect(await titles()).toEqual([[2, 'Renamed', 'Published']]);
  });

  it('skips invalid lessons and imports the rest', async () => {
    await changeMain({
      '1-again': lessonFiles(1, 'Again'),
      notes: new Map([['README.md', Buffer.from('no lesson')]]),
      '3-third': lessonFiles(3, 'Third'),
    });
    expect(await importNow()).toEqual({ imported: 3, removed: 0, curricula: 0 });
    expect((await titles()).map(([sequence]) => sequence)).toEqual([1, 2, 3]);
  });

  it('starts over when main was rewritten', async () => {
    await importNow();
    const { db } = server.platform;
    await db
      .updateTable('releases')
      .set({ commit_sha: '0'.repeat(40) })
      .where('is_main', '=', true)
      .execute();
    expect(await importNow()).toEqual({ imported: 2, removed: 0, curricula: 0 });
    expect(await titles()).toHaveLength(2);
  });
});
