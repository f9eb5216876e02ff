import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api, type Api } from '#app/contract/api.ts';
import { updateUser } from '#features/accounts/server/user-queries.ts';
import { toActor } from '#features/accounts/server/users.ts';
import { trustFingerprint } from '#features/check-trust/server/examine-checks.ts';
import { putTrust } from '#features/check-trust/server/queries.ts';
import { findLesson } from '#features/lesson-store/server/index.ts';
import { lookAtReleaseQueue } from '#features/preflight/server/index.ts';
import { readFingerprints } from '#features/runs/server/verdict-fingerprint.ts';
import { findScreen } from '#features/screens/server/index.ts';
import { ensureTestRows, findGate, putGate, updateTestRow } from '#features/tests/server/queries.ts';
import { gateFingerprint, testFingerprint, testsOfScreen } from '#features/tests/server/tests-of-screen.ts';
import type { Client } from '#platform/contract/client.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { countGit } from '#testing/count-git.ts';
import { countQueries } from '#testing/count-queries.ts';
import { files } from '#testing/test-git.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { getPullRequest } from './get-pull.ts';

let server: TestServer;
let staff: Client<Api>;
let owner: Client<Api>;

beforeAll(async () => {
  server = await startTestServer();
  staff = server.client('staff');
  owner = server.client('owner');
});
afterAll(() => server.close());

const PATIENT = { timeout: 300_000, interval: 50 };

/** A lesson with one screen in its own release, under review by its author. */
async function reviewed(sequence: number, author: 'staff' | 'owner' = 'staff') {
  const release = await staff.createRelease({ body: { name: `R${sequence}`, version_major: `r${sequence}`, create_new: true } });
  const built = { sequence, release_id: release.id, screens: [{ title: 'Gate' }] };
  const lesson = await buildLesson(server.platform, toActor(server.users[author]), built);
  await pushed(lesson.id);
  const params = { id: release.id };
  await server.client(author).openPullRequest({ params, body: {} });
  return { params, lesson, screenId: lesson.screens[0] ?? 0 };
}

/** Waits until what was saved in a lesson is on its branch. */
async function pushed(id: number): Promise<void> {
  const look = async () => (await staff.getLesson({ params: { id } })).commit_status?.state;
  await vi.waitFor(async () => expect(await look()).toBe('pushed'), PATIENT);
}

/** Puts a file at the root of main, as a manual merge would. */
async function putOnMain(name: string, text: string, attempts = 5): Promise<void> {
  const { git } = server.platform;
  await git.fetchMain();
  const main = (await git.head('main')) as string;
  const branch = `settings-${randomUUID()}`;
  await git.createBranch(branch, main);
  const author = { name: 'Eve', email: 'eve@example.org' };
  const change = { branch, expectedHead: main, author, message: 'Settings', date: new Date(), deletes: [] };
  const sha = await git.commit({ ...change, writes: files({ [name]: text }) });
  const pushed = await git.push({ branch: 'main', sha, known: main });
  // An earlier merge may reach main only now.
  if (pushed.kind !== 'pushed' && attempts > 1) return putOnMain(name, text, attempts - 1);
  expect(pushed).toMatchObject({ kind: 'pushed' });
  await git.fetchMain();
}

const merging = (params: { id: number }, by = staff) => by.mergePullRequest({ params, body: {} });
const needsApproval = { status: 422, message: 'Merging needs 1 approval by someone who neither opened this nor changed anything in it.' };

