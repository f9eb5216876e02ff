import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Package } from '#contract/lessons.ts';
import type { Rehearsal, RehearsalCandidate } from '#contract/rehearsals.ts';
import type { ScreenFields } from '#contract/screens.ts';
import { makePackageIndex, type PackageIndex } from '#testing/package-index.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { startTestRunner, type TestRunner } from '../../../runner/testing/test-runner.ts';
import { rehearseUpgrade } from './rehearse-upgrade.job.ts';

let index: PackageIndex;
let runner: TestRunner;
let server: TestServer;
let sequence = 700;

/** Builds and runs take turns with those of other tests. */
const PATIENT = { timeout: 110_000, interval: 100 };

beforeAll(async () => {
  index = makePackageIndex();
  runner = await startTestRunner({ env: { LESSONWRIGHT_RUNNER_PYPI: index.folder } });
  const { url, token } = runner;
  const env = { LESSONWRIGHT_LOCAL_RUNNER: '0', LESSONWRIGHT_RUNNERS: JSON.stringify([{ name: 'local', url, token }]) };
  server = await startTestServer({ env });
});
afterAll(async () => {
  await server?.close();
  await runner?.close();
  index?.remove();
});

const client = () => server.client('staff');
const NEWEST: RehearsalCandidate = { newest: true, packages: [], interpreters: [] };
const pack = (name: string, version: string | null): Package => ({ name, version, show_in_editor: false });

async function makeRelease(): Promise<number> {
  sequence += 1;
  const { id } = await client().createRelease({
    body: { name: `Release ${sequence}`, version_major: `release-${sequence}`, create_new: true },
  });
  return id;
}

/** A lesson with these code screens, whose packages are built. */
async function makeLesson(release_id: number, packages: readonly Package[], screens: readonly Partial<ScreenFields>[]) {
  const { id } = await client().createLesson({ body: { sequence: (sequence += 1), title: `Lesson ${sequence}`, release_id } });
  await client().saveLesson({ params: { id }, body: { legacy_check_enabled: true } });
  const ids: number[] = [];
  for (const [position, fields] of screens.entries()) {
    const { newScreenId } = await client().createScreen({ params: { id }, body: { sequence: position + 1 } });
    await client().saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { type: 'code', ...fields } });
    ids.push(newScreenId);
  }
  if (packages.length > 0) {
    const body = { packages: [...packages], legacy_check_enabled: true, custom_check_enabled: false };
    await client().buildPackages({ params: { id }, body });
    await vi.waitUntil(async () => (await buildOf(id)).state === 'built', PATIENT);
  }
  return { id, ids };
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
const SCALES = [pack('scales', '1.0.0')];

