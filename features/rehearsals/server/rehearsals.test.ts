import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import type { Package } from '#features/lessons/contract/lessons.ts';
import { keepUpgrade } from '#features/packages/server/index.ts';
import { BuildFailure } from '#features/runners/server/index.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { makePackageIndex, type PackageIndex } from '#testing/package-index.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { startTestRunner, type TestRunner } from '../../../runner/testing/test-runner.ts';
import type { Rehearsal, RehearsalCandidate } from '../contract.ts';
import { finishRehearsalBuild, moveRehearsal, putPlan, putScreenReports, replaceRehearsal, type ScreenReport } from './queries.ts';
import { rehearseUpgrade } from './rehearse-upgrade.job.ts';

let index: PackageIndex;
let runner: TestRunner;
let server: TestServer;
let sequence = 700;
let older: Built;
let newest: Built;

/** Builds and runs take turns with those of other tests. A person may ask 240 times a minute. */
const PATIENT = { timeout: 300_000, interval: 500 };

beforeAll(async () => {
  index = makePackageIndex();
  runner = await startTestRunner({ env: { LESSONWRIGHT_RUNNER_PYPI: index.folder } });
  const { url, token } = runner;
  const env = { LESSONWRIGHT_LOCAL_RUNNER: '0', LESSONWRIGHT_RUNNERS: JSON.stringify([{ name: 'local', url, token }]) };
  server = await startTestServer({ env });
  older = await build('1.0.0');
  newest = await build(null);
});
afterAll(async () => {
  await server?.close();
  await runner?.close();
  index?.remove();
});

const client = () => server.client('staff');
const NEWEST: RehearsalCandidate = { newest: true, packages: [], interpreters: [] };

async function makeRelease(): Promise<number> {
  sequence += 1;
  // A person may only create a few a minute.
  const { client: person } = await server.newPerson();
  const { id } = await person.createRelease({
    body: { name: `Release ${sequence}`, version_major: `release-${sequence}`, create_new: true },
  });
  return id;
}

/** What a build of these packages installed. */
interface Built {
  readonly packages: Package[];
  readonly lock: string;
  readonly installed: readonly { readonly name: string; readonly version: string }[];
}

/** A lesson with these code screens, and with packages that were built for another one. */
async function makeLesson(release_id: number, built: Built | null, screens: readonly Partial<ScreenFields>[]) {
  const { id } = await client().createLesson({ body: { sequence: (sequence += 1), title: `Lesson ${sequence}`, release_id } });
  await client().saveLesson({ params: { id }, body: { legacy_check_enabled: true } });
  const ids: number[] = [];
  for (const [position, fields] of screens.entries()) {
    const { newScreenId } = await client().createScreen({ params: { id }, body: { sequence: position + 1 } });
    // Experimental screens don't run after a save, so that what runs is the rehearsal.
    const body = { type: 'code', is_experimental: true, ...fields } as const;
    await client().saveScreen({ params: { lessonId: id, screenId: newScreenId }, body });
    ids.push(newScreenId);
  }
  if (built) {
    const { language_version } = await client().getLesson({ params: { id } });
    const { platform, users } = server;
    await platform.db.transaction().execute((tx) => keepUpgrade(tx, platform, toActor(users.staff), id, { language_version, ...built }));
  }
  return { id, ids };
}

/** A build without a lesson. */
async function build(version: string | null): Promise<Built> {
  const { environment, installed } = await server.platform.runners.build(
    'local',
    { language: 'python', version: null, packages: [{ name: 'scales', version }] },
    { signal: new AbortController().signal, onLog: () => undefined },
  );
  return { packages: [{ name: 'scales', version, show_in_editor: false }], lock: environment.lock, installed };
}

async function buildOf(id: number) {
  return (await client().getBuild({ params: { id }, query: {} })).build;
}

async function lastOf(release: number): Promise<Rehearsal> {
  const { rehearsal } = await client().getRehearsal({ params: { id: release } });
  if (!rehearsal) throw new Error('There is no rehearsal.');
  return rehearsal;
}

async function rehearse(release: number, candidate: RehearsalCandidate): Promise<Rehearsal> {
  await client().startRehearsal({ params: { id: release }, body: candidate });
  return vi.waitFor(async () => {
    const found = await lastOf(release);
    expect(found).toMatchObject({ state: 'done', error: null });
    return found;
  }, PATIENT);
}

