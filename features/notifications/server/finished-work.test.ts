import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { runBuild } from '#features/packages/server/run-build.job.ts';
import { runDeploy } from '#features/publishing/server/deploys/run-deploy.job.ts';
import type { Runs } from '#features/runs/server/runs.ts';
import { importing } from '#features/sync/server/notify-imported.ts';
import { runLessonTests } from '#features/tests/server/run-lesson-tests.ts';
import { ScreenTests } from '#features/tests/server/screen-tests.ts';
import { refused } from '#platform/server/errors.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

// The ends of builds, deploys, tests and imports, which notify the user who started them.

let server: TestServer;
let sequence = 660;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server?.close());
beforeEach(() => server.platform.db.deleteFrom('notifications').execute());

const staff = () => server.client('staff');
const actor = () => toActor(server.users.staff);
const inbox = async () => (await staff().listNotifications({ query: {} })).notifications;
const never = new AbortController().signal;

async function makeLesson() {
  const { id, release_id } = await staff().createLesson({ body: { sequence: (sequence += 1), title: 'Loops' } });
  const { newScreenId } = await staff().createScreen({ params: { id }, body: { sequence: 1 } });
  return { id, releaseId: release_id, screenId: newScreenId };
}

/** As if the last build or deploy had been started this many seconds ago. */
async function startedAgo(table: 'builds' | 'deploys', seconds: number): Promise<number> {
  const { db } = server.platform;
  const { id } = await db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await db
    .updateTable(table)
    .set({ started_at: new Date(Date.now() - seconds * 1_000) })
    .where('id', '=', id)
    .execute();
  return id;
}

describe('the end of a build', () => {
  const build = async (id: number, packages: string[], seconds: number) => {
    const wish = { packages: packages.map((name) => ({ name, version: '', show_in_editor: false })) };
    const checks = { legacy_check_enabled: false, custom_check_enabled: false };
    await staff().buildPackages({ params: { id }, body: { ...wish, ...checks } });
    await runBuild(server.platform, await startedAgo('builds', seconds), never);
  };

  it.each<[string, string[], boolean]>([
    ['that succeeded', [], false],
    ['that failed', ['numpy'], true],
  ])('%s notifies, if it took long', async (_, packages, has_failed) => {
    const { id } = await makeLesson();
    await build(id, packages, 5);
    expect(await inbox()).toEqual([]);
    await build(id, packages, 11);
    expect(await inbox()).toMatchObject([
      { kind: 'finished', actor: null, details: { work: 'build', has_failed, lesson: { title: 'Loops' } }, target: { lesson_id: id } },
    ]);
  });
});

describe('the end of a deploy', () => {
  const deploy = async (id: number, seconds: number) => {
    const { build_number } = await staff().startDeploy({ params: { id }, body: {} });
    await runDeploy(server.platform, await startedAgo('deploys', seconds), never);
    return build_number;
  };

  it('notifies, if it took long', async () => {
    const { id } = await makeLesson();
    await deploy(id, 5);
    expect(await inbox()).toEqual([]);
    const build_number = await deploy(id, 11);
    const { deploy: ended } = await staff().getDeploy({ params: { id, buildNumber: build_number }, query: {} });
    expect(await inbox()).toMatchObject([
      { kind: 'finished', details: { work: 'deploy', has_failed: ended.status === 'failed' }, target: { lesson_id: id, build_number } },
    ]);
  });
});

describe('the end of a test', () => {
  const runs = { complete: () => Promise.reject(refused('No runner.')) } as unknown as Runs;

  it.each([
    [0, 1],
    [60_000, 0],
  ])('notifies, if it took long (%i ms)', async (longMs, count) => {
    const { id, screenId } = await makeLesson();
    const code = { type: 'code', answer_code: 'print(7)' } as const;
    await staff().saveScreen({ params: { lessonId: id, screenId }, body: { title: 'Seven', ...code } });
    const [test] = await staff().listLessonTests({ params: { id } });
    await new ScreenTests(server.platform, runs, { longMs }).run(actor(), test!.id);
    const expected = { details: { work: 'tests', has_failed: true, screen: { title: 'Seven' } }, target: { screen_id: screenId } };
    expect(await inbox()).toMatchObject(Array.from({ length: count }, () => expected));
  });
});

