import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ContentRepository, lessonFiles } from '#testing/content-branch.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { zipBytes, type ZipEntry } from '#testing/zip-bytes.ts';

let server: TestServer;
let content: ContentRepository;
let sampleFolder: string;

beforeAll(async () => {
  sampleFolder = await mkdtemp(join(tmpdir(), 'lessonwright-sample-'));
  for (const [path, bytes] of lessonFiles(1, 'First', 'a', 'b')) {
    await mkdir(dirname(join(sampleFolder, 'lessons/1-first', path)), { recursive: true });
    await writeFile(join(sampleFolder, 'lessons/1-first', path), bytes);
  }
  server = await startTestServer({ sampleFolder });
  content = new ContentRepository(server.platform.config.dataFolder);
});
afterAll(async () => {
  await server.close();
  await rm(sampleFolder, { recursive: true });
});

const entries = (folder: string, files: ReadonlyMap<string, Uint8Array>): ZipEntry[] =>
  [...files].map(([path, bytes]) => ({ name: `${folder}${path}`, bytes, isDeflated: true }));

interface Sent {
  fields?: Record<string, string>;
  zip?: Buffer | null;
  name?: string;
  role?: TestRole;
}

async function send({
  fields = { releaseName: 'Zipped', branchName: 'zipped' },
  zip = zipBytes([]),
  name = 'lessons.zip',
  role = 'staff',
}: Sent) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (zip) form.append('file', new File([new Uint8Array(zip)], name));
  const request = new Request('http://127.0.0.1/api/releases/zip', { method: 'POST', body: form });
  const reply = await server.inject({
    method: 'POST',
    url: '/api/releases/zip',
    headers: { ...server.headers(role), 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: reply.statusCode, ...reply.json<Record<string, unknown>>() } as Record<string, unknown>;
}

const lessonsOf = async (releaseId: unknown) =>
  (await server.client('staff').listLessons()).filter(({ release_id }) => release_id === releaseId);

describe('a release from a zip', () => {
  it('has the lessons of any folder in one commit, replacing those of main', async () => {
    const first = lessonFiles(1, 'First, from a zip', 'new').set('notes/unknown.txt', Buffer.from('kept'));
    const zip = zipBytes([
      ...entries('course/lessons/0001-named-otherwise/', first),
      ...entries('course/7-seventh/', lessonFiles(7, 'Seventh', 'x')),
      { name: '__MACOSX/._lesson.yml', bytes: 'x' },
      { name: 'course/7-seventh/../../evil', bytes: 'x' },
      { name: 'course/7-seventh/link', bytes: '/etc/passwd', mode: 0o120777 },
    ]);
    const reply = await send({ zip });
    expect(reply).toMatchObject({ status: 200, name: 'Zipped', version_major: 'zipped', lesson_count: 2, invalidLessons: {} });
    expect(reply['refused']).toEqual([
      { path: 'course/7-seventh/../../evil', reason: 'The path contains “.” or “..”.' },
      { path: 'course/7-seventh/link', reason: 'Links are not allowed.' },
    ]);
    expect(await lessonsOf(reply['id'])).toMatchObject([
      { sequence: 1, title: 'First, from a zip', release_status: 'Modified', is_shallow_import: false },
      { sequence: 7, title: 'Seventh', is_shallow_import: false },
    ]);
    await vi.waitFor(async () => expect(await content.head('zipped')).toBe(reply['version_minor']), { timeout: 300_000 });
    expect(await content.git.text(['rev-list', '--count', 'main..zipped'])).toBe('1');
    expect(await content.git.text(['log', '-1', '--format=%an', 'zipped'])).toBe('Test staff');
    expect((await content.git.text(['ls-tree', '--name-only', 'zipped:lessons'])).split('\n')).toEqual(['1-first', '7-seventh']);
    expect(await content.read('zipped', 'lessons/1-first/notes/unknown.txt')).toBe('kept');
    expect(await content.read('zipped', 'lessons/1-first/screens/screen-1/learn.md')).toBeNull();
  });

  it('may be one lesson at the root of the zip', async () => {
    const zip = zipBytes(entries('', lessonFiles(8, 'At the Root', 'x')));
    const reply = await send({ zip, fields: { releaseName: 'Root', branchName: 'root' } });
    expect(reply).toMatchObject({ status: 200, lesson_count: 1, refused: [] });
    expect(await content.read('main', 'lessons/8-at-the-root/lesson.yaml')).toBeNull();
    await vi.waitFor(async () => expect(await content.read('root', 'lessons/8-at-the-root/lesson.yaml')).toContain('At the Root'), {
      timeout: 300_000,
    });
  });

  it('reports lessons with a duplicate or missing number', async () => {
    const zip = zipBytes([
      ...entries('a/', lessonFiles(9, 'One')),
      ...entries('b/', lessonFiles(9, 'Two')),
      { name: 'c/lesson.yaml', bytes: 'title: No number\n' },
    ]);
    const reply = await send({ zip, fields: { releaseName: 'Shared', branchName: 'shared' } });
    expect(reply).toMatchObject({ status: 200, lesson_count: 1 });
    expect(reply['refused']).toEqual([
      { path: 'b/lesson.yaml', reason: 'More than one folder has the number 9: a, b.' },
      { path: 'c/lesson.yaml', reason: 'sequence is missing.' },
    ]);
  });

  it('is refused without a lesson, and leaves no branch behind', async () => {
    const fields = { releaseName: 'None', branchName: 'none' };
    const reply = await send({ zip: zipBytes([{ name: 'README.md', bytes: 'x' }]), fields });
    expect(reply).toMatchObject({ status: 422, error: 'The zip contains no lessons: no folder has a lesson.yaml with a number.' });
    expect(await send({ zip: Buffer.from('no zip'), fields })).toMatchObject({
      status: 422,
      error: expect.stringMatching(/^This zip cannot be read/),
    });
    expect(await server.platform.git.head('none')).toBeNull();
  });

  it('is refused for bad input, an existing branch, and external authors', async () => {
    const zip = zipBytes(entries('', lessonFiles(10, 'Tenth')));
    expect(await send({ zip: null })).toMatchObject({ status: 400, error: 'A zip release needs a .zip file.' });
    expect(await send({ zip, name: 'lessons.tar' })).toMatchObject({ status: 400 });
    expect(await send({ zip, fields: { releaseName: ' ', branchName: 'x' } })).toMatchObject({
      status: 400,
      error: 'The name cannot be empty.',
    });
    expect(await send({ zip, fields: { releaseName: 'x', branchName: '' } })).toMatchObject({
      status: 400,
      error: 'The branch name cannot be empty.',
    });
    expect(await send({ zip, fields: { releaseName: 'x', branchName: 'main' } })).toMatchObject({ status: 409 });
  });
});
