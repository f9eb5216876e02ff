import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GitRepository } from '#features/git/server/git.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { readZip } from '#platform/server/zip/read-zip.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let elsewhere: TestServer;
let folder: string;

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

const get = (url: string, role: TestRole = 'staff') => server.inject({ url, headers: server.headers(role) });

async function namesIn(zip: Buffer): Promise<string[]> {
  const path = join(folder, 'some.zip');
  await writeFile(path, zip);
  const { files } = await readZip(path, { entries: 10_000, totalBytes: 1e9, fileBytes: 1e8 }, AbortSignal.timeout(300_000));
  return [...files.keys()].toSorted();
}

const makeAgain = (zip: Buffer, name: string) =>
  sendFile(elsewhere, { url: '/api/releases/zip', name: `${name}.zip`, bytes: zip, fields: { releaseName: name, branchName: name } });

const contentOf = async ({ platform }: TestServer, releaseId: number) =>
  platform.db
    .selectFrom('lessons')
    .select(['sequence', 'uuid', 'folder', 'content_hash', 'files_hash', 'screens_hash'])
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();

/**
 * The folders below `lessons/`, `courses/` and `paths/` in a release's commit: one line each, with the hash of its
 * tree.
 */
async function treesOf({ platform }: TestServer, { version_minor: commit }: Pick<Release, 'version_minor'>) {
  const git = new GitRepository(join(platform.config.dataFolder, 'working.git'));
  const trees = await git.text(['ls-tree', String(commit), 'lessons/', 'courses/', 'paths/']);
  return trees.split('\n').toSorted();
}

type Remade = Release & { refused: unknown; invalidLessons: unknown };

/**
 * Creates a release from a zip on an empty server, exports it, and creates a second one from that export. Returns both
 * with their zips.
 */
async function throughZips(zip: Buffer, name: string): Promise<{ release: Remade; zip: Buffer }[]> {
  const made: { release: Remade; zip: Buffer }[] = [];
  for (const [index, from] of [() => zip, () => made[0]?.zip ?? zip].entries()) {
    const release = (await makeAgain(from(), `${name}-${index}`)).json<Remade>();
    expect(release).toMatchObject({ refused: [], invalidLessons: {} });
    const reply = await elsewhere.inject({ url: `/api/release/${release.id}/export`, headers: elsewhere.headers('staff') });
    expect(reply.statusCode).toBe(200);
    made.push({ release, zip: reply.rawPayload });
  }
  return made;
}

/** A release with a new lesson that has a file, and a copy of a lesson of main; saved but not committed. */
async function makeRelease(branch: string) {
  const release = await staff().createRelease({ body: { name: branch, version_major: branch, create_new: true } });
  const { id } = await staff().createLesson({ body: { sequence: 870, title: 'New', release_id: release.id } });
  await staff().createScreen({ params: { id }, body: { sequence: 1 } });
  await sendFile(server, { url: `/api/lesson/${id}/datafile`, name: 'data.csv', bytes: 'a,b\n' });
  const main = (await staff().listReleases()).find(({ is_main }) => is_main)!;
  const published = (await staff().listLessons()).find(({ is_main }) => is_main)!;
  await staff().updateRelease({ params: { id: release.id }, body: { lessons_list: [published.sequence], from_release: main.id } });
  return { release, published, lessonId: id };
}