describe('an open mandatory comment', () => {
  it('keeps a release from being merged until its author settles it, and the refusal says who that is', async () => {
    expect(await staff.getMergeRules()).toEqual({ approvals: 1, is_set: false, problem: null });
    const { params, lesson, screenId } = await reviewed(941);
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    const comment = { comment: 'Mention spring.', tags: [], mandatory: true };
    const { id } = await owner.createComment({ params: { id: screenId }, body: comment });
    await owner.createComment({ params: { id: screenId }, body: { ...comment, mandatory: false } });
    await expect(merging(params)).rejects.toMatchObject({
      status: 422,
      message: 'Lesson 941, screen 1: a mandatory comment by Test owner is open. Test owner can approve or archive it.',
    });
    expect((await staff.getPullRequest({ params }))?.gate).toEqual({
      approvals_needed: 1,
      approvals_given: 1,
      approvals_outdated: 0,
      approvals_unknown: 0,
      approvers: 1,
      failing_tests: [],
      tests: { total: 0, not_run: 0, is_required: false },
      preflight: { errors: 1, deploy_errors: 0, unchecked: 0, is_required: false },
      broken_curricula: [],
      number_clashes: [],
      open_comments: [
        {
          id,
          lesson_id: lesson.id,
          lesson_sequence: 941,
          screen_id: screenId,
          screen_sequence: 1,
          by: 'Test owner',
          has_left: false,
        },
      ],
    });
    await staff.completeComment({ params: { id } });
    await expect(merging(params)).rejects.toMatchObject({ status: 422 });
    await owner.approveComment({ params: { id } });
    expect(await merging(params)).toMatchObject({ state: 'merged', gate: null });
  });
});

describe('a failing test', () => {
  /** As a run of the test in this state of the screen would have ended. */
  async function runEnded(lessonId: number, screenId: number, test_passes: boolean): Promise<void> {
    const { db } = server.platform;
    const screen = await findScreen(db, screenId);
    const lesson = await findLesson(db, lessonId);
    const [test] = screen ? testsOfScreen(screen) : [];
    if (!screen || !lesson || !test) throw new Error('There is no test.');
    const [row] = await ensureTestRows(db, [{ screen_id: screenId, slug: test.slug }]);
    const result = { timestamp: new Date().toISOString(), test_passes, message: '', run_pass: null, run_results: [] };
    const fingerprint = testFingerprint(await readFingerprints(db, lesson), screen, test);
    await updateTestRow(db, row?.id ?? 0, { status: 'Done', result, fingerprint });
  }

  it('keeps a release from being merged until it passes, or the screen is another', async () => {
    const { params, lesson, screenId } = await reviewed(945);
    await putOnMain('.lessonwright.yaml', 'approvals: 0\n');
    const code = { type: 'code', answer_code: 'x = 1', is_experimental: true } as const;
    const save = (answer_code: string) => staff.saveScreen({ params: { lessonId: lesson.id, screenId }, body: { ...code, answer_code } });
    const failing = async () => (await staff.getPullRequest({ params }))?.gate?.failing_tests.length;
    const tests = async () => (await staff.getPullRequest({ params }))?.gate?.tests;
    await save('x = 1');
    expect(await tests()).toEqual({ total: 1, not_run: 1, is_required: false });
    await runEnded(lesson.id, screenId, false);
    await expect(merging(params)).rejects.toMatchObject({
      status: 422,
      message: 'Lesson 945, screen 1: the answer fails its own checks. Fix the screen or the test and run it again.',
    });
    await runEnded(lesson.id, screenId, true);
    expect([await failing(), await tests()]).toEqual([0, { total: 1, not_run: 0, is_required: false }]);
    await runEnded(lesson.id, screenId, false);
    expect(await failing()).toBe(1);
    // The result is that of an older state.
    await save('x = 2');
    expect([await failing(), await tests()]).toEqual([0, { total: 1, not_run: 1, is_required: false }]);
    expect(await merging(params)).toMatchObject({ state: 'merged' });
    // It is published, and isn't part of the next merge.
    await runEnded(lesson.id, screenId, false);
    await staff.reopenRelease({ params });
    const other = await staff.createLesson({ body: { sequence: 946, title: 'Other', release_id: params.id } });
    await pushed(other.id);
    await staff.openPullRequest({ params, body: {} });
    expect(await failing()).toBe(0);
    await putOnMain('.lessonwright.yaml', 'approvals: 1\n');
  });

  it('is also an answer that failed its checks when it was saved', async () => {
    const { db } = server.platform;
    const { params, lesson, screenId } = await reviewed(947);
    const code = { type: 'code', answer_code: 'x = 1', is_experimental: true } as const;
    await staff.saveScreen({ params: { lessonId: lesson.id, screenId }, body: code });
    const [screen, stored] = [await findScreen(db, screenId), await findLesson(db, lesson.id)];
    if (!screen || !stored) throw new Error('There is no screen.');
    // The check after the save would replace what follows.
    await vi.waitFor(async () => expect(await findGate(db, screenId)).toMatchObject({ revision: screen.revision }), PATIENT);
    const fingerprint = gateFingerprint(await readFingerprints(db, stored), screen);
    const found = { initial_fails: null, warnings: [], revision: screen.revision, fingerprint, answer_ms: null, has_unsettled_rows: false };
    await putGate(db, screenId, { ...found, answer_passes: false });
    expect((await staff.getPullRequest({ params }))?.gate?.failing_tests).toMatchObject([{ lesson_sequence: 947, description: '' }]);
    await putGate(db, screenId, { ...found, answer_passes: true });
    expect((await staff.getPullRequest({ params }))?.gate?.failing_tests).toEqual([]);
  });
});

