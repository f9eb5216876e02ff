import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { pushBranch } from '#features/changes/server/push-branch.job.ts';
import type { GitRepository } from '#features/git/server/git.ts';
import { filesHash, listLessonFiles } from '#features/lesson-files/server/data-files.ts';
import { getRelease } from '#features/releases/server/releases.ts';
import { ApiError } from '#platform/contract/client.ts';
import { buildLesson, type BuiltLesson } from '#testing/build-lesson.ts';
import { commitElsewhere, contentOf } from '#testing/foreign-commit.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { SyncConflictDetails } from '../../contract/sync.ts';
import { importMain } from '../import-main.ts';
import { mergeRemoteBranch } from './merge-remote-branch.ts';

const BRANCH = 'drafts/staff-example-org';
const LIMIT = { timeout: 300_000, interval: 100 };

// Each test waits for several commits and pushes of the real workers.
vi.setConfig({ testTimeout: 600_000 });

let server: TestServer;
let content: GitRepository;
let number = 900;

beforeAll(async () => {
  server = await startTestServer();
  content = contentOf(server.platform.config.dataFolder);
});
afterAll(() => server.close());

const staff = () => server.client('staff');
const show = (path: string) => content.text(['show', `${BRANCH}:${path}`]);
const push = (texts: Record<string, string | null>) => commitElsewhere(content.directory, BRANCH, texts);
const bringInNow = (id: number) => mergeRemoteBranch(server.platform, id, AbortSignal.timeout(300_000));

interface Made {
  lesson: BuiltLesson;
  screens: readonly number[];
  folder: string;
}

/** A pushed lesson with two screens in the staff member's drafts. */
async function makeLesson(): Promise<Made> {
  const sequence = ++number;
  const screens = ['Intro', 'More'].map((title) => ({ title, body_markdown: 'one\ntwo\nthree' }));
  const lesson = await buildLesson(server.platform, toActor(server.users.staff), { sequence, screens });
  await untilPushed(lesson.id);
  return { lesson, screens: lesson.screens, folder: `lessons/${sequence}-loops` };
}

const saveScreen = (lessonId: number, screenId: number, fields: { title?: string; body_markdown?: string; hint_markdown?: string }) =>
  staff().saveScreen({ params: { lessonId, screenId }, body: fields });
const screenOf = (lessonId: number, screenId: number) => staff().getScreen({ params: { lessonId, screenId } });

async function untilPushed(lessonId: number): Promise<void> {
  await vi.waitFor(async () => {
    const lesson = await staff().getLesson({ params: { id: lessonId } });
    const { commit_sha, pushed_sha, push_error } = await getRelease(server.platform.db, lesson.release_id);
    expect({ push_error, state: lesson.commit_status?.state, pushed_sha }).toEqual({
      push_error: null,
      state: 'pushed',
      pushed_sha: commit_sha,
    });
  }, LIMIT);
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('The call should have failed.', { cause: error });
  return error;
}

