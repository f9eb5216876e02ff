import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#app/contract/api.ts';
import { toActor } from '#features/accounts/server/users.ts';
import { readFile } from '#features/exports/server/export-folders.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import type { Client } from '#platform/contract/client.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { jpegPhoto, POSITION } from '#testing/photo-bytes.ts';
import { pushChanges } from '#testing/push-changes.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { PullComment } from '../contract/pull-comments.ts';
import { getReleaseChanges } from './release-changes.ts';
import { readImage } from './show-pull-image.ts';

let server: TestServer;
let staff: Client<Api>;
let owner: Client<Api>;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
  staff = server.client('staff');
  owner = server.client('owner');
});
afterAll(() => server.close());

/** A PNG of one pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

interface Reviewed {
  params: { id: number };
  lessonId: number;
  screenId: number;
  path: string;
  head: () => Promise<string>;
}

/** A lesson with one screen in its own release, under review. */
async function reviewed(sequence: number, body_markdown: string, role: 'staff' | 'external' = 'staff'): Promise<Reviewed> {
  const release =
    role === 'staff'
      ? { release_id: (await staff.createRelease({ body: { name: `R${sequence}`, version_major: `r${sequence}`, create_new: true } })).id }
      : {};
  const built = { sequence, ...release, screens: [{ title: 'Intro', body_markdown }] };
  const lesson = await buildLesson(server.platform, toActor(server.users[role]), built);
  const [screenId = 0] = lesson.screens;
  await pushed();
  const params = { id: lesson.release_id };
  await staff.openPullRequest({ params, body: {} });
  const head = async () => (await staff.getPullDiff({ params, query: { folder: `${sequence}-loops` } })).after;
  return { params, lessonId: lesson.id, screenId, path: `lessons/${sequence}-loops/screens/intro/learn.md`, head };
}

const pushed = () => pushChanges(server.platform);

const TEXT = 'One.\n\nWe count from one.\n\nThree.';

let shared: Promise<Reviewed> | undefined;
/** The one for tests that change nothing in it, without comments. */
async function unchanged(): Promise<Reviewed> {
  const lesson = await (shared ??= reviewed(951, TEXT));
  await server.platform.db.deleteFrom('pull_request_comments').execute();
  return lesson;
}
const textOf = async ({ lessonId, screenId }: Reviewed) => (await staff.getScreen({ params: { lessonId, screenId } })).body_markdown;

