import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ContentRepository, lessonFiles } from '#testing/content-branch.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let content: ContentRepository;
let sampleFolder: string;

const MAIN = { '1-first': lessonFiles(1, 'First', 'a', 'b'), '2-second': lessonFiles(2, 'Second', 'c') };

beforeAll(async () => {
  sampleFolder = await mkdtemp(join(tmpdir(), 'lessonwright-sample-'));
  for (const [folder, files] of Object.entries(MAIN)) {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(sampleFolder, 'lessons', folder, path)), { recursive: true });
      await writeFile(join(sampleFolder, 'lessons', folder, path), bytes);
    }
  }
  server = await startTestServer({ sampleFolder });
  content = new ContentRepository(server.platform.config.dataFolder);
});
afterAll(async () => {
  await server.close();
  await rm(sampleFolder, { recursive: true });
});

const staff = () => server.client('staff');
const lessonsOf = async (releaseId: number) => (await staff().listLessons()).filter(({ release_id }) => release_id === releaseId);
const made = { name: 'Spring', create_new: true, version_major: 'spring' };

describe('creating a release', () => {
  it('creates a branch at main, on the code host too', async () => {
    const release = await staff().createRelease({ body: made });
    const main = await content.head('main');
    expect(release).toMatchObject({
      name: 'Spring',
      version_major: 'spring',
      version_minor: main,
      is_main: false,
      is_drafts: false,
      drafts_of: null,
      lesson_count: 0,
      pull_request: null,
      invalidLessons: {},
    });
    await vi.waitFor(async () => expect(await content.head('spring')).toBe(main), { timeout: 300_000 });
    expect(await staff().getRelease({ params: { id: release.id } })).toMatchObject({ id: release.id, name: 'Spring' });
    expect((await staff().listReleases()).map(({ name }) => name)).toEqual(['Main', 'Spring']);
  });

  it("imports lessons, and reports those that it can't import", async () => {
    const release = await staff().createRelease({
      body: { ...made, name: 'With lessons', version_major: 'with/lessons', lessons: '1, 77' },
    });
    expect(release.invalidLessons).toEqual({ 77: 'The branch with/lessons has no lesson 77.' });
    expect(await lessonsOf(release.id)).toMatchObject([
      { sequence: 1, title: 'First', is_shallow_import: false, release_status: 'Unmodified' },
    ]);
  });

  it('refuses a branch that exists here or on the code host, and invalid names', async () => {
    const here = { ...made, version_major: 'here' };
    await staff().createRelease({ body: here });
    await expect(staff().createRelease({ body: here })).rejects.toMatchObject({ status: 409, message: /“Spring” has the branch here/ });
    await content.push('theirs', { '5-fifth': lessonFiles(5, 'Fifth') });
    await expect(staff().createRelease({ body: { ...made, version_major: 'theirs' } })).rejects.toMatchObject({
      status: 409,
      message: 'The branch theirs already exists on the code host. Import it, or choose another name.',
    });
    await expect(staff().createRelease({ body: { ...made, version_major: 'here/below' } })).rejects.toMatchObject({ status: 409 });
    for (const version_major of ['a..b', 'HEAD', 'x.lock', '-x', 'a b'])
      await expect(staff().createRelease({ body: { ...made, version_major } })).rejects.toMatchObject({ status: 400 });
    await expect(staff().createRelease({ body: { ...made, name: ' ' } })).rejects.toMatchObject({ message: 'The name cannot be empty.' });
    await expect(staff().createRelease({ body: { ...made, version_major: '' } })).rejects.toMatchObject({
      message: 'The branch name cannot be empty.',
    });
  });

  it('creates one release when several requests name the same branch at once', async () => {
    const calls = Array.from({ length: 4 }, () => staff().createRelease({ body: { ...made, version_major: 'raced' } }));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons.map((reason: { status?: number }) => reason.status)).toEqual([409, 409, 409]);
  });

  it('works while the code host is down, and pushes once it is reachable', async () => {
    await rename(content.git.directory, `${content.git.directory}.away`);
    let release;
    try {
      release = await staff().createRelease({ body: { ...made, version_major: 'offline' } });
      await expect(staff().createRelease({ body: { ...made, create_new: false, version_major: 'other' } })).rejects.toMatchObject({
        status: 503,
      });
      await expect(staff().listBranchLessons({ body: { version_major: 'main' } })).rejects.toMatchObject({ status: 503 });
      // A commit that the product itself named, although it isn't pushed.
      const { version_major, version_minor } = release;
      for (const branch of [version_major, 'main'])
        expect(await staff().listBranchLessons({ body: { version_major: branch, version_minor } })).toMatchObject([
          { sequence: 1 },
          { sequence: 2 },
        ]);
    } finally {
      await rename(`${content.git.directory}.away`, content.git.directory);
    }
    expect(release.version_minor).toBe(await content.head('main'));
    await vi.waitFor(async () => expect(await content.head('offline')).toBe(release.version_minor), { timeout: 300_000 });
  });

  it('returns 404 for an unknown release', async () => {
    await expect(staff().getRelease({ params: { id: 9_999 } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('importing a branch', () => {
  it("imports every lesson's metadata, and distinguishes lessons of main", async () => {
    const head = await content.push('team', { '2-second': lessonFiles(2, 'Second, better', 'c'), '3-third': lessonFiles(3, 'Third', 'd') });
    const release = await staff().createRelease({ body: { name: 'Team', version_major: 'team', create_new: false } });
    expect(release).toMatchObject({ version_minor: head, lesson_count: 3, invalidLessons: {} });
    const rows = await lessonsOf(release.id);
    expect(
      rows.map(({ sequence, title, release_status, is_shallow_import, is_latest }) => [
        sequence,
        title,
        release_status,
        is_shallow_import,
        is_latest,
      ]),
    ).toEqual([
      [1, 'First', 'Unmodified', true, false],
      [2, 'Second, better', 'Modified', true, true],
      [3, 'Third', 'Modified', true, true],
    ]);
    const third = rows[2];
    expect(await staff().listScreens({ params: { id: third?.id ?? 0 } })).toEqual([]);
    await expect(staff().saveLesson({ params: { id: third?.id ?? 0 }, body: { title: 'x' } })).rejects.toMatchObject({
      status: 422,
      message: 'This lesson is not fully imported yet. Import it to change it.',
    });
  });

  it('completes a shallow lesson, repeatably, for external authors too', async () => {
    const releaseId = (await staff().listReleases()).find(({ name }) => name === 'Team')?.id ?? 0;
    const [first, , third] = await lessonsOf(releaseId);
    const params = { id: third?.id ?? 0 };
    const whole = await server.client('external').importLesson({ params, body: {} });
    expect(whole.lesson).toMatchObject({ id: params.id, is_shallow_import: false, last_updated: third?.last_updated, revision: 1 });
    expect(whole.screens.map(({ title, body_markdown }) => [title, body_markdown])).toEqual([['Screen 0', 'd']]);
    expect(await staff().importLesson({ params, body: {} })).toEqual(whole);
    const saved = await staff().saveScreen({
      params: { lessonId: params.id, screenId: whole.screens[0]?.id ?? 0 },
      body: { title: 'Mine', revision: 1 },
    });
    expect(saved.title).toBe('Mine');
    // Not the latest of its number, so external authors don't see it.
    await expect(server.client('external').importLesson({ params: { id: first?.id ?? 0 }, body: {} })).rejects.toMatchObject({
      status: 404,
    });
    await expect(staff().importLesson({ params: { id: 9_999 }, body: {} })).rejects.toMatchObject({ status: 404 });
  });

  it('imports only the listed lessons, completely', async () => {
    await content.push('listed', { '3-third': lessonFiles(3, 'Third', 'd', 'e') });
    const body = { name: 'Listed', version_major: 'listed', create_new: false, lessons: [3, 2, 40] };
    const release = await staff().createRelease({ body });
    expect(release.invalidLessons).toEqual({ 40: 'The branch listed has no lesson 40.' });
    expect(await lessonsOf(release.id)).toMatchObject([
      { sequence: 2, is_shallow_import: false, release_status: 'Unmodified' },
      { sequence: 3, is_shallow_import: false, release_status: 'Modified' },
    ]);
  });

  it('reports unreadable lessons, and imports the rest', async () => {
    await content.push('broken', {
      '7-one': lessonFiles(7, 'One'),
      '7-two': lessonFiles(7, 'Two'),
      '8-eight': new Map([['lesson.yaml', Buffer.from('title: [\n')]]),
      notes: new Map([['README.md', Buffer.from('no lesson')]]),
    });
    const shallow = await staff().createRelease({ body: { name: 'Broken', version_major: 'broken', create_new: false } });
    expect(shallow.lesson_count).toBe(2);
    expect(Object.keys(shallow.invalidLessons).sort()).toEqual(['7', '8-eight']);
    expect(shallow.invalidLessons['7']).toBe('More than one folder has the number 7: 7-one, 7-two.');
    expect(shallow.invalidLessons['8-eight']).toMatch(/^lessons\/8-eight cannot be read: \w/);
    const { invalidLessons } = await staff().importLessons({ body: { version_major: 'broken', lessons: '7 8 1' } });
    expect(invalidLessons).toEqual({ 7: shallow.invalidLessons['7'], 8: expect.stringMatching(/^lessons\/8-eight cannot be read/) });
  });

  it('refuses an unknown branch, and one that has a release', async () => {
    await expect(staff().createRelease({ body: { name: 'X', version_major: 'missing', create_new: false } })).rejects.toMatchObject({
      status: 404,
      message: 'The code host has no branch missing.',
    });
    await expect(staff().createRelease({ body: { name: 'X', version_major: 'main', create_new: false } })).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe('a named commit', () => {
  it('starts a new branch at a named commit of main', async () => {
    const before = await content.head('main');
    const newest = await content.push('main', { '60-later': lessonFiles(60, 'Later') });
    const at = (version_minor: string) =>
      staff().createRelease({ body: { ...made, version_major: `at-${version_minor.slice(0, 7)}`, version_minor } });
    expect(await at(String(before))).toMatchObject({ version_minor: before });
    expect(await at(newest)).toMatchObject({ version_minor: newest });
    const unknown = 'f'.repeat(40);
    const message = `The branch main doesn’t contain the commit ${unknown}.`;
    await expect(at(unknown)).rejects.toMatchObject({ status: 422, message });
    await expect(at('--all')).rejects.toMatchObject({ status: 400, message: 'A commit is given by its full id.' });

    const lessonsAt = async (version_minor: string | null) =>
      (await staff().listBranchLessons({ body: { version_major: 'main', version_minor } })).map(({ sequence }) => sequence);
    expect([await lessonsAt(before), await lessonsAt(''), await lessonsAt(null)]).toEqual([
      [1, 2],
      [1, 2, 60],
      [1, 2, 60],
    ]);
    await expect(lessonsAt(unknown)).rejects.toMatchObject({ status: 422, message });
  });

  it('accepts only the newest commit of an existing branch', async () => {
    const first = await content.push('moving', { '9-ninth': lessonFiles(9, 'Ninth') });
    const newest = await content.push('moving', { '9-ninth': lessonFiles(9, 'Ninth, better') });
    const message = `${first} isn’t the newest commit of the branch moving, and only that can be imported. Leave out version_minor to import it.`;
    const create = (version_minor: string) =>
      staff().createRelease({ body: { name: 'Moving', version_major: 'moving', version_minor, create_new: false } });
    await expect(create(first)).rejects.toMatchObject({ status: 422, message });
    expect(await create(newest)).toMatchObject({ version_minor: newest, invalidLessons: {} });
    const lessons = (version_minor: string) => staff().importLessons({ body: { version_major: 'moving', version_minor, lessons: [9] } });
    await expect(lessons(first)).rejects.toMatchObject({ status: 422, message });
    expect(await lessons(newest)).toEqual({ invalidLessons: {} });
  });
});