describe('syncing a lesson', () => {
  let made: Made;
  const sync = (resolution?: { commit: string; values: Record<string, unknown> }) =>
    staff().syncLesson({ params: { id: made.lesson.id }, body: resolution ? { resolution } : {} });

  beforeEach(async () => {
    made = await makeLesson();
  });

  it('finds both sides equal, then merges changes pushed with git and keeps the ids', async () => {
    expect(await sync()).toMatchObject({ id: made.lesson.id, outcome: 'up to date' });
    await push({
      [`${made.folder}/screens/intro/learn.md`]: 'ONE\ntwo\nthree\n',
      [`${made.folder}/NOTES.txt`]: 'unknown',
      'README.md': 'Hello\n',
    });
    expect(await sync()).toMatchObject({ outcome: 'taken in' });
    expect(await screenOf(made.lesson.id, made.screens[0] ?? 0)).toMatchObject({ body_markdown: 'ONE\ntwo\nthree' });
    expect(await sync()).toMatchObject({ outcome: 'up to date' });
    await saveScreen(made.lesson.id, made.screens[1] ?? 0, { body_markdown: 'mine' });
    await untilPushed(made.lesson.id);
    expect(await show(`${made.folder}/screens/intro/learn.md`)).toBe('ONE\ntwo\nthree');
    expect(await show(`${made.folder}/NOTES.txt`)).toBe('unknown');
    expect(await show('README.md')).toBe('Hello');
  });

  it('merges both sides by line, and pushes the merge', async () => {
    await push({ [`${made.folder}/screens/intro/learn.md`]: 'ONE\ntwo\nthree\n' });
    await saveScreen(made.lesson.id, made.screens[0] ?? 0, { body_markdown: 'one\ntwo\nTHREE' });
    const { outcome } = await sync();
    // The push may have finished first and merged already.
    expect(['merged', 'taken in', 'up to date']).toContain(outcome);
    await untilPushed(made.lesson.id);
    await vi.waitFor(async () => {
      expect(await screenOf(made.lesson.id, made.screens[0] ?? 0)).toMatchObject({ body_markdown: 'ONE\ntwo\nTHREE' });
    }, LIMIT);
    expect(await show(`${made.folder}/screens/intro/learn.md`)).toBe('ONE\ntwo\nTHREE');
  });

  it('merges uploaded and pushed files, and keeps the ids', async () => {
    const { id } = made.lesson;
    const upload = (name: string, bytes: string) => sendFile(server, { url: `/api/lesson/${id}/datafile`, name, bytes });
    await upload('data.csv', 'a,b\n');
    const [file] = await staff().listDataFiles({ params: { id } });
    await staff().saveDataFile({ params: { fileId: file?.id ?? 0 }, body: { alias: 'people.csv' } });
    await untilPushed(id);
    await push({ [`${made.folder}/files/data.csv`]: 'a,b,c\n', [`${made.folder}/images/cat.png`]: 'a picture' });
    await upload('mine.csv', 'mine\n');
    await sync();
    await vi.waitFor(async () => {
      expect(await staff().listDataFiles({ params: { id } })).toMatchObject([
        { id: file?.id, file_name: 'data.csv', alias: 'people.csv', bytes: 6 },
        { file_name: 'mine.csv', bytes: 5 },
      ]);
    }, LIMIT);
    await untilPushed(id);
    expect(await staff().listImages({ params: { id } })).toMatchObject([{ file_name: 'cat.png' }]);
    expect([await show(`${made.folder}/files/data.csv`), await show(`${made.folder}/files/mine.csv`)]).toEqual(['a,b,c', 'mine']);
    const { db } = server.platform;
    const { files_hash } = await db.selectFrom('lessons').select('files_hash').where('id', '=', id).executeTakeFirstOrThrow();
    expect(files_hash).toBe(filesHash(await listLessonFiles(db, id)));
  });

  it('reports a conflict with both sides, changes nothing, and applies the resolution', async () => {
    const other = await makeLesson();
    const theirs = await push({
      [`${made.folder}/screens/intro/learn.md`]: 'THEIRS\ntwo\nthree\n',
      [`${other.folder}/screens/more/learn.md`]: 'other\n',
    });
    await saveScreen(made.lesson.id, made.screens[0] ?? 0, { body_markdown: 'MINE\ntwo\nthree' });
    const error = await failure(sync());
    const details = SyncConflictDetails.parse(error.details);
    const key = Object.keys(details.mine)[0] ?? '';
    expect(error).toMatchObject({
      status: 409,
      code: 'conflict',
      message: expect.stringMatching(/^Grace has changed the same content in Git\./),
    });
    expect(details).toMatchObject({
      lesson_id: made.lesson.id,
      commit: theirs,
      changed_by: 'Grace',
      labels: { [key]: 'Screen 1 “Intro”: Learn' },
    });
    expect([details.base, details.mine, details.theirs].map((side) => side[key])).toEqual([
      'one\ntwo\nthree',
      'MINE\ntwo\nthree',
      'THEIRS\ntwo\nthree',
    ]);
    expect(await content.text(['rev-parse', BRANCH])).toBe(theirs);
    await vi.waitFor(async () => {
      const { push_error } = await getRelease(server.platform.db, made.lesson.release_id);
      expect(push_error).toMatch(new RegExp(`^Lesson ${made.lesson.sequence} was changed here and on the code host .* Sync`));
    }, LIMIT);

    // It doesn't block another lesson.
    // The push may have finished first and merged already.
    const beside = await staff().syncLesson({ params: { id: other.lesson.id }, body: {} });
    expect(['taken in', 'up to date']).toContain(beside.outcome);
    expect(await screenOf(other.lesson.id, other.screens[1] ?? 0)).toMatchObject({ body_markdown: 'other' });

    // Resolutions of another state are rejected, and so is what isn't text.
    expect(await failure(sync({ commit: '0'.repeat(40), values: { [key]: 'x' } }))).toMatchObject({ code: 'conflict' });
    expect(await failure(sync({ commit: theirs, values: { [key]: 7 } }))).toMatchObject({ code: 'conflict' });
    expect(await sync({ commit: theirs, values: { [key]: 'MINE\nTHEIRS\ntwo\nthree' } })).toMatchObject({ outcome: 'resolved' });
    await untilPushed(made.lesson.id);
    expect(await show(`${made.folder}/screens/intro/learn.md`)).toBe('MINE\nTHEIRS\ntwo\nthree');
    expect(await show(`${other.folder}/screens/more/learn.md`)).toBe('other');
    expect(await content.text(['log', '--format=%an', '-1', BRANCH])).toBe('Test staff');
    expect(await sync()).toMatchObject({ outcome: 'up to date' });
  });

  it('doesn’t hold up the pushes of other lessons while a lesson has a conflict', async () => {
    const other = await makeLesson();
    const theirs = await push({ [`${made.folder}/screens/intro/learn.md`]: 'THEIRS\n' });
    await saveScreen(made.lesson.id, made.screens[0] ?? 0, { body_markdown: 'MINE' });
    const [key = ''] = Object.keys(SyncConflictDetails.parse((await failure(sync())).details).mine);
    const stateOf = async ({ lesson }: Made) => (await staff().getLesson({ params: { id: lesson.id } })).commit_status?.state;
    const untilThere = async (text: string) => {
      await vi.waitFor(async () => {
        // The queue pauses after a push that was held up.
        await pushBranch(server.platform, other.lesson.release_id, AbortSignal.timeout(300_000)).catch(() => undefined);
        expect(await show(`${other.folder}/screens/more/learn.md`)).toBe(text);
      }, LIMIT);
      await vi.waitFor(async () => expect([await stateOf(other), await stateOf(made)]).toEqual(['pushed', 'committed']), LIMIT);
    };
    // The same line twice: what was pushed before is no conflict.
    for (const text of ['first', 'second']) {
      await saveScreen(other.lesson.id, other.screens[1] ?? 0, { body_markdown: text });
      await untilThere(text);
    }
    expect(await show(`${made.folder}/screens/intro/learn.md`)).toBe('THEIRS');
    // Others go on from there, and so does this side.
    await push({ [`${other.folder}/screens/more/learn.md`]: 'second\ntheirs\n' });
    await bringInNow(other.lesson.release_id);
    expect(await screenOf(other.lesson.id, other.screens[1] ?? 0)).toMatchObject({ body_markdown: 'second\ntheirs' });
    await saveScreen(other.lesson.id, other.screens[1] ?? 0, { body_markdown: 'third\ntheirs' });
    await untilThere('third\ntheirs');
    // The resolution is for the version that was compared, which the other pushes didn't change.
    expect(await sync({ commit: theirs, values: { [key]: 'BOTH' } })).toMatchObject({ outcome: 'resolved' });
    await untilPushed(made.lesson.id);
    expect(await show(`${made.folder}/screens/intro/learn.md`)).toBe('BOTH');
    expect(await show(`${other.folder}/screens/more/learn.md`)).toBe('third\ntheirs');
  });

  it('stores a resolution while another lesson has a conflict, and asks for it only once', async () => {
    const other = await makeLesson();
    const conflicting = (each: Made) => ({ [`${each.folder}/screens/intro/learn.md`]: 'THEIRS\n' });
    const theirs = await push({ ...conflicting(made), ...conflicting(other) });
    for (const each of [made, other]) await saveScreen(each.lesson.id, each.screens[0] ?? 0, { body_markdown: 'MINE' });
    const decide = async (each: Made, value: string) => {
      const error = await failure(staff().syncLesson({ params: { id: each.lesson.id }, body: {} }));
      const [key = ''] = Object.keys(SyncConflictDetails.parse(error.details).mine);
      return staff().syncLesson({ params: { id: each.lesson.id }, body: { resolution: { commit: theirs, values: { [key]: value } } } });
    };
    expect(await decide(made, 'first')).toMatchObject({ outcome: 'resolved' });
    expect(await sync()).toMatchObject({ outcome: 'up to date' });
    expect(await decide(other, 'second')).toMatchObject({ outcome: 'resolved' });
    await untilPushed(other.lesson.id);
    expect(await show(`${made.folder}/screens/intro/learn.md`)).toBe('first');
    expect(await show(`${other.folder}/screens/intro/learn.md`)).toBe('second');
    expect(await content.text(['merge-base', '--is-ancestor', theirs, BRANCH])).toBe('');
  });

  it('is refused for external authors elsewhere, for main and bad input', async () => {
    const params = { id: made.lesson.id };
    expect(await failure(server.client('external').syncLesson({ params, body: {} }))).toMatchObject({ status: 403 });
    expect(await failure(staff().syncLesson({ params, body: { resolution: { commit: 'main', values: {} } } }))).toMatchObject({
      status: 400,
    });
    expect(await failure(staff().syncLesson({ params: { id: 999_999 }, body: {} }))).toMatchObject({ status: 404 });
  });
});