describe('preflight', () => {
  it('runs by itself when a review opens, and what prevents a deploy needs a reason, which is in the audit trail', async () => {
    const asked = vi.spyOn(server.platform.jobs, 'send');
    const { params, lesson, screenId } = await reviewed(953);
    const looks = asked.mock.calls.filter(([, queue]) => queue.name === lookAtReleaseQueue.name).map(([, , payload]) => payload);
    expect(looks).toEqual([{ release_id: params.id }]);
    asked.mockRestore();
    const body = { type: 'code', answer_code: 'print(1)', check_output: true } as const;
    await staff.saveScreen({ params: { lessonId: lesson.id, screenId }, body });
    await pushed(lesson.id);
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    expect((await staff.getPullRequest({ params }))?.gate).toMatchObject({
      failing_tests: [],
      preflight: { deploy_errors: 1, unchecked: 0, is_required: false },
    });
    await expect(merging(params)).rejects.toMatchObject({
      status: 422,
      message: '1 problem prevents lessons of this release from being deployed. Fix or accept it, or merge anyway and give a reason.',
    });
    await expect(staff.mergePullRequest({ params, body: { anyway: ' ' } })).rejects.toMatchObject({ status: 400 });
    const anyway = 'The output is recorded next week.';
    expect(await staff.mergePullRequest({ params, body: { anyway } })).toMatchObject({ state: 'merged' });
    const { details } = await server.platform.db
      .selectFrom('audit_entries')
      .select('details')
      .where('action', '=', 'pull-request.merge')
      .where('subject', '=', `release:${params.id}`)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ anyway });
  });
});

describe('a required preflight', () => {
  it('keeps a release from being merged until its changed lessons have no errors', async () => {
    const { params, lesson, screenId } = await reviewed(948);
    const save = (body_markdown: string) => staff.saveScreen({ params: { lessonId: lesson.id, screenId }, body: { body_markdown } });
    await save('![A cat](../../images/cat.png)');
    const gate = async () => (await staff.getPullRequest({ params }))?.gate?.preflight;
    const found = { errors: 1, deploy_errors: 1, unchecked: 0 };
    expect(await gate()).toEqual({ ...found, is_required: false });
    expect(await staff.updateRelease({ params, body: { preflight_required: true } })).toMatchObject({ preflight_required: true });
    expect(await gate()).toEqual({ ...found, is_required: true });
    await pushed(lesson.id);
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    await expect(staff.mergePullRequest({ params, body: { anyway: 'No time.' } })).rejects.toMatchObject({ status: 422 });
    await expect(merging(params)).rejects.toMatchObject({
      status: 422,
      message: 'Preflight must pass before the merge, but it found 1 error. Fix or accept each of them.',
    });
    const [finding] = (await staff.getLessonPreflight({ params: { id: lesson.id } })).findings;
    const body = { fingerprint: finding?.fingerprint ?? '', reason: 'It comes with the next release.' };
    await staff.acceptFinding({ params: { id: lesson.id }, body });
    expect(await gate()).toEqual({ errors: 0, deploy_errors: 0, unchecked: 0, is_required: true });
    // The same as a rule of the installation, which the release can't lower.
    await owner.changeRules({ body: { preflight_required: true, tests_required: true } });
    await staff.updateRelease({ params, body: { preflight_required: false } });
    expect((await staff.getPullRequest({ params }))?.gate).toMatchObject({
      preflight: { is_required: true },
      tests: { is_required: true },
    });
    await owner.changeRules({ body: { preflight_required: false, tests_required: false } });
    await pushed(lesson.id);
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    expect(await merging(params)).toMatchObject({ state: 'merged' });
  });

  it('is a setting of staff, and not of main', async () => {
    const { id } = await staff.createRelease({ body: { name: 'R949', version_major: 'r949', create_new: true } });
    const params = { id };
    const body = { preflight_required: true };
    await expect(server.client('external').updateRelease({ params, body })).rejects.toMatchObject({ status: 403 });
    const main = (await staff.listReleases()).find(({ is_main }) => is_main);
    await expect(staff.updateRelease({ params: { id: main?.id ?? 0 }, body })).rejects.toMatchObject({ status: 422 });
    await staff.updateRelease({ params, body });
    expect(await staff.updateRelease({ params, body: { preflight_required: false } })).toMatchObject({ preflight_required: false });
  });
});

