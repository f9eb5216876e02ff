import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { pushBranch } from '#features/changes/server/push-branch.job.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { ContentRepository, lessonFiles } from '#testing/content-branch.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { mergeRemoteBranch } from './branches/merge-remote-branch.ts';
import { importMain } from './import-main.ts';

// Nothing is committed or pushed automatically: the tests decide which branch comes first.

let server: TestServer;
let working: GitRepository;
let content: ContentRepository;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  working = new GitRepository(join(server.platform.config.dataFolder, 'working.git'));
  content = new ContentRepository(server.platform.config.dataFolder);
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const staff = () => server.client('staff');
const signal = () => AbortSignal.timeout(300_000);
const commit = (releaseId: number) => commitChanges(server.platform, releaseId, signal());
const push = (releaseId: number) => pushBranch(server.platform, releaseId, signal());

async function createRelease() {
  const branch = `move-${(count += 1)}`;
  const { id } = await staff().createRelease({ body: { name: `Release ${branch}`, version_major: branch, create_new: true } });
  return { id, branch };
}

async function makeLesson(release: { id: number }) {
  const sequence = 700 + (count += 1);
  const { id } = await staff().createLesson({ body: { sequence, title: 'Loops', release_id: release.id } });
  const screens: number[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { newScreenId } = await staff().createScreen({ params: { id }, body: { sequence: screens.length + 1 } });
    await staff().saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { title, body_markdown: `About ${title}` } });
    screens.push(newScreenId);
  }
  return { id, sequence, folder: `${sequence}-loops`, screens: screens as [number, number, number] };
}

const moveTo = (target: { id: number }, source: { id: number }, ...numbers: number[]) =>
  staff().updateRelease({ params: { id: target.id }, body: { lessons_list: numbers, from_release: source.id, move: true } });

const save = (id: number, screenId: number, body: { body_markdown: string; revision?: number }) =>
  staff().saveScreen({ params: { lessonId: id, screenId }, body });

/** Paths of a lesson's folder on a branch. */
const paths = async (branch: string, folder: string) =>
  (await working.text(['ls-tree', '-r', '--name-only', branch, '--', `lessons/${folder}`])).split('\n').filter((line) => line !== '');
const textOf = async (branch: string, folder: string) => {
  const texts = (await paths(branch, folder)).map((path) => working.text(['show', `${branch}:${path}`]));
  return (await Promise.all(texts)).join('\n');
};
const subjects = async (branch: string) => (await working.text(['log', '--format=%s', `main..${branch}`])).split('\n').filter(Boolean);

/** Commits a file that is unknown to the product, as merging another user's push does. */
async function addUnknownFile(release: { id: number; branch: string }, path: string): Promise<void> {
  const { git, db } = server.platform;
  const sha = await git.commit({
    branch: release.branch,
    expectedHead: await git.head(release.branch),
    author: { name: 'Grace', email: 'grace@example.org' },
    message: 'A note',
    date: new Date(),
    writes: new Map([[path, Buffer.from('Mind this.\n')]]),
    deletes: [],
  });
  await db.updateTable('releases').set({ commit_sha: sha }).where('id', '=', release.id).execute();
}