describe('changes pushed with git', () => {
  it('are merged automatically: new and deleted lessons, and added, moved and deleted screens', async () => {
    const made = await makeLesson();
    const sheet = await show(`${made.folder}/lesson.yaml`);
    const uuid = '00000000-0000-4000-8000-0000000000aa';
    await push({
      [`${made.folder}/lesson.yaml`]: sheet.replace(/screens:[^]*$/, 'screens:\n  - new\n  - intro\n'),
      [`${made.folder}/screens/new/screen.yaml`]: `uuid: ${uuid}\ntitle: New\ntype: text\n`,
      [`${made.folder}/screens/more`]: null,
      'lessons/7-pushed/lesson.yaml': 'uuid: 00000000-0000-4000-8000-0000000000bb\nsequence: 7\ntitle: Pushed\ntype: mission\n',
    });
    await bringInNow(made.lesson.release_id);
    const screens = await staff().listScreens({ params: { id: made.lesson.id } });
    expect(screens.map(({ title }) => title)).toEqual(['New', 'Intro']);
    expect(screens[1]?.id).toBe(made.screens[0]);
    const pushed = (await staff().listLessons()).find(({ sequence }) => sequence === 7);
    expect(pushed).toMatchObject({ title: 'Pushed', release_id: made.lesson.release_id });
    await push({ 'lessons/7-pushed': null });
    await bringInNow(made.lesson.release_id);
    expect((await staff().listLessons()).some(({ sequence }) => sequence === 7)).toBe(false);
  });

  it('leave comments with the original of a screen that was copied and listed first', async () => {
    const { lesson, screens, folder } = await makeLesson();
    const [intro = 0] = screens;
    await staff().createComment({ params: { id: intro }, body: { comment: 'About the original' } });
    const sheet = await show(`${folder}/screens/intro/screen.yaml`);
    await push({
      [`${folder}/lesson.yaml`]: (await show(`${folder}/lesson.yaml`)).replace('- intro', '- copy\n  - intro'),
      [`${folder}/screens/copy/screen.yaml`]: `${sheet.replace('Intro', 'Copy')}\n`,
    });
    await bringInNow(lesson.release_id);
    const listed = await staff().listScreens({ params: { id: lesson.id } });
    expect(listed.map(({ title }) => title)).toEqual(['Copy', 'Intro', 'More']);
    expect(listed[1]?.id).toBe(intro);
    expect(await staff().listScreenComments({ params: { id: intro } })).toHaveLength(1);
    await untilPushed(lesson.id);
    const statedIn = async (name: string) => /^uuid: (\S+)$/m.exec(await show(`${folder}/screens/${name}/screen.yaml`))?.[1];
    expect(await statedIn('intro')).toBe(/^uuid: (\S+)$/m.exec(sheet)?.[1]);
    expect(await statedIn('copy')).not.toBe(await statedIn('intro'));
  });

  it('notify open pages, and merge with saves that began before', async () => {
    const made = await makeLesson();
    const [screenId = 0] = made.screens;
    const before = await screenOf(made.lesson.id, screenId);
    const published = vi.spyOn(server.platform.live, 'publish');
    await push({ [`${made.folder}/screens/intro/learn.md`]: 'ONE\ntwo\nthree\n' });
    await bringInNow(made.lesson.release_id);
    const told = published.mock.calls.filter(([topic]) => topic === `lesson:${made.lesson.id}`).map(([, event]) => event.type);
    expect(told).toEqual(expect.arrayContaining(['lesson-changed', 'screens-changed']));
    const saved = await staff().saveScreen({
      params: { lessonId: made.lesson.id, screenId },
      body: { revision: before.revision, body_markdown: 'one\ntwo\nTHREE' },
    });
    expect(saved.body_markdown).toBe('ONE\ntwo\nTHREE');
  });
});

