import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '#app/contract/api.ts';
import { GitRepository } from '#features/git/server/git.ts';
import type { Client } from '#platform/contract/client.ts';
import { files } from '#testing/test-git.ts';
import { startTestServer, type Person, type TestServer } from '#testing/test-server.ts';
import { recordFinishedMerges } from './publish.ts';

let server: TestServer;
/** The author of a test and its reviewer, with their own drafts. */
let author: Person;
let reviewer: Person;
let staff: Client<Api>;
let owner: Client<Api>;

/** Lessons without screens could not be deployed. */
const EMPTY = 'The screens follow.';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  author = await server.newPerson('staff');
  reviewer = await server.newPerson('owner');
  staff = author.client;
  owner = reviewer.client;
});

const PATIENT = { timeout: 300_000, interval: 50 };
const content = () => new GitRepository(join(server.platform.config.dataFolder, 'content.git'));

/** Waits until the changes of a lesson are pushed. Calls wait themselves, but only for a limited time. */
async function pushed(lessonId: number, client = staff): Promise<void> {
  const look = async () => (await client.getLesson({ params: { id: lessonId } })).commit_status?.state;
  await vi.waitFor(async () => expect(await look()).toBe('pushed'), PATIENT);
}

/** A pushed lesson in the drafts of a member of staff. */
async function draft(sequence: number, title: string, client = staff) {
  const lesson = await client.createLesson({ body: { sequence, title } });
  await pushed(lesson.id, client);
  return lesson;
}

/** Another user approves, and the release is merged. */
async function approveAndMerge(id: number, approver = owner, merger = staff) {
  await approver.reviewPullRequest({ params: { id }, body: { verdict: 'approve' } });
  return merger.mergePullRequest({ params: { id }, body: { anyway: EMPTY } });
}

async function lessonOfMain(sequence: number) {
  const rows = await staff.listLessons();
  return rows.find((row) => row.sequence === sequence && row.is_main);
}

/** Changes main from outside the product, as another merge would. */
async function changeMain(path: string, text: string): Promise<string> {
  const { git } = server.platform;
  const main = (await git.head('main')) as string;
  await git.createBranch(`aside-${main.slice(0, 8)}`, main);
  const author = { name: 'Eve', email: 'eve@example.org' };
  const branch = `aside-${main.slice(0, 8)}`;
  const sha = await git.commit({
    branch,
    expectedHead: main,
    author,
    message: 'Aside',
    date: new Date(),
    writes: files({ [path]: text }),
    deletes: [],
  });
  expect(await git.push({ branch: 'main', sha, known: main })).toMatchObject({ kind: 'pushed' });
  await git.fetchMain();
  return sha;
}