describe('a rehearsal', () => {
  it('finds every break, in one group each, and upgrades the green lessons', async () => {
    const release = await makeRelease();
    const broken = await makeLesson(release, SCALES, [
      { title: 'Gone', answer_code: `${USES}print(scales.weigh(3))` },
      { title: 'Gone as well', answer_code: `from scales import weigh\nx = 1` },
      { title: 'Gone, too', answer_code: `${USES}y = scales.weigh(5)` },
      { title: 'Printed', answer_code: `${USES}print(scales.label(3))`, check_val: 'print' },
      { title: 'Checked', answer_code: `${USES}text = scales.label(7)\nprint(text)`, legacy_check_code: "assert text == '7 g'" },
      { title: 'Varying', answer_code: `${USES}import time\nprint(time.time_ns())\nnow = time.time_ns()` },
      { title: 'Fine', answer_code: `${USES}print(scales.steady(3))` },
    ]);
    const warned = await makeLesson(release, SCALES, [{ title: 'Warned', answer_code: `${USES}x = scales.round_off(2.6)` }]);
    const green = await makeLesson(release, SCALES, [{ title: 'Green', answer_code: `${USES}print(scales.steady(4))` }]);
    const other = await makeLesson(release, [], [{ title: 'No packages', answer_code: 'print(1)' }]);

    expect(await client().getRehearsal({ params: { id: release } })).toMatchObject({
      packages: [{ language: 'python', name: 'scales', versions: ['1.0.0'], lessons: 3 }],
      rehearsal: null,
    });
    const { lessons, groups, ...found } = await rehearse(release, {
      ...NEWEST,
      newest: false,
      packages: [{ language: 'python', name: 'scales', version: '2.0.0' }],
    });
    expect(found).toMatchObject({ done: 9, total: 9, is_installing: false });
    expect(lessons.map(({ lesson_id, outcome, changes }) => [lesson_id, outcome, changes])).toEqual([
      [broken.id, 'broken', ['scales 1.0.0 → 2.0.0']],
      [warned.id, 'minor', ['scales 1.0.0 → 2.0.0']],
      [green.id, 'green', ['scales 1.0.0 → 2.0.0']],
    ]);
    expect(groups.map(({ kind, title, screens }) => [kind, title, screens.map(({ screen_title }) => screen_title)])).toEqual([
      ['error', "AttributeError: module 'scales' has no attribute 'weigh'", ['Gone', 'Gone, too']],
      ['error', expect.stringMatching(/^ImportError: cannot import name 'weigh'/), ['Gone as well']],
      ['fails', 'The output has “gram” instead of “g”.', ['Printed', 'Checked']],
      ['warning', 'FutureWarning: round_off is deprecated, use round instead', ['Warned']],
    ]);
    const { differences } = await client().getRehearsedScreen({ params: { id: found.id, screenId: broken.ids[4] ?? 0 } });
    expect(differences).toContainEqual({ what: 'output', name: '', today: '7 g', candidate: '7 gram' });
    expect(differences).toContainEqual(expect.objectContaining({ what: 'check', name: 'legacy', today: 'Passes' }));

    const body = { to: { name: 'Upgraded', version_major: 'upgraded' }, with_minor: false };
    const made = await client().releaseRehearsal({ params: { id: found.id }, body });
    expect(made).toMatchObject({ release_name: 'Upgraded', left: {} });
    const [copy] = made.lessons;
    expect(made.lessons).toHaveLength(1);
    const upgraded = await client().getLesson({ params: { id: copy?.lesson_id ?? 0 } });
    expect(upgraded).toMatchObject({
      release_id: made.release_id,
      packages: [expect.objectContaining({ name: 'scales', version: '2.0.0' })],
    });
    expect(await buildOf(upgraded.id)).toMatchObject({ state: 'built', installed: [{ name: 'scales', version: '2.0.0' }] });
    expect((await client().getLesson({ params: { id: green.id } })).packages).toMatchObject([{ version: '1.0.0' }]);

    // In place, with the lesson that only has a new warning; the green one has changed meanwhile.
    await client().saveLesson({ params: { id: green.id }, body: { title: 'Another title' } });
    const again = await client().releaseRehearsal({ params: { id: found.id }, body: { to: { release_id: release }, with_minor: true } });
    expect(again.lessons).toEqual([{ lesson_id: warned.id, sequence: expect.any(Number) }]);
    expect(Object.values(again.left)).toEqual(['It has changed since the rehearsal.']);
    expect((await buildOf(warned.id)).installed).toEqual([{ name: 'scales', version: '2.0.0' }]);
    expect((await client().getLesson({ params: { id: other.id } })).packages).toEqual([]);
  });

  it('of an upgrade that changes nothing reports nothing', async () => {
    const release = await makeRelease();
    const answer_code = 'import tallies, random, time\nprint(tallies.tally([1, 2]), random.random(), time.time())\nthings = {object()}';
    const newer = await makeLesson(release, [pack('tallies', '1.0.0')], [{ answer_code, check_val: 'tally' }]);
    const newest = await makeLesson(release, [pack('tallies', null)], [{ answer_code }]);
    const { groups, lessons } = await rehearse(release, NEWEST);
    expect(groups).toEqual([]);
    expect(lessons.map(({ lesson_id, outcome }) => [lesson_id, outcome])).toEqual([
      [newer.id, 'green'],
      [newest.id, 'same'],
    ]);
  });

  it('reports packages that cannot be installed as one cause', async () => {
    const release = await makeRelease();
    await makeLesson(
      release,
      [pack('tallies', '1.0.0')],
      [
        { title: 'One', answer_code: 'x = 1' },
        { title: 'Two', answer_code: 'x = 2' },
      ],
    );
    const { groups, lessons } = await rehearse(release, {
      ...NEWEST,
      newest: false,
      packages: [{ language: 'python', name: 'tallies', version: '9.9' }],
    });
    expect(lessons.map(({ outcome }) => outcome)).toEqual(['broken']);
    expect(groups.map(({ kind, screens }) => [kind, screens.length])).toEqual([['build', 2]]);
  });

  it('is refused if nothing would change, and one at a time', async () => {
    const release = await makeRelease();
    const params = { id: release };
    await makeLesson(release, [], [{ answer_code: 'x = 1' }]);
    await expect(client().startRehearsal({ params, body: NEWEST })).rejects.toMatchObject({ status: 422, message: /No lesson/ });
    await expect(client().startRehearsal({ params, body: { ...NEWEST, newest: false } })).rejects.toMatchObject({ status: 422 });
    await expect(server.client('external').getRehearsal({ params })).rejects.toMatchObject({ status: 403 });
    await expect(client().getRehearsal({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
    await expect(client().stopRehearsal({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });

  it('is stopped, and goes on with what is left', async () => {
    const release = await makeRelease();
    const fast = await makeLesson(release, [pack('tallies', '1.0.0')], [{ answer_code: 'x = 1' }]);
    const slow = await makeLesson(release, [pack('tallies', '1.0.0')], [{ answer_code: 'import time\ntime.sleep(5)' }]);
    const { id } = await client().startRehearsal({ params: { id: release }, body: NEWEST });
    await expect(client().startRehearsal({ params: { id: release }, body: NEWEST })).rejects.toMatchObject({ message: /under way/ });
    await vi.waitFor(async () => expect((await lastOf(release)).done).toBe(1), PATIENT);
    await client().stopRehearsal({ params: { id } });
    expect(await lastOf(release)).toMatchObject({ state: 'stopped', done: 1, total: 2 });
    await expect(client().stopRehearsal({ params: { id } })).rejects.toMatchObject({ status: 422 });
    const outcomes = async () => (await lastOf(release)).lessons.map(({ lesson_id, outcome }) => [lesson_id, outcome]);
    expect(await outcomes()).toEqual([
      [fast.id, 'green'],
      [slow.id, 'open'],
    ]);
    await client().continueRehearsal({ params: { id } });
    await vi.waitFor(async () => expect(await lastOf(release)).toMatchObject({ state: 'done', done: 2 }), PATIENT);
    expect(await outcomes()).toEqual([
      [fast.id, 'green'],
      [slow.id, 'green'],
    ]);
  });

  it('survives a server that is killed: what has run is not run again', async () => {
    const release = await makeRelease();
    const lesson = await makeLesson(release, [pack('tallies', '1.0.0')], [{ answer_code: 'x = 1' }, { answer_code: 'x = 2' }]);
    const { id } = await rehearse(release, NEWEST);
    const { db } = server.platform;
    // As a server leaves it that was killed after the first screen.
    const marked = JSON.stringify({ breaks: [{ kind: 'warning', key: 'kept', title: 'Kept.' }], differences: [] });
    const screens = db.updateTable('rehearsal_screens').where('rehearsal_id', '=', id);
    await screens
      .set({ report: marked })
      .where('screen_id', '=', lesson.ids[0] ?? 0)
      .execute();
    await screens
      .set({ report: null })
      .where('screen_id', '=', lesson.ids[1] ?? 0)
      .execute();
    await db.updateTable('rehearsals').set({ state: 'running', finished_at: null }).where('id', '=', id).execute();
    await rehearseUpgrade(server.platform, id, new AbortController().signal);
    expect(await lastOf(release)).toMatchObject({ state: 'done', done: 2, groups: [{ title: 'Kept.', screens: [expect.anything()] }] });
  });
});