describe('updating a release from main', () => {
  it('merges main, asks about one lesson at a time, and stores the resolutions', async () => {
    const main = server.platform.git.mainBranch;
    const sheet = (sequence: number, title: string) =>
      `uuid: 00000000-0000-4000-8000-00000000000${sequence}\nsequence: ${sequence}\ntitle: ${title}\ntype: mission\n`;
    const texts = (one: string, two: string) => ({
      'lessons/1-one/lesson.yaml': sheet(1, one),
      'lessons/2-two/lesson.yaml': sheet(2, two),
    });
    const begin = await commitElsewhere(content.directory, main, texts('One', 'Two'));
    await commitElsewhere(content.directory, 'release/a', {}, { onto: begin });
    await importMain(server.platform, AbortSignal.timeout(300_000));
    const release = await staff().createRelease({
      body: { name: 'A', version_major: 'release/a', version_minor: null, create_new: false, lessons: '1,2' },
    });
    const lessons = (await staff().listLessons())
      .filter(({ release_id }) => release_id === release.id)
      .sort((a, b) => a.sequence - b.sequence);
    for (const lesson of lessons) await staff().saveLesson({ params: { id: lesson.id }, body: { title: 'Mine' } });
    const theirs = await commitElsewhere(content.directory, main, { ...texts('Main one', 'Main two'), 'README.md': 'of main\n' });
    const states = async () =>
      (await staff().listLessons()).filter(({ release_id }) => release_id === release.id).map(({ main_state }) => main_state);
    expect(await states()).toEqual(['changed', 'changed']);
    await importMain(server.platform, AbortSignal.timeout(300_000));
    expect(await states()).toEqual(['diverged', 'diverged']);
    const params = { id: release.id };
    const first = await failure(staff().updateFromMain({ params, body: {} }));
    expect(SyncConflictDetails.parse(first.details)).toMatchObject({
      lesson_id: lessons[0]?.id,
      commit: theirs,
      theirs: { 'lesson.title': 'Main one' },
    });
    const decide = (index: number, title: string) => ({
      lesson_id: lessons[index]?.id ?? 0,
      commit: theirs,
      values: { 'lesson.title': title },
    });
    const second = await failure(staff().updateFromMain({ params, body: { resolution: decide(0, 'Decided one') } }));
    expect(SyncConflictDetails.parse(second.details).lesson_id).toBe(lessons[1]?.id);
    await staff().updateFromMain({ params, body: { resolution: decide(1, 'Decided two') } });
    await vi.waitFor(async () => {
      expect(await content.text(['show', 'release/a:lessons/1-one/lesson.yaml'])).toContain('Decided one');
      expect(await content.text(['show', 'release/a:lessons/2-two/lesson.yaml'])).toContain('Decided two');
      expect(await content.text(['show', 'release/a:README.md'])).toBe('of main');
    }, LIMIT);
    expect((await staff().getLesson({ params: { id: lessons[0]?.id ?? 0 } })).title).toBe('Decided one');
    expect(await states()).toEqual(['changed', 'changed']);
    // A copy began where its original did.
    const copy = await staff().cloneLesson({ params: { id: lessons[0]?.id ?? 0 } });
    await commitElsewhere(content.directory, main, texts('Main again', 'Main two'));
    await importMain(server.platform, AbortSignal.timeout(300_000));
    expect(await states()).toEqual(['diverged', 'changed']);
    expect(await staff().getLesson({ params: { id: copy.id } })).toMatchObject({ main_state: 'diverged' });
    expect(
      await failure(staff().updateFromMain({ params, body: { resolution: { lesson_id: 1, commit: 'x', values: {} } } })),
    ).toMatchObject({ status: 400 });
  });
});