describe('from Ready for Review to Published', () => {
  it('goes through opening, changes requested, approval and merge, and starts again; the lesson follows each step', async () => {
    const lesson = await draft(901, 'Loops');
    const started = await staff.startReview({ params: { id: lesson.id }, body: {} });
    expect(started).toEqual({ status: 'In review', pull_request: { url: `/releases/${lesson.release_id}/pull`, status: 'In review' } });
    const statusOf = async () => (await staff.getLesson({ params: { id: lesson.id } })).review_status;
    expect(await statusOf()).toBe('In review');
    const params = { id: lesson.release_id };

    const opened = await staff.getPullRequest({ params });
    expect(opened).toMatchObject({
      title: `Drafts – ${author.user.name}`,
      state: 'open',
      is_local: true,
      is_mergeable: true,
      conflicts: [],
      opened_by: author.user.name,
      unpushed: 0,
      lessons: [{ folder: '901-loops', sequence: 901, title: 'Loops', change: 'added', lesson_id: lesson.id }],
    });
    expect(opened?.commits.map(({ subject, author }) => [subject, author])).toEqual([['Create lesson 901: Loops', author.user.name]]);

    await owner.reviewPullRequest({ params, body: { verdict: 'request-changes', text: 'Too *short*.' } });
    expect(await statusOf()).toBe('Changes requested');
    await expect(staff.mergePullRequest({ params, body: { anyway: EMPTY } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Changes were requested'),
    });

    await staff.saveLesson({ params: { id: lesson.id }, body: { title: 'Loops and more' } });
    await vi.waitFor(async () => expect((await staff.getPullRequest({ params }))?.unpushed).toBe(0), PATIENT);
    const updated = await staff.getPullRequest({ params });
    expect(updated?.reviews).toEqual([expect.objectContaining({ by: reviewer.user.name, verdict: 'request-changes', is_outdated: true })]);

    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    expect(await statusOf()).toBe('Approved');
    const merged = await owner.mergePullRequest({ params, body: { message: 'Well done.', anyway: EMPTY } });
    expect(merged).toMatchObject({ state: 'merged', status: 'Merged', merged_by: reviewer.user.name, lessons: [{ change: 'added' }] });
    expect(merged.commits).toHaveLength(2);
    expect(await statusOf()).toBe('Merged');
    expect(await content().text(['log', '-1', '--format=%an <%ae>%n%B', 'main'])).toBe(
      `${reviewer.user.name} <${reviewer.user.email}>\nMerge release Drafts – ${author.user.name}\n\nWell done.\n`,
    );
    await vi.waitFor(
      async () => expect(await lessonOfMain(901)).toMatchObject({ release_status: 'Published', title: 'Loops and more' }),
      PATIENT,
    );
    const published = await lessonOfMain(901);
    await expect(staff.saveLesson({ params: { id: published?.id ?? 0 }, body: { title: 'No' } })).rejects.toMatchObject({ status: 422 });
    expect((await staff.listLessons()).find(({ id }) => id === lesson.id)?.release_status).toBe('Unmodified');
    expect((await staff.listReleases()).find(({ id }) => id === lesson.release_id)?.pull_request?.status).toBe('Merged');

    // It starts again, with a new pull request.
    const nothing = { status: 422, message: expect.stringContaining('same as main') };
    await expect(staff.openPullRequest({ params, body: {} })).rejects.toMatchObject(nothing);
    await expect(staff.startReview({ params: { id: lesson.id }, body: {} })).rejects.toMatchObject({ status: 422 });
    const other = await draft(903, 'Two');
    await staff.startReview({ params: { id: other.id }, body: {} });
    const next = { number: merged.number + 1, state: 'open', lessons: [{ sequence: 903 }] };
    expect(await staff.getPullRequest({ params })).toMatchObject(next);
    // Lessons merged earlier keep their status until another review is requested.
    expect(await statusOf()).toBe('Merged');
  });

  it('clears the due date and the stage of what it publishes, so that the next work can be planned alike', async () => {
    const lesson = await draft(949, 'Planned');
    const params = { id: lesson.id };
    const plan = { due: '2027-01-31', stage: 'planned' } as const;
    await staff.saveLesson({ params, body: { ...plan, owner: author.user.email } });
    await pushed(lesson.id);
    await staff.startReview({ params, body: {} });
    await approveAndMerge(lesson.release_id);
    const finished = { owner: author.user.email, due: null, stage: null };
    expect(await staff.getLesson({ params })).toMatchObject({ ...finished, review_status: 'Merged' });
    await vi.waitFor(async () => expect(await lessonOfMain(949)).toMatchObject(finished), PATIENT);
    expect(
      await content()
        .text(['grep', '-lE', '^(due|stage):', 'main'])
        .catch(() => ''),
    ).not.toContain('949-');
    const message = `Clear the due date and stage: published with Drafts – ${author.user.name}`;
    expect(await content().text(['log', '--format=%s', 'main'])).toContain(message);
    await staff.saveLesson({ params, body: plan });
    expect((await staff.listLessons()).find(({ id }) => id === lesson.id)).toMatchObject(plan);
  });

  it('closes a release until staff reopen it', async () => {
    const release = await staff.createRelease({ body: { name: 'Autumn', version_major: 'autumn', create_new: true } });
    const { id } = await staff.createLesson({ body: { sequence: 907, title: 'Leaves', release_id: release.id } });
    await pushed(id);
    await staff.startReview({ params: { id }, body: {} });
    await approveAndMerge(release.id);
    expect(await staff.getRelease({ params: { id: release.id } })).toMatchObject({ is_closed: true });
    const save = () => staff.saveLesson({ params: { id }, body: { title: 'Falling leaves' } });
    await expect(save()).rejects.toMatchObject({ status: 422, message: expect.stringContaining('is closed') });

    await owner.reopenRelease({ params: { id: release.id } });
    await save();
    await pushed(id);
    await staff.startReview({ params: { id }, body: {} });
    expect(await staff.getPullRequest({ params: { id: release.id } })).toMatchObject({ state: 'open', lessons: [{ sequence: 907 }] });
  });

  it('is reverted by a review of the opposite change, which leaves what main changed elsewhere since', async () => {
    const first = await draft(951, 'Ducks');
    const params = { id: first.release_id };
    await staff.startReview({ params: { id: first.id }, body: {} });
    await approveAndMerge(first.release_id);
    await changeMain('NOTES.md', 'Kept.\n');

    const reverting = await staff.revertRelease({ params });
    expect(reverting).toMatchObject({ name: `Revert Drafts – ${author.user.name}`, pull_request: { status: 'In review' } });
    const pull = await owner.getPullRequest({ params: { id: reverting.id } });
    expect(pull).toMatchObject({ state: 'open', lessons: [{ folder: '951-ducks', change: 'deleted' }] });
    expect(pull?.commits.map(({ author: by }) => by)).toEqual([author.user.name]);
    await approveAndMerge(reverting.id);
    const main = await content().text(['ls-tree', '-r', '--name-only', 'main']);
    expect([main.includes('951-ducks'), main.includes('NOTES.md')]).toEqual([false, true]);
    // Main is imported by a job.
    await vi.waitFor(async () => expect(await lessonOfMain(951)).toBeUndefined(), PATIENT);

    // There and back: the review of the revert can be reverted, too.
    const again = await staff.revertRelease({ params: { id: reverting.id } });
    expect(await owner.getPullRequest({ params: { id: again.id } })).toMatchObject({ lessons: [{ sequence: 951, change: 'added' }] });
    expect((await staff.listLessons()).filter(({ release_id }) => release_id === again.id)).toMatchObject([
      { sequence: 951, title: 'Ducks' },
    ]);
    await expect(staff.revertRelease({ params })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('has nothing left'),
    });
  });

  it('is not reverted where main has changed the same since, or where nothing was merged', async () => {
    const lesson = await draft(952, 'Geese');
    const params = { id: lesson.release_id };
    await expect(staff.revertRelease({ params })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('has been merged'),
    });
    await staff.startReview({ params: { id: lesson.id }, body: {} });
    await approveAndMerge(lesson.release_id);
    const path = 'lessons/952-geese/lesson.yaml';
    await changeMain(path, `${await content().text(['show', `main:${path}`])}\nauthor: Eve\n`);
    const before = (await staff.listReleases()).length;
    await expect(staff.revertRelease({ params })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('in lessons/952-geese. Nothing was reverted.'),
    });
    expect(await staff.listReleases()).toHaveLength(before);
  });

  it('lets two merge at once without losing either', async () => {
    const mine = await draft(904, 'Mine');
    const theirs = await draft(905, 'Theirs', owner);
    await Promise.all([
      staff.startReview({ params: { id: mine.id }, body: {} }),
      owner.startReview({ params: { id: theirs.id }, body: {} }),
    ]);
    await Promise.all([approveAndMerge(mine.release_id, owner, staff), approveAndMerge(theirs.release_id, staff, owner)]);
    await vi.waitFor(async () => {
      expect(await lessonOfMain(904)).toBeDefined();
      expect(await lessonOfMain(905)).toBeDefined();
    }, PATIENT);
  });

  it('notes a merge that a crash kept from being noted', async () => {
    const lesson = await draft(906, 'Crash');
    await staff.startReview({ params: { id: lesson.id }, body: {} });
    const { git } = server.platform;
    const release = (await staff.listReleases()).find(({ id }) => id === lesson.release_id);
    const [main, head] = [await git.head('main'), await git.head(release?.version_major ?? '')];
    const merge = await git.merge({
      ours: main as string,
      theirs: head as string,
      message: 'Merge',
      author: { name: 'Ada', email: 'ada@x' },
    });
    if (merge.kind !== 'merged') throw new Error('It does not merge.');
    await git.push({ branch: 'main', sha: merge.sha, known: main });
    await recordFinishedMerges(server.platform);
    expect(await staff.getPullRequest({ params: { id: lesson.release_id } })).toMatchObject({ state: 'merged', merged_by: 'Ada' });
    await vi.waitFor(async () => expect(await lessonOfMain(906)).toBeDefined(), PATIENT);
  });
});