describe('the pages of a release under review', () => {
  /** The answer fails, and an examination of its check found something. */
  async function failing(lessonId: number, screenId: number): Promise<void> {
    const { db } = server.platform;
    const [screen, lesson] = [await findScreen(db, screenId), await findLesson(db, lessonId)];
    if (!screen || !lesson) throw new Error('There is no screen.');
    const fingerprints = await readFingerprints(db, lesson);
    const [answer_ms, fingerprint] = [100, gateFingerprint(fingerprints, screen)];
    const gate = { initial_fails: false, warnings: [], revision: screen.revision, answer_ms, has_unsettled_rows: false };
    await putGate(db, screenId, { ...gate, answer_passes: false, fingerprint });
    const none = { right: 0, all: 1 };
    const findings = [{ kind: 'flaky', text: 'It passes at times.', code: 'x = 1', line: null, cause: null } as const];
    const report = { level: 'broken', mistakes: none, rewrites: none, repeats: none, not_tried: [], findings } as const;
    await putTrust(db, screenId, trustFingerprint(screen, fingerprints), { ...report, not_tried: [], findings });
  }

  it('take as many queries for 9 changed lessons as for 2', async () => {
    const { params, lesson } = await reviewed(970);
    const screens = [{ title: 'Gate', type: 'code', answer_code: 'x = 1', check_val: 'x' }] as const;
    const actor = toActor(server.users.staff);
    const addLessons = async (from: number, to: number) => {
      for (let sequence = from; sequence <= to; sequence++) {
        const built = await buildLesson(server.platform, actor, { sequence, release_id: params.id, screens });
        await failing(built.id, built.screens[0] ?? 0);
        if (sequence === to) await pushed(built.id);
      }
    };
    // Those of one lesson, and downloads, aside.
    const others = ['getPullDiff', 'showPullImage', 'exportRelease'];
    const paths = Object.entries(api)
      .filter(([name, { method, path }]) => method === 'GET' && path.startsWith('/api/release/{id}') && !others.includes(name))
      .map(([, { path }]) => path.replace('{id}', String(params.id)));
    const read = async (url: string) => {
      const reply = await server.inject({ url, headers: server.headers('staff') });
      expect(`${url} ${reply.statusCode}`).toBe(`${url} 200`);
    };
    const count = async () => {
      // Preflight looks at lessons that changed when they are first asked for.
      await staff.getReleasePreflight({ params });
      const counts: Record<string, number> = {};
      for (const path of paths) counts[path] = await countQueries(() => read(path));
      return counts;
    };
    await pushed(lesson.id);
    await addLessons(971, 971);
    const few = await count();
    await addLessons(972, 978);
    expect((await staff.getPullRequest({ params }))?.gate?.failing_tests).toHaveLength(8);
    const many = await count();
    // One more may be due by the time, such as when a session was last used; one for each lesson would be 7.
    expect(Object.keys(many).filter((path) => (many[path] ?? 0) > (few[path] ?? 0) + 5)).toEqual([]);
  });
});