describe('a lesson that moves to another release', () => {
  it('keeps its ids and everything that refers to them', async () => {
    const [from, to] = [await createRelease(), await createRelease()];
    const lesson = await makeLesson(from);
    const [first, second, third] = lesson.screens;
    const params = { id: lesson.id };
    await staff().saveScreen({ params: { lessonId: lesson.id, screenId: first }, body: { type: 'code', answer_code: 'print(1)' } });
    const comment = await staff().createComment({ params: { id: second }, body: { comment: 'Say why.', mandatory: true } });
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: third } });
    const deploy = await staff().startDeploy({ params, body: {} });
    const [test] = await staff().listLessonTests({ params });
    const before = await staff().getLesson({ params });
    const revisions = () => server.platform.db.selectFrom('revisions').select('id').where('screen_id', 'in', lesson.screens).execute();
    const history = await revisions();
    const published = vi.spyOn(server.platform.live, 'publish');

    expect((await moveTo(to, from, lesson.sequence)).invalidLessons).toEqual({});

    const after = await staff().getLesson({ params });
    expect(after).toMatchObject({
      id: lesson.id,
      uuid: before.uuid,
      release_id: to.id,
      revision: before.revision,
      commit_status: { state: 'saved' },
    });
    expect((await staff().listScreens({ params })).map(({ id }) => id)).toEqual([first, second]);
    expect(await staff().listLessonComments({ params })).toMatchObject([{ id: comment.id, screen_id: second, mandatory: true }]);
    expect(await staff().hasOpenMandatory({ params })).toBe(true);
    expect(await staff().listLessonTests({ params })).toMatchObject([{ id: test?.id, screen_id: first }]);
    expect(await staff().listDeploys({ params })).toMatchObject([{ build_number: deploy.build_number }]);
    expect(await revisions()).toEqual(history);
    const trash = (await staff().listTrash()).filter(({ lesson_id }) => lesson_id === lesson.id);
    expect(trash).toMatchObject([{ kind: 'screen', id: third, release_name: after.release_name }]);
    expect((await staff().listLessons()).filter(({ sequence }) => sequence === lesson.sequence)).toHaveLength(1);
    expect(published).toHaveBeenCalledWith(`lesson:${lesson.id}`, { type: 'lesson-changed' });
    for (const { id } of [from, to]) expect(published).toHaveBeenCalledWith('releases:all', { type: 'release-changed', release_id: id });
  });

  it('can still be saved by users who have it open', async () => {
    const [from, to] = [await createRelease(), await createRelease()];
    const lesson = await makeLesson(from);
    const [screenId] = lesson.screens;
    const open = await staff().getScreen({ params: { lessonId: lesson.id, screenId } });
    await moveTo(to, from, lesson.sequence);
    const saved = await save(lesson.id, screenId, { body_markdown: 'Typed meanwhile', revision: open.revision });
    expect(saved).toMatchObject({ id: screenId, revision: open.revision + 1 });
    for (const { id } of [from, to]) await commit(id);
    expect(await textOf(to.branch, lesson.folder)).toContain('Typed meanwhile');
    expect(await paths(from.branch, lesson.folder)).toEqual([]);
  });

  it.each(['old', 'new'] as const)('has all of it in git, whichever branch comes first: the %s one', async (firstBranch) => {
    const [from, to] = [await createRelease(), await createRelease()];
    const lesson = await makeLesson(from);
    await sendFile(server, { url: `/api/lesson/${lesson.id}/datafile`, name: 'gone.csv', bytes: 'a\n' });
    await commit(from.id);
    await addUnknownFile(from, `lessons/${lesson.folder}/NOTES.txt`);
    // Still queued when it moves.
    await save(lesson.id, lesson.screens[0], { body_markdown: 'Saved last' });
    await staff().deleteScreen({ params: { lessonId: lesson.id, screenId: lesson.screens[2] } });
    const [file] = await staff().listDataFiles({ params: { id: lesson.id } });
    await staff().deleteDataFile({ params: { fileId: file?.id ?? 0 } });
    await sendFile(server, { url: `/api/lesson/${lesson.id}/datafile`, name: 'new.csv', bytes: 'b\n' });

    await moveTo(to, from, lesson.sequence);
    for (const { id } of firstBranch === 'old' ? [from, to] : [to, from]) await commit(id);
    await Promise.all([from.id, to.id].map(push));

    expect(await paths(from.branch, lesson.folder)).toEqual([]);
    const [removal, lastSave] = await subjects(from.branch);
    expect(removal).toBe(`Move lesson ${lesson.sequence} to Release ${to.branch}: Loops`);
    expect(lastSave).not.toContain('Move');
    expect(await subjects(to.branch)).toEqual([`Move lesson ${lesson.sequence} from Release ${from.branch}: Loops`]);
    const names = (await paths(to.branch, lesson.folder)).map((path) => path.slice(`lessons/${lesson.folder}/`.length));
    expect(names).toEqual(expect.arrayContaining(['NOTES.txt', 'files/new.csv', 'lesson.yaml']));
    expect(names).not.toContain('files/gone.csv');
    const text = await textOf(to.branch, lesson.folder);
    expect(text).toContain('Saved last');
    expect(text).not.toContain('About Three');
    for (const { branch } of [from, to]) expect(await content.head(branch)).toBe(await working.text(['rev-parse', branch]));
    expect(await staff().getLesson({ params: { id: lesson.id } })).toMatchObject({ commit_status: { state: 'pushed' } });
  });

  it('can move to a third release and back before the first commit', async () => {
    const [first, second, third] = [await createRelease(), await createRelease(), await createRelease()];
    const lesson = await makeLesson(first);
    await commit(first.id);
    await addUnknownFile(first, `lessons/${lesson.folder}/NOTES.txt`);
    await moveTo(second, first, lesson.sequence);
    await moveTo(third, second, lesson.sequence);
    for (const { id } of [third, second, first]) await commit(id);
    expect(await paths(third.branch, lesson.folder)).toContain(`lessons/${lesson.folder}/NOTES.txt`);
    for (const { branch } of [first, second]) expect(await paths(branch, lesson.folder)).toEqual([]);

    await moveTo(first, third, lesson.sequence);
    await moveTo(third, first, lesson.sequence);
    await moveTo(first, third, lesson.sequence);
    for (const { id } of [third, first]) await commit(id);
    expect(await paths(first.branch, lesson.folder)).toContain(`lessons/${lesson.folder}/NOTES.txt`);
    expect(await paths(third.branch, lesson.folder)).toEqual([]);
    expect(await staff().getLesson({ params: { id: lesson.id } })).toMatchObject({
      release_id: first.id,
      commit_status: { state: 'committed' },
    });
  });

  it('keeps all changes when one of the branches cannot be pushed', async () => {
    const [from, to] = [await createRelease(), await createRelease()];
    const lesson = await makeLesson(from);
    await commit(from.id);
    await push(from.id);
    await moveTo(to, from, lesson.sequence);
    for (const { id } of [from, to]) await commit(id);
    const refuse = vi.spyOn(server.platform.git, 'push').mockResolvedValueOnce({ kind: 'refused', text: 'not now' });
    await expect(push(to.id)).rejects.toThrow('not now');
    expect(refuse).toHaveBeenCalledOnce();
    await push(from.id);
    expect(await staff().getLesson({ params: { id: lesson.id } })).toMatchObject({
      release_id: to.id,
      commit_status: { state: 'committed' },
    });
    await push(to.id);
    expect(await content.read(to.branch, `lessons/${lesson.folder}/lesson.yaml`)).toContain('Loops');
    expect(await content.read(from.branch, `lessons/${lesson.folder}/lesson.yaml`)).toBeNull();
  });

  it('is not moved when the target has its number', async () => {
    const [from, to] = [await createRelease(), await createRelease()];
    const lesson = await makeLesson(from);
    await staff().createLesson({ body: { sequence: lesson.sequence, title: 'Other', release_id: to.id } });
    const { invalidLessons } = await moveTo(to, from, lesson.sequence);
    expect(invalidLessons).toEqual({ [lesson.sequence]: `Lesson ${lesson.sequence} is already in Release ${to.branch}.` });
    expect(await staff().getLesson({ params: { id: lesson.id } })).toMatchObject({ release_id: from.id });
  });

  it('does not reappear in the old release when others push there at the same time', async () => {
    const [from, to] = [await createRelease(), await createRelease()];
    const lesson = await makeLesson(from);
    await commit(from.id);
    await push(from.id);
    await content.push(from.branch, { [lesson.folder]: lessonFiles(lesson.sequence, 'Loops, pushed', 'a') });
    // After the saved changes have been committed and before the rows are written.
    const readFolder = server.platform.git.readFolder.bind(server.platform.git);
    let isMoved = false;
    vi.spyOn(server.platform.git, 'readFolder').mockImplementation(async (...place) => {
      const read = await readFolder(...place);
      if (!isMoved) {
        isMoved = true;
        await moveTo(to, from, lesson.sequence);
      }
      return read;
    });
    await mergeRemoteBranch(server.platform, from.id, signal());
    expect(isMoved).toBe(true);
    const there = (await staff().listLessons()).filter(({ sequence }) => sequence === lesson.sequence);
    expect(there).toMatchObject([{ id: lesson.id, release_id: to.id }]);
  });
});