describe('what blocks a merge', () => {
  it('of opening: main, and a release that is the same as it', async () => {
    const releases = await staff.listReleases();
    const main = releases.find(({ is_main }) => is_main);
    await expect(staff.openPullRequest({ params: { id: main?.id ?? 0 }, body: {} })).rejects.toMatchObject({ status: 422 });
    await expect(staff.reviewPullRequest({ params: { id: main?.id ?? 0 }, body: { verdict: 'approve' } })).rejects.toMatchObject({
      status: 422,
    });
  });

  it('reports changes on both sides with their files', async () => {
    const lesson = await draft(911, 'Both');
    const params = { id: lesson.release_id };
    await staff.startReview({ params: { id: lesson.id }, body: {} });
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    await changeMain('lessons/911-both/lesson.yaml', 'title: Other\n');
    const pull = await staff.getPullRequest({ params });
    expect(pull).toMatchObject({ is_mergeable: false, conflicts: ['lessons/911-both/lesson.yaml'] });
    await expect(staff.mergePullRequest({ params, body: { anyway: EMPTY } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Update the release from main'),
    });
    expect(await staff.getPullRequest({ params })).toMatchObject({ state: 'open' });
  });

  it('of reviewing: no text where one is needed, nothing that is open', async () => {
    const lesson = await draft(912, 'Text');
    const params = { id: lesson.release_id };
    await expect(staff.reviewPullRequest({ params, body: { verdict: 'approve' } })).rejects.toMatchObject({ status: 404 });
    const { number } = await staff.openPullRequest({ params, body: { title: 'My title', body: 'Why' } });
    await expect(staff.reviewPullRequest({ params, body: { verdict: 'comment', text: ' ' } })).rejects.toMatchObject({ status: 422 });
    expect(await staff.closePullRequest({ params })).toMatchObject({ state: 'closed', status: 'Closed', title: 'My title', body: 'Why' });
    for (const call of [
      () => staff.closePullRequest({ params }),
      () => staff.mergePullRequest({ params, body: { anyway: EMPTY } }),
      () => staff.reviewPullRequest({ params, body: { verdict: 'approve' } }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 422, message: 'This pull request is already closed.' });
    }
    expect(await staff.openPullRequest({ params, body: {} })).toMatchObject({
      number,
      state: 'open',
      status: 'In review',
      title: 'My title',
    });
  });
});

describe('the diff', () => {
  it('shows lessons file by file, as lines and as they are read', async () => {
    const lesson = await draft(921, 'Diff');
    const params = { id: lesson.release_id };
    await staff.saveLesson({ params: { id: lesson.id }, body: { text_language: 'ar' } });
    const { screens } = await staff.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
    const screen = screens[0]?.id ?? 0;
    const saved = await staff.saveScreen({
      params: { lessonId: lesson.id, screenId: screen },
      body: { body_markdown: 'One.\n\nTwo.\n' },
    });
    expect(saved.body_html).toContain('<p dir="ltr">One.</p>');
    await pushed(lesson.id);
    await staff.startReview({ params: { id: lesson.id }, body: {} });
    await approveAndMerge(lesson.release_id);
    await staff.saveScreen({
      params: { lessonId: lesson.id, screenId: screen },
      body: { body_markdown: 'One.\n\n**Three** <script>alert(1)</script>\n' },
    });
    await pushed(lesson.id);
    await staff.openPullRequest({ params, body: {} });
    const { files: changed, is_cut } = await staff.getPullDiff({ params, query: { folder: '921-diff' } });
    expect(is_cut).toBe(false);
    const text = changed.find(({ path }) => path.endsWith('learn.md'));
    expect(text).toMatchObject({ change: 'changed', is_binary: false, from: null, text_language: 'ar' });
    expect(text?.hunks[0]?.lines.slice(0, 4)).toEqual([
      { kind: 'same', text: 'One.', before: 1, after: 1 },
      { kind: 'same', text: '', before: 2, after: 2 },
      { kind: 'removed', text: 'Two.', before: 3, after: null },
      { kind: 'added', text: '**Three** <script>alert(1)</script>', before: null, after: 3 },
    ]);
    expect(text?.rendered?.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added']);
    expect(text?.rendered?.[2]?.html).toMatch(/^<p dir="ltr"><strong>Three<\/strong>/);
    expect(text?.rendered?.[2]?.html).not.toContain('<script');
    expect(await staff.getPullDiff({ params, query: {} })).toMatchObject({ files: [], is_cut: false });
  });
});

describe('external authors', () => {
  it('send lessons of their own drafts, look at them, and do no more', async () => {
    const { client: external, user } = await server.newPerson('external');
    const own = await draft(931, 'Own', external);
    expect(await external.startReview({ params: { id: own.id }, body: {} })).toMatchObject({ status: 'In review' });
    const params = { id: own.release_id };
    expect(await external.getPullRequest({ params })).toMatchObject({ opened_by: user.name });
    expect((await external.getPullDiff({ params, query: { folder: '931-own' } })).files).not.toEqual([]);
    expect(await approveAndMerge(own.release_id, staff)).toMatchObject({ state: 'merged' });
  });

  it('know nothing of what is not theirs', async () => {
    const external = server.client('external');
    const lesson = await draft(932, 'Theirs');
    await staff.openPullRequest({ params: { id: lesson.release_id }, body: {} });
    for (const call of [
      () => external.getPullRequest({ params: { id: lesson.release_id } }),
      () => external.getPullDiff({ params: { id: lesson.release_id }, query: {} }),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 });
    }
    await expect(external.startReview({ params: { id: lesson.id }, body: {} })).rejects.toMatchObject({ status: 403 });
  });
});