describe('GET /api/release/{id}/export', () => {
  it('sends the release laid out as the content repository, and Create from Zip creates the same release', async () => {
    const { release, published } = await makeRelease('spring/one');
    const reply = await get(`/api/release/${release.id}/export`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="spring-one.zip"',
    });
    const names = await namesIn(reply.rawPayload);
    expect(names).toEqual(expect.arrayContaining(['lessons/870-new/files/data.csv', 'lessons/870-new/lesson.yaml']));
    // The branch has all lessons of main, which are not part of the release.
    expect(new Set(names.map((name) => name.split('/')[1])).size).toBe(2);
    const again = (await makeAgain(reply.rawPayload, 'again')).json<Remade>();
    expect(again).toMatchObject({ refused: [], invalidLessons: {}, lesson_count: 2 });
    const there = await contentOf(elsewhere, again.id);
    expect(there).toEqual(await contentOf(server, release.id));
    expect(there.map(({ sequence }) => sequence)).toContain(published.sequence);
  });

  it('is byte-identical for a release created from it, with the same git trees, courses and paths included', async () => {
    const { release, lessonId } = await makeRelease('whole');
    const course = await staff().createCourse({ body: { sequence: 41, name: 'In a zip', release_id: release.id } });
    await staff().addCourseLesson({ params: { id: course.id, lessonId }, body: {} });
    const path = await staff().createPath({ body: { sequence: 42, name: 'Zipped', release_id: release.id } });
    const step = await staff().createStep({ body: { name: 'First step', release_id: release.id } });
    await staff().attachStep({ params: { trackId: path.id, stepId: step.id }, body: {} });
    await staff().addStepCourse({ params: { stepId: step.id, courseId: course.id }, body: {} });
    const first = await get(`/api/release/${release.id}/export`);
    expect((await get(`/api/release/${release.id}/export`)).rawPayload.equals(first.rawPayload)).toBe(true);
    const [once, twice] = await throughZips(first.rawPayload, 'whole');
    expect(once?.zip.equals(first.rawPayload)).toBe(true);
    expect(twice?.zip.equals(first.rawPayload)).toBe(true);

    const trees = await treesOf(elsewhere, once!.release);
    expect(trees.map((line) => line.split('\t')[1]?.replace(/-.*/, ''))).toEqual(
      expect.arrayContaining(['courses/41', 'lessons/870', 'paths/42']),
    );
    expect(trees).toHaveLength(4);
    expect(await treesOf(elsewhere, twice!.release)).toEqual(trees);
    // There, the branch has main's lessons as well.
    expect(await treesOf(server, await staff().getRelease({ params: { id: release.id } }))).toEqual(expect.arrayContaining(trees));
  });

  it('reports why there is nothing to send', async () => {
    const empty = await staff().createRelease({ body: { name: 'Empty', version_major: 'empty', create_new: true } });
    const reply = await get(`/api/release/${empty.id}/export`);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ error: 'This release has no lessons, courses or paths to export.' });
    expect((await get('/api/release/999999/export')).statusCode).toBe(404);
    expect((await get('/api/release/x/export')).statusCode).toBe(400);
  });
});

describe('GET /api/course/{id}/export', () => {
  it('sends the folders of the course and of its lessons', async () => {
    const { release, lessonId } = await makeRelease('course');
    const course = await staff().createCourse({ body: { sequence: 40, name: 'All of it', release_id: release.id } });
    // One is only in main.
    const inRelease = new Set((await contentOf(server, release.id)).map(({ sequence }) => sequence));
    const other = (await staff().listLessons()).find((row) => row.is_main && !inRelease.has(row.sequence))!;
    for (const id of [lessonId, other.id]) await staff().addCourseLesson({ params: { id: course.id, lessonId: id }, body: {} });
    const reply = await get(`/api/course/${course.id}/export`);
    expect(reply.headers).toMatchObject({ 'content-disposition': 'attachment; filename="course-40.zip"' });
    const names = await namesIn(reply.rawPayload);
    expect(names.filter((name) => name.startsWith('courses/'))).toEqual(['courses/40-all-of-it/course.yaml']);
    expect(new Set(names.map((name) => name.split('/')[1]?.split('-')[0]))).toEqual(new Set(['40', '870', String(other.sequence)]));
    const [once, twice] = await throughZips(reply.rawPayload, 'course');
    // A release created from an exported course contains exactly that: its zip has the same files, lessons first.
    expect(await namesIn(once!.zip)).toEqual(names);
    expect(twice?.zip.equals(once!.zip)).toBe(true);
    const trees = await treesOf(elsewhere, once!.release);
    expect(trees).toHaveLength(3);
    expect(await treesOf(elsewhere, twice!.release)).toEqual(trees);
    expect(await treesOf(server, await staff().getRelease({ params: { id: release.id } }))).toEqual(expect.arrayContaining(trees));
    // Its course is exported there as it was here.
    const { id: courseThere } = (await elsewhere.client('staff').listCourses()).find(({ release_id }) => release_id === once!.release.id)!;
    const again = await elsewhere.inject({ url: `/api/course/${courseThere}/export`, headers: elsewhere.headers('staff') });
    expect(again.rawPayload.equals(reply.rawPayload)).toBe(true);

    expect((await get('/api/course/999999/export')).statusCode).toBe(404);
    expect((await get('/api/course/x/export')).statusCode).toBe(400);
  });
});