it('refuses a lesson whose number another one on main has by now', async () => {
  const first = await reviewed(971);
  const release = await staff.createRelease({ body: { name: 'R971b', version_major: 'r971b', create_new: true } });
  const params = { id: release.id };
  const second = await staff.createLesson({ body: { sequence: 971, title: 'Another one', release_id: release.id } });
  await pushed(second.id);
  await staff.openPullRequest({ params, body: {} });
  for (const { id } of [first.params, params]) await owner.reviewPullRequest({ params: { id }, body: { verdict: 'approve' } });
  const merge = (id: number) => staff.mergePullRequest({ params: { id }, body: { anyway: 'Both at once.' } });
  await merge(first.params.id);
  const clash = expect.stringContaining('Lesson 971 “Another one”: main has another one with this number');
  await expect(merge(release.id)).rejects.toMatchObject({ status: 422, message: clash });
  expect((await staff.getPullRequest({ params }))?.gate?.number_clashes).toEqual([clash]);
});

it('reads git once for the same commits, and sees a new commit on main at once', async () => {
  const { params } = await reviewed(968);
  const ask = async () => (await getPullRequest(server.platform, toActor(server.users.staff), params.id))?.gate?.number_clashes;
  expect(await ask()).toEqual([]);
  // Where main and the branch are is always asked.
  expect(await countGit(ask)).toEqual({ commands: 0, objects: 0, refs: 3 });
  await putOnMain('lessons/968-sums/lesson.yaml', 'title: Sums\n');
  expect(await ask()).toEqual([expect.stringContaining('main has another one with this number, “968-sums”')]);
  expect(await countGit(ask)).toEqual({ commands: 0, objects: 0, refs: 3 });
});

it('needs a reason for a course that would have a hole, and shows the course by the names of its lessons', async () => {
  const { params, lesson } = await reviewed(969);
  const { id } = await staff.createCourse({ body: { sequence: 969, name: 'Counting', release_id: params.id } });
  await staff.addCourseLesson({ params: { id, lessonId: lesson.id }, body: {} });
  // Its only lesson leaves the release.
  const other = await staff.createRelease({ body: { name: 'Elsewhere', version_major: 'elsewhere-969', create_new: true } });
  await staff.updateRelease({ params: { id: other.id }, body: { lessons_list: [969], from_release: params.id, move: true } });
  await vi.waitFor(async () => expect((await staff.getPullRequest({ params }))?.unpushed).toBe(0), PATIENT);
  const hole = 'Course Counting: Lesson 969 is neither in this release nor on main.';
  const pull = await staff.getPullRequest({ params });
  expect(pull).toMatchObject({
    curricula: [{ kind: 'course', title: 'Counting', change: 'added' }],
    gate: { broken_curricula: [expect.stringContaining(hole)] },
  });
  const place = `courses/${pull?.curricula[0]?.folder}`;
  const { curriculum, files } = await staff.getPullDiff({ params, query: { curriculum: place } });
  expect(curriculum?.lists).toEqual([{ step: null, change: 'same', fields: [], items: [{ number: 969, title: null, change: 'added' }] }]);
  expect(files.map(({ path }) => path)).toEqual([`${place}/course.yaml`]);
  expect((await staff.getPullDiff({ params, query: {} })).files).toEqual([]);
  await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
  await expect(merging(params)).rejects.toMatchObject({ status: 422, message: expect.stringContaining(hole) });
  expect(await staff.mergePullRequest({ params, body: { anyway: 'The lesson follows.' } })).toMatchObject({ state: 'merged' });
});