describe('comments on a pull request', () => {
  it('are on lines, a passage or a file, and have replies', async () => {
    const lesson = await unchanged();
    const { params, path } = lesson;
    const place = { path, side: 'after', commit: await lesson.head() } as const;
    await owner.createPullComment({ params, body: { ...place, lines: { from: 3, to: 3 }, quote: 'from one', text: 'Why *one*?' } });
    const [first] = await owner.createPullComment({ params, body: { ...place, text: 'All of it.' } });
    const replied = await staff.replyToPullComment({ params: { ...params, commentId: first?.id ?? 0 }, body: { text: 'Because.' } });
    const states = { is_own: false, is_pending: false, is_edited: false, is_deleted: false };
    const common = { path, side: 'after', suggestion: null, applied_by: null, resolved_by: null, at: expect.any(String), ...states };
    const onLine = { lines: { from: 3, to: 3 }, source: 'We count from one.', is_outdated: false };
    expect(replied).toEqual([
      { ...common, ...onLine, id: first?.id, reply_to: null, quote: 'from one', text: 'Why *one*?', by: 'Test owner' },
      {
        ...common,
        id: expect.any(Number),
        reply_to: null,
        lines: null,
        source: '',
        is_outdated: false,
        quote: '',
        text: 'All of it.',
        by: 'Test owner',
      },
      { ...common, ...onLine, id: expect.any(Number), reply_to: first?.id, quote: '', text: 'Because.', by: 'Test staff', is_own: true },
    ]);
    expect((await owner.listPullComments({ params })).map(({ is_own }) => is_own)).toEqual([true, true, false]);
    const newest = async (client: Client<Api>) =>
      (await client.listNotifications({ query: {} })).notifications.slice(0, 3).map(({ kind, details }) => [kind, details.excerpt]);
    expect(await newest(staff)).toEqual([
      ['review', 'All of it.'],
      ['review', expect.stringContaining('Why')],
    ]);
    expect((await newest(owner)).slice(0, 2)).toEqual([
      ['reply', 'Because.'],
      ['review_request', null],
    ]);
  });

  it('follow their lines, and are outdated once those change', async () => {
    const lesson = await reviewed(952, TEXT);
    const { params, path, lessonId, screenId } = lesson;
    const on = { path, side: 'after', commit: await lesson.head() } as const;
    await owner.createPullComment({ params, body: { ...on, lines: { from: 3, to: 3 }, text: 'a' } });
    await owner.createPullComment({ params, body: { ...on, lines: { from: 5, to: 5 }, text: 'b' } });
    await staff.saveScreen({ params: { lessonId, screenId }, body: { body_markdown: 'New.\n\nOne.\n\nWe count from one.\n\nFour.' } });
    await pushed();
    const state = ({ lines, is_outdated }: PullComment) => [lines?.from ?? null, is_outdated];
    expect((await owner.listPullComments({ params })).map(state)).toEqual([
      [5, false],
      [null, true],
    ]);
  });

  it('are resolved and reopened by anyone who sees them', async () => {
    const lesson = await unchanged();
    const { params, path } = lesson;
    const [made] = await owner.createPullComment({ params, body: { path, side: 'after', commit: await lesson.head(), text: 'Why?' } });
    const comment = { ...params, commentId: made?.id ?? 0 };
    expect((await staff.resolvePullComment({ params: comment, body: { is_resolved: true } }))[0]?.resolved_by).toBe('Test staff');
    expect((await owner.resolvePullComment({ params: comment, body: { is_resolved: false } }))[0]?.resolved_by).toBeNull();
  });

  it('are refused for what the pull request does not show', async () => {
    const lesson = await reviewed(954, `${TEXT}\n\n${'long '.repeat(12_000)}`);
    const { params, path } = lesson;
    const head = await lesson.head();
    const place = { path, side: 'after', commit: head, text: 'x' } as const;
    const create = (body: object) => owner.createPullComment({ params, body: { ...place, ...body } });
    await expect(create({ lines: { from: 99, to: 99 } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Reload'),
    });
    await expect(create({ lines: { from: 7, to: 7 } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('too long'),
    });
    await expect(create({ commit: 'a'.repeat(40) })).rejects.toMatchObject({ status: 422 });
    await expect(create({ path: '../../etc/passwd' })).rejects.toMatchObject({ status: 404 });
    await expect(create({ path: 'lessons/.git/config' })).rejects.toMatchObject({ status: 404 });
    await expect(create({ side: 'before' })).rejects.toMatchObject({ status: 422 });
    await expect(create({ suggestion: 'x' })).rejects.toMatchObject({ status: 400 });
    await expect(create({ lines: { from: 1, to: 9_000 } })).rejects.toMatchObject({ status: 400 });
    const sheet = path.replace('learn.md', 'screen.yaml');
    await expect(create({ path: sheet, lines: { from: 1, to: 1 }, suggestion: 'x' })).rejects.toMatchObject({
      status: 422,
      message: 'Changes can be suggested for the texts, questions, code and tests of screens only.',
    });
    await staff.closePullRequest({ params });
    await expect(create({})).rejects.toMatchObject({ status: 422, message: 'This pull request is already closed.' });
  });

  it('are not for external authors, except in their own drafts, where they reply', async () => {
    const external = server.client('external');
    const own = await reviewed(955, TEXT, 'external');
    const body = { path: own.path, side: 'after', commit: await own.head(), text: 'Why?' } as const;
    await expect(external.createPullComment({ params: own.params, body })).rejects.toMatchObject({ status: 403 });
    const [made] = await owner.createPullComment({ params: own.params, body });
    const comment = { ...own.params, commentId: made?.id ?? 0 };
    expect(await external.replyToPullComment({ params: comment, body: { text: 'Done.' } })).toHaveLength(2);

    const other = await reviewed(956, TEXT);
    const theirs = await owner.createPullComment({ params: other.params, body: { ...body, path: other.path, commit: await other.head() } });
    const hidden = { ...other.params, commentId: theirs[0]?.id ?? 0 };
    for (const call of [
      () => external.listPullComments({ params: other.params }),
      () => external.getReleaseChanges({ params: other.params }),
      () => external.replyToPullComment({ params: hidden, body: { text: 'x' } }),
      () => external.resolvePullComment({ params: hidden, body: { is_resolved: true } }),
      () => external.applySuggestion({ params: hidden }),
      // A comment of another pull request.
      () => external.replyToPullComment({ params: { ...own.params, commentId: hidden.commentId }, body: { text: 'x' } }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 });
  });
});

describe('a comment on a pull request', () => {
  it('is edited by its author only, and says so', async () => {
    const lesson = await unchanged();
    const { params, path } = lesson;
    const place = { path, side: 'after', commit: await lesson.head(), lines: { from: 3, to: 3 } } as const;
    const [made] = await owner.createPullComment({ params, body: { ...place, text: 'Why?', suggestion: 'We count from zero.' } });
    const comment = { ...params, commentId: made?.id ?? 0 };
    const body = { text: 'Why *one*?', suggestion: 'We count.' };
    await expect(staff.editPullComment({ params: comment, body })).rejects.toMatchObject({
      status: 422,
      message: 'Only the author of a comment can change or delete it.',
    });
    await expect(owner.editPullComment({ params: comment, body: { text: '' } })).rejects.toMatchObject({ status: 400 });
    expect(await owner.editPullComment({ params: comment, body })).toMatchObject([{ ...body, is_edited: true, is_own: true }]);
    expect(await owner.editPullComment({ params: comment, body: { text: 'Why?' } })).toMatchObject([{ text: 'Why?', suggestion: null }]);
    await expect(owner.editPullComment({ params: comment, body })).rejects.toMatchObject({ status: 422 });
  });

  it('is deleted by its author, and its thread stays as long as it has replies', async () => {
    const lesson = await unchanged();
    const { params, path } = lesson;
    const place = { path, side: 'after', commit: await lesson.head() } as const;
    const [first] = await owner.createPullComment({ params, body: { ...place, text: 'First' } });
    const comment = { ...params, commentId: first?.id ?? 0 };
    await expect(staff.deletePullComment({ params: comment })).rejects.toMatchObject({ status: 422 });
    const reply = (await staff.replyToPullComment({ params: comment, body: { text: 'Reply' } })).at(-1);
    expect(await owner.deletePullComment({ params: comment })).toMatchObject([
      { id: first?.id, text: '', is_deleted: true, is_own: false },
      { id: reply?.id, text: 'Reply', is_deleted: false },
    ]);
    await expect(owner.editPullComment({ params: comment, body: { text: 'x' } })).rejects.toMatchObject({ status: 404 });
    expect(await staff.deletePullComment({ params: { ...params, commentId: reply?.id ?? 0 } })).toEqual([]);
  });
});

describe('a review of a pull request', () => {
  it('collects comments that only its author sees until it is submitted, and notifies once', async () => {
    const lesson = await unchanged();
    const { params, path } = lesson;
    const place = { path, side: 'after', commit: await lesson.head(), is_pending: true } as const;
    await owner.createPullComment({ params, body: { ...place, lines: { from: 3, to: 3 }, text: 'One' } });
    const begun = await owner.createPullComment({ params, body: { ...place, text: 'Two' } });
    expect(begun).toMatchObject([
      { text: 'One', is_pending: true, is_own: true },
      { text: 'Two', is_pending: true },
    ]);
    const before = (await staff.listNotifications({ query: {} })).notifications.length;
    expect(await staff.listPullComments({ params })).toEqual([]);
    for (const call of [
      () => staff.replyToPullComment({ params: { ...params, commentId: begun[0]?.id ?? 0 }, body: { text: 'x' } }),
      () => staff.deletePullComment({ params: { ...params, commentId: begun[0]?.id ?? 0 } }),
      () => owner.resolvePullComment({ params: { ...params, commentId: begun[0]?.id ?? 0 }, body: { is_resolved: true } }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404 });
    await owner.editPullComment({ params: { ...params, commentId: begun[1]?.id ?? 0 }, body: { text: 'Two, shorter' } });
    // Without its own text: the comments say it.
    const pull = await owner.reviewPullRequest({ params, body: { verdict: 'request-changes' } });
    expect(pull).toMatchObject({ status: 'Changes requested', reviews: [{ verdict: 'request-changes', text: '' }] });
    expect(await staff.listPullComments({ params })).toMatchObject([
      { text: 'One', is_pending: false, lines: { from: 3 }, is_edited: false },
      { text: 'Two, shorter', is_pending: false, is_edited: false },
    ]);
    const after = (await staff.listNotifications({ query: {} })).notifications;
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({ kind: 'review', details: { verdict: 'request-changes', excerpt: 'One' } });
    await expect(owner.reviewPullRequest({ params, body: { verdict: 'comment' } })).rejects.toMatchObject({ status: 422 });
  });

  it('is discarded with its comments', async () => {
    const lesson = await unchanged();
    const { params, path } = lesson;
    const body = { path, side: 'after', commit: await lesson.head(), text: 'x' } as const;
    await owner.createPullComment({ params, body });
    await owner.createPullComment({ params, body: { ...body, is_pending: true } });
    await staff.createPullComment({ params, body: { ...body, is_pending: true } });
    expect(await owner.discardPendingReview({ params })).toHaveLength(1);
    expect(await staff.listPullComments({ params })).toMatchObject([{ is_pending: false }, { is_pending: true }]);
  });
});

describe('a suggested change', () => {
  async function suggested(lesson: Reviewed, suggestion = 'We count from zero.') {
    const body = { path: lesson.path, side: 'after', commit: await lesson.head(), lines: { from: 3, to: 3 }, suggestion } as const;
    const [made] = await owner.createPullComment({ params: lesson.params, body });
    return { ...lesson.params, commentId: made?.id ?? 0 };
  }

  it('is saved in the screen and committed as the change of the user who applies it', async () => {
    const lesson = await reviewed(961, TEXT);
    const comment = await suggested(lesson);
    const [applied] = await staff.applySuggestion({ params: comment });
    expect(applied).toMatchObject({ applied_by: 'Test staff', resolved_by: 'Test staff', suggestion: 'We count from zero.' });
    expect(await textOf(lesson)).toBe(TEXT.replace('from one', 'from zero'));
    await pushed();
    const [newest] = (await staff.getPullRequest({ params: lesson.params }))?.commits ?? [];
    expect(newest).toMatchObject({ subject: 'Apply a suggestion by Test owner to screen 1 of lesson 961: Intro', author: 'Test staff' });
    await expect(staff.applySuggestion({ params: comment })).rejects.toMatchObject({
      status: 422,
      message: 'This suggestion is already applied.',
    });
  });

  it('is applied to unsaved neighbours too, wherever its lines have moved', async () => {
    const lesson = await reviewed(962, TEXT);
    const comment = await suggested(lesson);
    await staff.saveScreen({ params: lesson, body: { body_markdown: `New.\n\n${TEXT}` } });
    await owner.applySuggestion({ params: comment });
    expect(await textOf(lesson)).toBe(`New.\n\n${TEXT.replace('from one', 'from zero')}`);
  });

  it('changes a question', async () => {
    const lesson = await reviewed(964, TEXT);
    const { params, lessonId, screenId } = lesson;
    const options = [
      { label: 'for', feedback_message: '', valid: true, skill_id: null },
      { label: 'if', feedback_message: '', valid: false, skill_id: null },
    ];
    const fields = { question: 'Which one loops?', select_type: 'single', answer_options: options } as const;
    await staff.createQuestion({ params: { lessonId, screenId }, body: fields });
    await pushed();
    const path = lesson.path.replace('learn.md', 'questions.yaml');
    const file = async () => {
      const { files } = await staff.getPullDiff({ params, query: { folder: '964-loops' } });
      return files.find((each) => each.path === path);
    };
    expect((await file())?.source).toContain('Which one loops?');
    const line = ((await file())?.source ?? '').split('\n').findIndex((text) => text.includes('Which one loops?')) + 1;
    const suggest = async (suggestion: string) => {
      const body = { path, side: 'after', commit: await lesson.head(), lines: { from: line, to: line }, suggestion } as const;
      const made = await owner.createPullComment({ params, body });
      return { ...params, commentId: made.at(-1)?.id ?? 0 };
    };
    const broken = await suggest('  question: [');
    await expect(staff.applySuggestion({ params: broken })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('can’t be read with this suggestion'),
    });
    await staff.applySuggestion({ params: await suggest('  question: Which of them loops?') });
    const [question] = await staff.listQuestions({ params: { lessonId, screenId } });
    expect(question).toMatchObject({ question: 'Which of them loops?', answer_options: options });
  });

  it('is refused once the pull request is closed', async () => {
    const lesson = await reviewed(965, TEXT);
    const comment = await suggested(lesson);
    await staff.closePullRequest({ params: lesson.params });
    await expect(staff.applySuggestion({ params: comment })).rejects.toMatchObject({ status: 422, code: 'refused' });
    expect(await textOf(lesson)).toBe(TEXT);
  });

  it('is refused once its lines have changed, and stays open', async () => {
    const lesson = await reviewed(963, TEXT);
    const comment = await suggested(lesson);
    await staff.saveScreen({ params: lesson, body: { body_markdown: TEXT.replace('from one', 'from two') } });
    await expect(staff.applySuggestion({ params: comment })).rejects.toMatchObject({
      status: 422,
      message: 'The lines of this suggestion have changed since. Make the change in the screen instead.',
    });
    expect((await staff.listPullComments({ params: lesson.params }))[0]).toMatchObject({ applied_by: null, resolved_by: null });
    expect(await textOf(lesson)).toBe(TEXT.replace('from one', 'from two'));
  });
});

describe('what goes with a review', () => {
  it('has unpushed changes until a reply includes them, so that pages ask again', async () => {
    const { params, lessonId, screenId } = await reviewed(972, TEXT);
    await staff.saveScreen({ params: { lessonId, screenId }, body: { title: 'Saved' } });
    const { git } = server.platform;
    // The push ends after the branch was read.
    const knownHead = async (branch: string) => {
      const head = await git.knownHead(branch);
      await pushed();
      return head;
    };
    const slow = new Proxy(git, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        return name === 'knownHead' ? knownHead : typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const actor = { id: 1, name: 'Staff', role: 'staff' } as const;
    const early = await getReleaseChanges({ ...server.platform, git: slow }, actor, params.id);
    const titles = ({ lessons }: typeof early) => lessons.flatMap(({ screens }) => screens.map(({ title }) => title));
    expect([titles(early), early.unpushed]).toEqual([['Intro'], 1]);
    const late = await staff.getReleaseChanges({ params });
    expect([titles(late), late.unpushed]).toEqual([['Saved'], 0]);
  });

  it('names lessons with their screens and parts, and the lessons that do not go', async () => {
    const lesson = await reviewed(971, TEXT);
    const { params, lessonId, screenId } = lesson;
    const second = await staff.createScreen({ params: { id: lessonId }, body: { sequence: 2 } });
    await staff.saveScreen({ params: { lessonId, screenId: second.newScreenId }, body: { title: 'More' } });
    await pushed();
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    await staff.mergePullRequest({ params, body: { anyway: 'The screens follow.' } });
    expect(await staff.getReleaseChanges({ params })).toMatchObject({
      lessons: [],
      curricula: [],
      other_files: 0,
      same: [{ lesson_id: lessonId, sequence: 971, title: 'Loops' }],
    });
    await staff.reopenRelease({ params });
    const course = await staff.createCourse({ body: { sequence: 971, name: 'Counting', release_id: params.id } });
    await staff.saveLesson({ params: { id: lessonId }, body: { title: 'Loops again' } });
    await staff.saveScreen({ params: { lessonId, screenId }, body: { body_markdown: 'Other.' } });
    await staff.deleteScreen({ params: { lessonId, screenId: second.newScreenId } });
    await pushed();
    const warning = (text: string) => ({ severity: 'warning', text });
    const problems = [warning('It has no lessons.'), warning('It has no description.')];
    expect(await staff.getReleaseChanges({ params })).toEqual({
      lessons: [
        {
          folder: '971-loops',
          sequence: 971,
          title: 'Loops again',
          change: 'changed',
          lesson_id: lessonId,
          files: expect.any(Number),
          content: expect.any(String),
          screens: [
            { folder: 'intro', number: 1, title: 'Intro', change: 'changed' },
            { folder: 'more', number: null, title: 'More', change: 'deleted' },
          ],
          parts: ['settings'],
          warnings: { errors: 0, warnings: expect.any(Number), is_checked: true, failing_tests: 0, tests_not_run: 0, is_behind: false },
        },
      ],
      curricula: [{ kind: 'course', folder: expect.stringContaining('971-'), title: course.name, change: 'added', problems: problems }],
      other_files: 0,
      same: [],
      unpushed: 0,
      is_drafts: false,
    });
    await staff.openPullRequest({ params, body: {} });
    expect((await staff.getLesson({ params: { id: lessonId } })).review_status).toBe('In review');
  });
});

describe('images', () => {
  it('are shown as they are on either side, and in the rendered text', async () => {
    const lesson = await reviewed(981, TEXT);
    const { params, lessonId, screenId } = lesson;
    const form = new FormData();
    form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'dot (1).png');
    const uploaded = await fetchForm(`/api/lesson/${lessonId}/image`, form);
    expect(uploaded.status).toBe(200);
    const { markdown_path } = (await uploaded.json()) as { markdown_path: string };
    await staff.saveScreen({ params: { lessonId, screenId }, body: { body_markdown: `![A dot](${markdown_path})` } });
    await pushed();
    const folder = '981-loops';
    const diff = async () => (await staff.getPullDiff({ params, query: { folder } })).files;
    const files = await diff();
    expect(files.map(({ path }) => path.slice(`lessons/${folder}/`.length))).toEqual([
      'screens/intro/learn.md',
      'screens/intro/screen.yaml',
      'lesson.yaml',
      'images/dot (1).png',
    ]);
    expect(files[3]).toMatchObject({ is_binary: true, size: { before: null, after: PIXEL.length }, screen: null });
    const address = /src="([^"]+)"/.exec(files[0]?.rendered?.[0]?.html ?? '')?.[1]?.replaceAll('&#x26;', '&') ?? '';
    const show = (url: string, as: 'staff' | 'external' = 'staff') => server.inject({ url, headers: server.headers(as) });
    const shown = await show(address);
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(PIXEL)]).toEqual([200, 'image/png', true]);
    const at = `/api/release/${params.id}/pull/image?folder=${folder}`;
    expect((await show(`${at}&side=before&path=images%2Fdot%20(1).png`)).statusCode).toBe(404);
    expect((await show(`${at}&path=lesson.yaml`)).statusCode).toBe(404);
    expect((await show(`${at}&path=..%2F..%2FREADME.md`)).statusCode).toBe(404);
    expect((await show(`/api/release/${params.id}/pull/image?folder=..&path=images%2Fa.png`)).statusCode).toBe(404);
    expect((await show(address, 'external')).statusCode).toBe(404);
  });

  it('of git are shown and exported without where they were taken, whichever way their name is encoded', async () => {
    const { git } = server.platform;
    const path = 'lessons/982-loops/images/cafe\u0301.jpg';
    const author = { name: 'Ada', email: 'ada@example.org' };
    const change = { branch: 'photo', expectedHead: null, author, message: 'A photo', date: new Date(), deletes: [] };
    const commit = await git.commit({ ...change, writes: new Map([[path, jpegPhoto()]]) });
    const [file] = await git.listFiles(commit, 'lessons');
    const sent = [(await readImage(git, commit, path.normalize()))?.bytes, await readFile(server.platform, { path, oid: file?.oid ?? '' })];
    expect(sent.map((bytes) => [bytes?.length, Buffer.from(bytes ?? []).includes(POSITION)])).toEqual([
      [withoutMetadata(jpegPhoto()).length, false],
      [withoutMetadata(jpegPhoto()).length, false],
    ]);
  });

  async function fetchForm(path: string, body: FormData): Promise<Response> {
    const sent = new Request(`http://localhost${path}`, { method: 'POST', body });
    const reply = await server.inject({
      method: 'POST',
      url: path,
      headers: { ...server.headers('staff'), 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return new Response(reply.body, { status: reply.statusCode });
  }
});

describe('questions', () => {
  it('are compared as questions', async () => {
    const lesson = await reviewed(991, TEXT);
    const { params, lessonId, screenId } = lesson;
    const options = (second: string, valid: boolean) => [
      { label: 'One', feedback_message: '', valid: !valid },
      { label: second, feedback_message: 'Yes.', valid },
    ];
    const asked = { question: 'Where from?', select_type: 'single' } as const;
    const number = (tolerance: string) => QuestionTask.parse({ kind: 'number', value: '3', tolerance });
    const save = (second: string, valid: boolean, ids: { id?: number }[] = []) =>
      staff.saveScreen({
        params: { lessonId, screenId },
        body: {
          multipleChoiceQuestions: [
            { id: ids[0]?.id, ...asked, answer_options: options(second, valid) },
            { id: ids[1]?.id, ...asked, answer_options: [], task: number(valid ? '0.1' : '0.2') },
          ],
        },
      });
    const { multipleChoiceQuestions } = await save('Two', true);
    await pushed();
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    await staff.mergePullRequest({ params, body: { anyway: 'The screens follow.' } });
    await staff.reopenRelease({ params });
    await save('Zero', false, multipleChoiceQuestions);
    await pushed();
    await staff.openPullRequest({ params, body: {} });
    const { files } = await staff.getPullDiff({ params, query: { folder: '991-loops' } });
    const diff = files.find(({ kind }) => kind === 'questions')?.questions;
    expect(diff).toHaveLength(2);
    const settings = [{ label: 'Tolerance', before: '0.1', after: '0.2' }];
    expect(diff?.[1]).toMatchObject({ change: 'changed', kind: 'Number', parts: [{ change: 'same', label: 'Value' }], settings });
    expect(diff?.[0]).toMatchObject({
      change: 'changed',
      text: [{ kind: 'same', html: '<p>Where from?</p>' }],
      options: [
        { change: 'changed', valid: true, was_valid: false, label: [{ kind: 'same' }] },
        {
          change: 'changed',
          valid: false,
          was_valid: true,
          label: [
            { kind: 'removed', html: '<p>Two</p>' },
            { kind: 'added', html: '<p>Zero</p>' },
          ],
          feedback: [{ kind: 'same' }],
        },
      ],
    });
  });
});