describe('the end of several tests', () => {
  const runs = { complete: () => Promise.reject(refused('No runner.')) } as unknown as Runs;
  const code = { type: 'code', answer_code: 'print(7)' } as const;

  async function makeTests(count: number) {
    const { id, screenId } = await makeLesson();
    await staff().saveScreen({ params: { lessonId: id, screenId }, body: { title: 'Seven', ...code } });
    for (let sequence = 2; sequence <= count; sequence++) {
      const { newScreenId } = await staff().createScreen({ params: { id }, body: { sequence } });
      await staff().saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: code });
    }
    return { id, tests: await staff().listLessonTests({ params: { id } }) };
  }

  it('that a page ran one by one is notified once', async () => {
    const { id, tests } = await makeTests(3);
    const runner = new ScreenTests(server.platform, runs, { longMs: 0 });
    const batch = { id: randomUUID(), size: 3 };
    for (const test of tests) {
      expect(await inbox()).toEqual([]);
      await runner.run(actor(), test.id, batch);
    }
    await runner.close();
    const summary = { total: 3, failed: 3, lessons: 1 };
    expect(await inbox()).toMatchObject([{ details: { work: 'tests', has_failed: true, tests: summary }, target: { lesson_id: id } }]);
  });

  it.each([
    [0, 1],
    [60_000, 0],
  ])('of several lessons is notified once, if they took long (%i ms)', async (longMs, count) => {
    const [one, two, empty] = [await makeTests(2), await makeTests(1), await makeLesson()];
    const runner = new ScreenTests(server.platform, runs, { longMs });
    const lesson_ids = [one.id, two.id, empty.id, 999_999];
    const tested = await runLessonTests(server.platform, runner, actor(), { lesson_ids });
    expect(tested.lessons.map(({ id, tests }) => [id, tests])).toEqual([
      [one.id, 2],
      [two.id, 1],
      [empty.id, 0],
    ]);
    expect(tested).toMatchObject({ run: 3, failed: [{ lesson_id: one.id }, { lesson_id: one.id }, { lesson_id: two.id }] });
    expect((await inbox()).map(({ details }) => [details.lesson, details.tests?.lessons])).toEqual(count === 1 ? [[null, 2]] : []);
  });

  it('is not notified when they are stopped, and what has run is kept', async () => {
    const { id } = await makeTests(3);
    const operation_id = randomUUID();
    const stopping = {
      complete: async () => {
        server.platform.operations.stop(actor(), operation_id);
        throw refused('No runner.');
      },
    } as unknown as Runs;
    const runner = new ScreenTests(server.platform, stopping, { longMs: 0 });
    const tested = await runLessonTests(server.platform, runner, actor(), { lesson_ids: [id], operation_id });
    expect(tested).toMatchObject({ lessons: [{ tests: 3 }], run: 0, failed: [] });
    expect(await inbox()).toEqual([]);
  });
});

describe('the end of an import', () => {
  it('notifies, if it took long and was not stopped', async () => {
    const { releaseId } = await makeLesson();
    const operation = { signal: never };
    expect(await importing(server.platform, actor(), { releaseId, operation }, async () => 7)).toBe(7);
    const stopped = { signal: AbortSignal.abort() };
    await importing(server.platform, actor(), { releaseId, operation: stopped, longMs: 0 }, async () => 7);
    expect(await inbox()).toEqual([]);
    await importing(server.platform, actor(), { releaseId, operation, longMs: 0 }, async () => 7);
    const failing = importing(server.platform, actor(), { releaseId, operation, longMs: 0 }, () => Promise.reject(new Error('Oops')));
    await expect(failing).rejects.toThrow('Oops');
    expect((await inbox()).map(({ details }) => [details.work, details.has_failed])).toEqual([
      ['import', true],
      ['import', false],
    ]);
  });
});