describe('approvals', () => {
  it('come from someone other than the author', async () => {
    const { params } = await reviewed(942);
    // Who has the role of an author comments, and decides nothing.
    const { client: author } = await server.newPerson('author');
    expect(await author.reviewPullRequest({ params, body: { verdict: 'comment', text: 'Nice.' } })).toMatchObject({ state: 'open' });
    for (const verdict of ['approve', 'request-changes'] as const)
      await expect(author.reviewPullRequest({ params, body: { verdict, text: 'No.' } })).rejects.toMatchObject({ status: 403 });
    await expect(merging(params, author)).rejects.toMatchObject({ status: 403 });
    expect(await staff.getPullRequest({ params })).toMatchObject({ is_own: true, gate: { approvals_needed: 1, approvals_given: 0 } });
    await expect(merging(params)).rejects.toMatchObject(needsApproval);
    await staff.reviewPullRequest({ params, body: { verdict: 'approve' } });
    await expect(merging(params)).rejects.toMatchObject(needsApproval);
    expect(await owner.reviewPullRequest({ params, body: { verdict: 'approve' } })).toMatchObject({
      is_own: false,
      gate: { approvals_given: 1 },
    });
    expect(await merging(params)).toMatchObject({ state: 'merged' });
  });

  it('are of a state: a change ends them, and one press gives them again', async () => {
    const { params, lesson, screenId } = await reviewed(950);
    const approve = (commit?: string) => owner.reviewPullRequest({ params, body: { verdict: 'approve', commit } });
    expect(await approve()).toMatchObject({ status: 'Approved', gate: { approvals_given: 1 } });
    // Main moves on, and is merged into the release.
    await putOnMain('courses/other/course.yaml', `title: Other\nnumber: ${lesson.sequence}\n`);
    await staff.updateFromMain({ params, body: {} });
    expect(await staff.getPullRequest({ params })).toMatchObject({ status: 'Approved', gate: { approvals_given: 1 } });
    for (const body_markdown of ['Other words.', 'Words that nobody approved.']) {
      await staff.saveScreen({ params: { lessonId: lesson.id, screenId }, body: { body_markdown } });
      // Otherwise both may be one commit.
      await pushed(lesson.id);
    }
    const outdated = { by: 'Test owner', approval: 'outdated', changes_since: 2, is_own: false };
    const changed = await staff.getPullRequest({ params });
    // The lists say so as well.
    const listed = async () => [
      (await staff.getRelease({ params })).pull_request?.status,
      (await staff.getLesson({ params: { id: lesson.id } })).review_status,
    ];
    expect(await listed()).toEqual(['In review', 'In review']);
    expect(changed).toMatchObject({ status: 'In review', reviews: [outdated], gate: { approvals_given: 0, approvals_outdated: 1 } });
    const message = `${needsApproval.message} 1 approval was given before the latest changes.`;
    await expect(merging(params)).rejects.toMatchObject({ status: 422, message });
    // Approves the version that the reviewer saw, not the current one.
    expect(await approve(changed?.reviews[0]?.commit ?? '')).toMatchObject({ gate: { approvals_given: 0 } });
    await expect(approve('a'.repeat(40))).rejects.toMatchObject({ status: 422 });
    expect(await approve(changed?.commits[0]?.sha)).toMatchObject({ status: 'Approved', gate: { approvals_given: 1 } });
    expect(await merging(params)).toMatchObject({ state: 'merged' });
  });

  it('never come from those who changed something in it, wrote a lesson before it was moved here, or have left', async () => {
    const { params, lesson, screenId } = await reviewed(951);
    const [writer, leaver] = [await server.newPerson(), await server.newPerson()];
    await writer.client.saveScreen({ params: { lessonId: lesson.id, screenId }, body: { title: 'Theirs' } });
    await pushed(lesson.id);
    const body = { verdict: 'approve' } as const;
    await leaver.client.reviewPullRequest({ params, body });
    expect(await writer.client.reviewPullRequest({ params, body })).toMatchObject({
      reviews: [{ approval: 'counts' }, { approval: 'writer', is_own: true }],
      gate: { approvals_given: 1, approvers: 2 },
    });
    await owner.revokeStaff({ params: { id: leaver.user.id } });
    expect(await staff.getPullRequest({ params })).toMatchObject({
      reviews: [{ approval: 'no-access' }, { approval: 'writer' }],
      gate: { approvals_given: 0, approvers: 1 },
    });
    await expect(merging(params)).rejects.toMatchObject(needsApproval);
    await owner.revokeStaff({ params: { id: writer.user.id } });
    // Also under another address than then.
    const mover = await server.newPerson();
    const moved = await mover.client.createLesson({ body: { sequence: 959, title: 'Theirs' } });
    await staff.updateRelease({ params, body: { lessons_list: [959], from_release: moved.release_id, move: true } });
    await pushed(moved.id);
    await updateUser(server.platform.db, mover.user.id, { email: `new-${mover.user.email}` });
    const { reviews } = await mover.client.reviewPullRequest({ params, body });
    expect(reviews.at(-1)).toMatchObject({ approval: 'writer', is_own: true });
    await owner.revokeStaff({ params: { id: mover.user.id } });
  });

  it('are for what is merged: nothing is merged if someone objects or the branch moves meanwhile', async () => {
    const { params, lesson } = await reviewed(952);
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    const { git } = server.platform;
    const listed = vi.spyOn(git.history, 'listWriters');
    const found = { emails: new Set<string>(), commits: [], changeIds: [] };
    listed.mockImplementationOnce(async () => {
      await staff.reviewPullRequest({ params, body: { verdict: 'request-changes', text: 'Wait.' } });
      return found;
    });
    await expect(merging(params)).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/^Changes were requested/) });
    await staff.reviewPullRequest({ params, body: { verdict: 'approve' } });
    const { branch_name: branch } = await server.platform.db
      .selectFrom('releases')
      .select('branch_name')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    listed.mockImplementationOnce(async () => {
      const known = (await git.head(branch)) as string;
      const author = { name: 'Eve', email: 'eve@example.org' };
      const writes = files({ 'lessons/eve/x.md': 'Eve was here.' });
      const sha = await git.commit({ branch, expectedHead: known, author, message: 'Late', date: new Date(), deletes: [], writes });
      expect(await git.push({ branch, sha, known })).toMatchObject({ kind: 'pushed' });
      return found;
    });
    await expect(merging(params)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('nothing was merged') });
    listed.mockRestore();
    expect(await staff.getPullRequest({ params })).toMatchObject({ state: 'open' });
    expect((await staff.getLesson({ params: { id: lesson.id } })).is_main).toBe(false);
  });

  it('are enough when the only one who asked for changes has left', async () => {
    const { params, lesson } = await reviewed(957);
    const leaver = await server.newPerson();
    await leaver.client.reviewPullRequest({ params, body: { verdict: 'request-changes', text: 'Shorter.' } });
    expect(await owner.reviewPullRequest({ params, body: { verdict: 'approve' } })).toMatchObject({ status: 'Changes requested' });
    await expect(merging(params)).rejects.toMatchObject({ message: expect.stringMatching(/^Changes were requested/) });
    await owner.revokeStaff({ params: { id: leaver.user.id } });
    expect(await staff.getPullRequest({ params })).toMatchObject({
      status: 'Approved',
      reviews: [{ verdict: 'request-changes', has_left: true }, { has_left: false }],
    });
    const listed = async () => [
      (await staff.getRelease({ params })).pull_request?.status,
      (await staff.getLesson({ params: { id: lesson.id } })).review_status,
    ];
    await expect.poll(listed, PATIENT).toEqual(['Approved', 'Approved']);
    expect(await merging(params)).toMatchObject({ state: 'merged' });
  });

  it('are as many as main says, not as the branch says', async () => {
    expect(await staff.getMergeRules()).toMatchObject({ approvals: 1, problem: null });
    await putOnMain('.lessonwright.yaml', 'approvals: 0\n');
    const { params } = await reviewed(943);
    await putOnMain('.lessonwright.yaml', 'approvals: 3\n');
    // The branch still has a file that requires none; among staff, one person can approve.
    await expect(merging(params)).rejects.toMatchObject(needsApproval);
    await owner.changeRules({ body: { approvals: 2 } });
    expect(await staff.getMergeRules()).toMatchObject({ approvals: 3, is_set: true });
    await owner.changeRules({ body: { approvals: null } });
    await putOnMain('.lessonwright.yaml', 'approvals: 0\n');
    expect(await merging(params)).toMatchObject({ state: 'merged' });
  });

  it('are not needed while one person is the whole staff', async () => {
    await putOnMain('.lessonwright.yaml', 'approvals: 1\n');
    const { params, screenId } = await reviewed(944, 'owner');
    await expect(merging(params, owner)).rejects.toMatchObject(needsApproval);
    const { id } = await staff.createComment({ params: { id: screenId }, body: { comment: 'Why?', tags: [], mandatory: true } });
    await owner.revokeStaff({ params: { id: server.users.staff.id } });
    await expect(merging(params, owner)).rejects.toMatchObject({
      message: 'Lesson 944, screen 1: a mandatory comment by Test staff, who has left, is open. Anyone on staff can approve or archive it.',
    });
    await server.platform.db.updateTable('comments').set({ archived_at: new Date() }).where('id', '=', id).execute();
    expect(await merging(params, owner)).toMatchObject({ state: 'merged' });
  });
});