const USES = 'import scales\n';

describe('a rehearsal', () => {
  it('finds every break, in one group each, and upgrades the green lessons', async () => {
    const release = await makeRelease();
    const broken = await makeLesson(release, older, [
      { title: 'Checked', answer_code: `${USES}text = scales.label(7)\nprint(text)`, legacy_check_code: "assert text == '7 g'" },
    ]);
    const warned = await makeLesson(release, older, [{ title: 'Warned', answer_code: `${USES}x = scales.round_off(2.6)` }]);
    const green = await makeLesson(release, older, [
      {
        title: 'Varying anyway',
        answer_code: `${USES}import random, time\nprint(random.random(), time.time_ns())\nthings = {object()}`,
        check_val: 'random',
      },
    ]);
    const same = await makeLesson(release, newest, [{ title: 'Newest', answer_code: `${USES}print(scales.steady(4))` }]);
    const other = await makeLesson(release, null, [{ title: 'No packages', answer_code: 'print(1)' }]);

    expect(await client().getRehearsal({ params: { id: release } })).toMatchObject({
      packages: [{ language: 'python', name: 'scales', versions: ['1.0.0', '2.0.0'], lessons: 4 }],
      rehearsal: null,
    });
    const { lessons, groups, ...found } = await rehearse(release, NEWEST);
    expect(found).toMatchObject({ done: 4, total: 4, is_installing: false });
    const changes = ['scales 1.0.0 → 2.0.0'];
    expect(lessons.map((lesson) => [lesson.lesson_id, lesson.outcome, lesson.changes])).toEqual([
      [broken.id, 'broken', changes],
      [warned.id, 'minor', changes],
      [green.id, 'green', changes],
      [same.id, 'same', []],
    ]);
    expect(groups.map(({ kind, title, screens }) => [kind, title, screens.map(({ screen_title }) => screen_title)])).toEqual([
      ['fails', 'The output has “gram” instead of “g”.', ['Checked']],
      ['warning', 'FutureWarning: round_off is deprecated, use round instead', ['Warned']],
    ]);
    const { differences } = await client().getRehearsedScreen({ params: { id: found.id, screenId: broken.ids[0] ?? 0 } });
    expect(differences).toContainEqual({ what: 'output', name: '', today: '7 g', candidate: '7 gram' });
    expect(differences).toContainEqual(expect.objectContaining({ what: 'check', name: 'legacy', today: 'Passes' }));

    const body = { to: { name: 'Upgraded', version_major: 'upgraded' }, with_minor: false };
    const made = await client().releaseRehearsal({ params: { id: found.id }, body });
    expect(made).toMatchObject({ release_name: 'Upgraded', left: {} });
    const [copy] = made.lessons;
    expect(made.lessons).toHaveLength(1);
    const upgraded = await client().getLesson({ params: { id: copy?.lesson_id ?? 0 } });
    expect(upgraded).toMatchObject({ release_id: made.release_id, packages: [{ version: '2.0.0' }] });
    expect(await buildOf(upgraded.id)).toMatchObject({ state: 'built', installed: newest.installed });
    expect((await client().getLesson({ params: { id: green.id } })).packages).toMatchObject(older.packages);

    // In place, with the lesson that only has a new warning; the green one has changed meanwhile.
    await client().saveLesson({ params: { id: green.id }, body: { title: 'Another title' } });
    const again = await client().releaseRehearsal({ params: { id: found.id }, body: { to: { release_id: release }, with_minor: true } });
    expect(again.lessons).toEqual([{ lesson_id: warned.id, sequence: expect.any(Number) }]);
    expect(Object.values(again.left)).toEqual(['It has changed since the rehearsal.']);
    expect((await buildOf(warned.id)).installed).toEqual(newest.installed);
    expect((await client().getLesson({ params: { id: other.id } })).packages).toEqual([]);
  });

  it('reports packages that cannot be installed as one cause', async () => {
    const release = await makeRelease();
    const screens = [
      { title: 'One', answer_code: 'x = 1' },
      { title: 'Two', answer_code: 'x = 2' },
    ];
    await makeLesson(release, older, screens);
    vi.spyOn(server.platform.runners, 'build').mockRejectedValueOnce(new BuildFailure('There is no scales 9.9.\nSee the index.'));
    const { groups, lessons } = await rehearse(release, {
      ...NEWEST,
      newest: false,
      packages: [{ language: 'python', name: 'scales', version: '9.9' }],
    });
    expect(lessons.map(({ outcome }) => outcome)).toEqual(['broken']);
    expect(groups.map((group) => [group.kind, group.title, group.screens.length])).toEqual([['build', 'There is no scales 9.9.', 2]]);
  });

  it('is refused if nothing would change, and one at a time', async () => {
    const release = await makeRelease();
    const params = { id: release };
    await makeLesson(release, null, [{ answer_code: 'x = 1' }]);
    await expect(client().startRehearsal({ params, body: NEWEST })).rejects.toMatchObject({ status: 422, message: /No lesson/ });
    await expect(client().startRehearsal({ params, body: { ...NEWEST, newest: false } })).rejects.toMatchObject({ status: 422 });
    await expect(server.client('external').getRehearsal({ params })).rejects.toMatchObject({ status: 403 });
    await expect(client().getRehearsal({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
    await expect(client().stopRehearsal({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });

  it('is stopped, and goes on with what is left', async () => {
    const release = await makeRelease();
    const fast = await makeLesson(release, older, [{ answer_code: 'x = 1' }]);
    const slow = await makeLesson(release, older, [{ answer_code: 'import time\ntime.sleep(600)' }]);
    // They are installed already.
    const environment = { key: createHash('sha256').update(newest.lock).digest('hex'), lock: newest.lock };
    vi.spyOn(server.platform.runners, 'build').mockResolvedValueOnce({ environment, installed: newest.installed });
    const { id } = await client().startRehearsal({ params: { id: release }, body: NEWEST });
    await expect(client().startRehearsal({ params: { id: release }, body: NEWEST })).rejects.toMatchObject({ message: /under way/ });
    const running = async () => (await runner.health()).running;
    await vi.waitFor(async () => {
      expect((await lastOf(release)).done).toBe(1);
      expect(await running()).toBe(1);
    }, PATIENT);
    await client().stopRehearsal({ params: { id } });
    expect(await lastOf(release)).toMatchObject({ state: 'stopped', done: 1, total: 2 });
    await expect(client().stopRehearsal({ params: { id } })).rejects.toMatchObject({ status: 422 });
    const outcomes = async () => (await lastOf(release)).lessons.map(({ lesson_id, outcome }) => [lesson_id, outcome]);
    expect(await outcomes()).toEqual([
      [fast.id, 'green'],
      [slow.id, 'open'],
    ]);
    // It is stopped as well.
    await vi.waitFor(async () => expect(await running()).toBe(0), PATIENT);
    await client().saveScreen({ params: { lessonId: slow.id, screenId: slow.ids[0] ?? 0 }, body: { answer_code: 'x = 2' } });
    await client().continueRehearsal({ params: { id } });
    await vi.waitFor(async () => expect(await lastOf(release)).toMatchObject({ state: 'done', done: 2 }), PATIENT);
    expect(await outcomes()).toEqual([
      [fast.id, 'green'],
      [slow.id, 'green'],
    ]);
  });

  it('survives a server that is killed: what has run is not run again', async () => {
    const release = await makeRelease();
    const { id: lesson_id, ids: screens } = await makeLesson(release, older, [{ answer_code: 'x = 1' }, { answer_code: 'x = 2' }]);
    const { db } = server.platform;
    // As a server leaves it that was killed after the first screen.
    const hash = 'newest';
    const id = await db.transaction().execute(async (tx) => {
      const made = (await replaceRehearsal(tx, { release_id: release, user_id: server.users.staff.id, candidate: NEWEST })) ?? 0;
      await putPlan(tx, made, [{ lesson_id, environment_hash: hash, language_version: null, content_hash: '', request: null, screens }]);
      await finishRehearsalBuild(tx, made, hash, { state: 'built', lock: newest.lock, installed: newest.installed });
      const report: ScreenReport = { breaks: [{ kind: 'warning', key: 'kept', title: 'Kept.' }], differences: [] };
      await putScreenReports(tx, made, [{ screen_id: screens[0] ?? 0, report }]);
      await moveRehearsal(tx, made, ['waiting'], { state: 'running' });
      return made;
    });
    await rehearseUpgrade(server.platform, id, new AbortController().signal);
    expect(await lastOf(release)).toMatchObject({
      state: 'done',
      done: 2,
      groups: [{ title: 'Kept.', screens: [{ screen_id: screens[0] }] }],
    });
  });
});
