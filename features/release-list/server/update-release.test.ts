import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commitStatusOfLesson } from '#features/changes/server/index.ts';
import { branchNameProblem } from '#features/git/server/branch-name.ts';
import { ContentRepository, lessonFiles } from '#testing/content-branch.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let content: ContentRepository;
let sampleFolder: string;

beforeAll(async () => {
  sampleFolder = await mkdtemp(join(tmpdir(), 'lessonwright-sample-'));
  const data = lessonFiles(1, 'First', 'a', 'b').set('files/data.csv', Buffer.from('x,y\n')).set('notes/unknown.txt', Buffer.from('kept'));
  for (const [folder, files] of [
    ['1-first', data],
    ['2-second', lessonFiles(2, 'Second', 'c')],
  ] as const) {
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
const create = async (branch: string) =>
  staff().createRelease({ body: { name: `Release ${branch}`, version_major: branch, create_new: true } });
const lessonsOf = async (releaseId: number) => (await staff().listLessons()).filter(({ release_id }) => release_id === releaseId);
const main = async () => (await staff().listReleases()).find(({ is_main }) => is_main)?.id ?? 0;
const pushed = async (releaseId: number) =>
  vi.waitFor(
    async () => {
      const release = await staff().getRelease({ params: { id: releaseId } });
      expect(release.commit_status).toBe('pushed');
      return release;
    },
    { timeout: 300_000 },
  );
const countCommits = async (branch: string) => Number(await content.git.text(['rev-list', '--count', `main..refs/heads/${branch}`]));

describe('renaming a release', () => {
  it('changes only its name', async () => {
    const { id } = await create('renamed');
    const body = { name: ' Autumn ' };
    expect(await staff().updateRelease({ params: { id }, body })).toMatchObject({
      id,
      name: 'Autumn',
      version_major: 'renamed',
      invalidLessons: {},
    });
  });

  it('is refused for main and without a name', async () => {
    const params = { id: await main() };
    await expect(staff().updateRelease({ params, body: { name: 'Trunk' } })).rejects.toMatchObject({ status: 422 });
    await expect(staff().updateRelease({ params, body: { name: '' } })).rejects.toMatchObject({
      message: 'The release name cannot be empty.',
    });
    await expect(staff().updateRelease({ params: { id: 9_999 }, body: { name: 'x' } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('copying lessons in', () => {
  it("copies them completely in one commit, and reports those that it can't copy", async () => {
    const { id } = await create('copies');
    const from_release = await main();
    const reply = await staff().updateRelease({ params: { id }, body: { lessons_list: '1, 2 99', from_release } });
    expect(reply.invalidLessons).toEqual({ 99: 'Lesson 99 is not in Main.' });
    expect(await lessonsOf(id)).toMatchObject([
      { sequence: 1, title: 'First', release_status: 'Unmodified', is_shallow_import: false },
      { sequence: 2, title: 'Second', release_status: 'Unmodified' },
    ]);
    await vi.waitFor(async () => expect(await staff().getRelease({ params: { id } })).toMatchObject({ commit_status: 'pushed' }), {
      timeout: 300_000,
    });
    // What equals main creates no commit.
    expect(await content.tree('copies')).toBe(await content.tree('main'));
    const again = await staff().updateRelease({ params: { id }, body: { lessons_list: [1], from_release } });
    expect(again.invalidLessons).toEqual({ 1: 'Lesson 1 is already in Release copies.' });
  });

  it('imports shallow ones first, and copies unknown files', async () => {
    const edited = lessonFiles(1, 'First, edited', 'a', 'new')
      .set('notes/unknown.txt', Buffer.from('kept'))
      .set('files/data.csv', Buffer.from('1,2\n'));
    await content.push('elsewhere', { '1-first': edited, '3-third': lessonFiles(3, 'Third', 'd') });
    const source = await staff().createRelease({ body: { name: 'Elsewhere', version_major: 'elsewhere', create_new: false } });
    const { id } = await create('from-shallow');
    const reply = await staff().updateRelease({
      params: { id },
      body: { name: 'Named too', lessons_list: [1, 3], from_release: source.id },
    });
    expect(reply).toMatchObject({ name: 'Named too', lesson_count: 2, invalidLessons: {} });
    await pushed(id);
    expect(await countCommits('from-shallow')).toBe(1);
    expect(await content.tree('from-shallow')).toBe(await content.tree('elsewhere'));
  });

  it('needs an existing release other than its own and main', async () => {
    const { id } = await create('refusing');
    const body = { lessons_list: [1] };
    await expect(staff().updateRelease({ params: { id }, body })).rejects.toMatchObject({
      status: 404,
      message: 'The release to copy from must exist.',
    });
    await expect(staff().updateRelease({ params: { id }, body: { ...body, from_release: 9_999 } })).rejects.toMatchObject({ status: 404 });
    await expect(staff().updateRelease({ params: { id }, body: { ...body, from_release: id } })).rejects.toMatchObject({ status: 422 });
    await expect(staff().updateRelease({ params: { id: await main() }, body: { ...body, from_release: id } })).rejects.toMatchObject({
      status: 422,
    });
    await expect(
      staff().updateRelease({ params: { id }, body: { ...body, from_release: await main(), move: true } }),
    ).rejects.toMatchObject({ status: 422 });
    await expect(staff().updateRelease({ params: { id }, body: { lessons_list: 'one' } })).rejects.toMatchObject({ status: 400 });
  });
});

describe('moving lessons', () => {
  it('removes them from the source, which shows main again, in one commit on each side', async () => {
    const [from, to] = [await create('move-from'), await create('move-to')];
    for (const sequence of [31, 32, 33])
      await staff().createLesson({ body: { sequence, title: `Lesson ${sequence}`, release_id: from.id } });
    await staff().updateRelease({ params: { id: from.id }, body: { lessons_list: [2], from_release: await main() } });
    const second = (await lessonsOf(from.id)).find(({ sequence }) => sequence === 2);
    await staff().saveLesson({ params: { id: second?.id ?? 0 }, body: { title: 'Second, moved' } });
    await pushed(from.id);
    const before = await countCommits('move-from');

    const reply = await staff().updateRelease({
      params: { id: to.id },
      body: { lessons_list: [31, 2, 33], from_release: from.id, move: true },
    });
    expect(reply).toMatchObject({ lesson_count: 3, invalidLessons: {} });
    expect((await lessonsOf(from.id)).map(({ sequence }) => sequence)).toEqual([32]);
    await pushed(from.id);
    await pushed(to.id);
    expect(await countCommits('move-from')).toBe(before + 1);
    expect(await countCommits('move-to')).toBe(1);
    expect(await content.tree('move-from', 'lessons/2-second')).toBe(await content.tree('main', 'lessons/2-second'));
    expect(await content.read('move-from', 'lessons/31-lesson-31/lesson.yaml')).toBeNull();
    expect(await content.read('move-to', 'lessons/2-second/lesson.yaml')).toContain('Second, moved');
    expect(await content.read('move-to', 'lessons/33-lesson-33/lesson.yaml')).toContain('Lesson 33');
  });

  it('happens once when two requests arrive at once', async () => {
    const [from, to] = [await create('once-from'), await create('once-to')];
    await staff().createLesson({ body: { sequence: 41, title: 'Once', release_id: from.id } });
    const body = { lessons_list: [41], from_release: from.id, move: true };
    const replies = await Promise.all([1, 2, 3].map(() => staff().updateRelease({ params: { id: to.id }, body })));
    expect(replies.filter(({ invalidLessons }) => Object.keys(invalidLessons).length === 0)).toHaveLength(1);
    expect(await lessonsOf(to.id)).toHaveLength(1);
    expect(await lessonsOf(from.id)).toHaveLength(0);
  });
});

describe('deleting a release', () => {
  it('removes it and its lessons, and still pushes earlier saves', async () => {
    const { id } = await create('deleted');
    const lesson = await staff().createLesson({ body: { sequence: 51, title: 'Saved', release_id: id } });
    const remaining = await staff().deleteRelease({ params: { id } });
    expect(remaining.map((release) => release.id)).not.toContain(id);
    await expect(staff().getRelease({ params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(staff().getLesson({ params: { id: lesson.id } })).rejects.toMatchObject({ status: 404 });
    await vi.waitFor(async () => expect(await content.read('deleted', 'lessons/51-saved/lesson.yaml')).toContain('Saved'), {
      timeout: 300_000,
    });
    // The job that commits reports this to open pages.
    expect(await commitStatusOfLesson(server.platform.db, lesson.id)).toMatchObject({ error: null });
    const again = await staff().createRelease({ body: { name: 'Again', version_major: 'deleted', create_new: false } });
    expect((await lessonsOf(again.id)).map(({ sequence }) => sequence)).toContain(51);
  });

  it('is refused for main and for the drafts of others', async () => {
    await expect(staff().deleteRelease({ params: { id: await main() } })).rejects.toMatchObject({ status: 422 });
    const theirs = await server.client('external').createLesson({ body: { sequence: 61, title: 'Draft' } });
    await expect(staff().deleteRelease({ params: { id: theirs.release_id } })).rejects.toMatchObject({
      status: 422,
      message: 'Drafts – Test external cannot be deleted: it belongs to another author and has lessons, courses or paths.',
    });
    await expect(staff().deleteRelease({ params: { id: 9_999 } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('importing lessons into a release', () => {
  it('reads the current branch of the code host, and keeps rows and branch in sync', async () => {
    await content.push('going-on', { '3-third': lessonFiles(3, 'Third', 'd') });
    const release = await staff().createRelease({ body: { name: 'Going on', version_major: 'going-on', create_new: false } });
    await content.push('going-on', { '3-third': lessonFiles(3, 'Third, pushed', 'd'), '4-fourth': lessonFiles(4, 'Fourth', 'e') });
    const { invalidLessons } = await staff().importLessons({ body: { version_major: 'going-on', lessons: '1 3 4 5' } });
    expect(invalidLessons).toEqual({ 5: 'The branch going-on has no lesson 5.' });
    expect(await lessonsOf(release.id)).toMatchObject([
      { sequence: 1, is_shallow_import: false },
      { sequence: 2, is_shallow_import: true },
      { sequence: 3, title: 'Third, pushed', is_shallow_import: false },
      { sequence: 4, title: 'Fourth', is_shallow_import: false },
    ]);
    const working = server.platform.git;
    await vi.waitFor(
      async () => {
        const head = (await working.head('going-on')) ?? '';
        const names = (await working.listLessonFolders(head)).map(({ folder }) => folder);
        expect(names).toContain('4-fourth');
      },
      { timeout: 300_000 },
    );
    const again = await staff().importLessons({ body: { version_major: 'going-on', lessons: [4] } });
    expect(again.invalidLessons).toEqual({ 4: 'Lesson 4 is already in Going on.' });
  });

  it('lists the lessons of a branch, with or without a release', async () => {
    await content.push('unknown-here', { '9-ninth': lessonFiles(9, 'Ninth') });
    expect(await staff().listBranchLessons({ body: { version_major: 'unknown-here' } })).toEqual([
      { sequence: 1, title: 'First', folder: '1-first' },
      { sequence: 2, title: 'Second', folder: '2-second' },
      { sequence: 9, title: 'Ninth', folder: '9-ninth' },
    ]);
    await expect(staff().listBranchLessons({ body: { version_major: 'nowhere' } })).rejects.toMatchObject({ status: 404 });
    await expect(staff().listBranchLessons({ body: { version_major: '' } })).rejects.toMatchObject({ status: 400 });
    for (const name of ['a..b', 'refs/heads/x', 'HEAD', 'x.lock', 'a//x', 'x/', 'x/../x']) {
      const failure = staff().listBranchLessons({ body: { version_major: name } });
      await expect(failure).rejects.toMatchObject({ status: 400, message: branchNameProblem(name) });
    }
  });

  it('is refused for a branch without a release and for main', async () => {
    const body = { version_major: 'nobody-has-it', lessons: [1] };
    await expect(staff().importLessons({ body })).rejects.toMatchObject({
      status: 404,
      message: 'No release uses the branch nobody-has-it.',
    });
    await expect(staff().importLessons({ body: { ...body, version_major: 'main' } })).rejects.toMatchObject({ status: 422 });
    await expect(staff().importLessons({ body: { ...body, lessons: '1;2' } })).rejects.toMatchObject({ status: 400 });
  });
});