describe('lessons that are separated from the others of their release', () => {
  const separate = (from: { id: number }, name: string, lessons: number[]) =>
    staff().separateLessons({ params: { id: from.id }, body: { name, lessons } });

  it('get a release of their own, with its rules, and the others stay', async () => {
    const from = await createRelease();
    const [sent, kept] = [await makeLesson(from), await makeLesson(from)];
    await staff().updateRelease({ params: { id: from.id }, body: { preflight_required: true } });
    await commit(from.id);
    const made = await separate(from, 'Loops, corrected', [sent.sequence]);
    const again = await separate(from, 'Loops, corrected', [kept.sequence]);
    expect([made, again]).toMatchObject([
      { name: 'Loops, corrected', version_major: 'loops-corrected', preflight_required: true, lesson_count: 1 },
      { version_major: 'loops-corrected-2' },
    ]);
    for (const { id } of [from, made]) await commit(id);
    expect(await staff().getLesson({ params: { id: sent.id } })).toMatchObject({ release_id: made.id, title: 'Loops' });
    expect(await textOf('loops-corrected', sent.folder)).toContain('About Three');
    expect(await paths('loops-corrected', kept.folder)).toEqual([]);
    expect(await paths(from.branch, sent.folder)).toEqual([]);
    const audited = server.platform.db.selectFrom('audit_entries').select('details').where('subject', '=', `release:${made.id}`);
    expect(await audited.where('action', '=', 'release.separate').execute()).toMatchObject([{ details: { lessons: [sent.sequence] } }]);
  });

  it('stay where they are if one of them can’t be moved, and no branch is left over', async () => {
    const from = await createRelease();
    const lesson = await makeLesson(from);
    const refusal = { status: 422, message: `Lesson 999: Lesson 999 is not in Release ${from.branch}.` };
    await expect(separate(from, 'All or none', [lesson.sequence, 999])).rejects.toMatchObject(refusal);
    expect(await staff().getLesson({ params: { id: lesson.id } })).toMatchObject({ release_id: from.id });
    expect(await server.platform.git.head('all-or-none')).toBeNull();
    expect((await staff().listReleases()).map(({ name }) => name)).not.toContain('All or none');
    const main = (await staff().listReleases()).find(({ is_main }) => is_main);
    await expect(separate(main ?? from, 'Main', [101])).rejects.toMatchObject({ status: 422 });
  });

  it('begin where main still had what they changed, so that a merge doesn’t undo what main changed since', async () => {
    const publish = async (...texts: string[]) => {
      await content.push('main', { '790-a': lessonFiles(790, 'A', ...texts), '791-b': lessonFiles(791, 'B', 'One') });
      await server.platform.git.fetchMain();
      await importMain(server.platform, signal());
      return content.head('main');
    };
    const before = await publish('One');
    const from = await createRelease();
    const main = (await staff().listReleases()).find(({ is_main }) => is_main)?.id ?? 0;
    await staff().updateRelease({ params: { id: from.id }, body: { lessons_list: [790], from_release: main } });
    const after = await publish('Changed on main');
    await staff().updateRelease({ params: { id: from.id }, body: { lessons_list: [791], from_release: main } });
    const rows = (await staff().listLessons()).filter(({ release_id }) => release_id === from.id);
    for (const { id } of rows) await staff().saveLesson({ params: { id }, body: { author: 'Changed here' } });

    // A branch that has main's change can't begin before it: the older lesson is refused there.
    const target = await createRelease();
    const taken = { lessons_list: [790], from_release: from.id };
    const reason = `Main has a newer version than Release ${from.branch}. Update Release ${from.branch} from main first`;
    for (const move of [true, false])
      expect(await staff().updateRelease({ params: { id: target.id }, body: { ...taken, move } })).toMatchObject({
        invalidLessons: { 790: expect.stringContaining(reason) },
      });
    const older = rows.find(({ sequence }) => sequence === 790)?.id ?? 0;
    await expect(staff().cloneLesson({ params: { id: older } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(reason),
    });
    await commit(from.id);
    await separate(from, 'Behind main', [790]);
    await separate(from, 'With main', [791]);
    expect([await content.head('main'), before === after]).toEqual([after, false]);
    const starts = await Promise.all(['behind-main', 'with-main'].map((branch) => working.text(['rev-parse', branch])));
    expect(starts.map((start) => start.trim())).toEqual([before, after]);
  });
});