describe('a branch that was deleted on the code host', () => {
  it('is reported, and recreated from our copy, or stays deleted when the release is detached', async () => {
    const made = await makeLesson();
    const params = { id: made.lesson.release_id };
    const repair = (how: 'retry' | 'recreate' | 'detach' | 'attach') => staff().repairRelease({ params, body: { how } });
    expect(await failure(repair('recreate'))).toMatchObject({ status: 422 });
    await content.run(['update-ref', '-d', `refs/heads/${BRANCH}`]);
    expect(await failure(staff().syncLesson({ params: { id: made.lesson.id }, body: {} }))).toMatchObject({ status: 422 });
    expect((await staff().getLesson({ params: { id: made.lesson.id } })).release_deletion_date).not.toBeNull();
    expect(await repair('recreate')).toMatchObject({ deletion_date: null, commit_error: null });
    expect(await show(`${made.folder}/lesson.yaml`)).toContain('Loops');

    await content.run(['update-ref', '-d', `refs/heads/${BRANCH}`]);
    expect(await repair('detach')).toMatchObject({ detached_at: expect.any(String), commit_error: null });
    await staff().saveLesson({ params: { id: made.lesson.id }, body: { title: 'Detached' } });
    await vi.waitFor(async () => {
      const lesson = await staff().getLesson({ params: { id: made.lesson.id } });
      expect(lesson).toMatchObject({ commit_status: { state: 'committed', error: null }, release_commit_error: null });
      expect(lesson.release_detached_at).not.toBeNull();
    }, LIMIT);
    expect(await failure(staff().syncLesson({ params: { id: made.lesson.id }, body: {} }))).toMatchObject({ status: 422 });
    await repair('attach');
    await vi.waitFor(
      async () => expect((await staff().getLesson({ params: { id: made.lesson.id } })).release_deletion_date).not.toBeNull(),
      LIMIT,
    );
    await repair('recreate');
    await untilPushed(made.lesson.id);
    expect(await show(`${made.folder}/lesson.yaml`)).toContain('Detached');
  });

  it('cannot be repaired by other external authors', async () => {
    const made = await makeLesson();
    const params = { id: made.lesson.release_id };
    const body = { how: 'retry' as const };
    expect(await failure(server.client('external').repairRelease({ params, body }))).toMatchObject({ status: 404 });
    expect(await failure(staff().repairRelease({ params, body: { how: 'burn' as 'retry' } }))).toMatchObject({ status: 400 });
    expect(await staff().repairRelease({ params, body })).toMatchObject({ id: made.lesson.release_id, commit_error: null });
  });
});
