import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findLesson, findLessonInRelease } from '#features/lesson-store/server/queries.ts';
import type { Package } from '#features/lessons/contract/lessons.ts';
import type { Build } from '#features/packages/contract.ts';
import { packagesChangedQueue } from '#features/packages/server/queues.ts';
import { startBuildWorkers } from '#features/packages/server/workers.ts';
import { BuildFailure, type RunnerPool } from '#features/runners/server/index.ts';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import { sampleLessons } from '#testing/content/sample-lessons.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { pycheckVersion } from './checkers.ts';
import { MESSAGES } from './messages.ts';
import { environmentOf, requestOf } from './packages.ts';
import { finishBuild, findLastBuild } from './queries.ts';

type Hooks = Parameters<RunnerPool['build']>[2];

let server: TestServer;
/**
 * The runner's behaviour for the next build. It stands for the other end of the connection; the runner's own tests
 * cover the real one.
 */
let onBuild: (request: EnvironmentRequest, hooks: Hooks) => Promise<{ lock: string }>;
let requests: EnvironmentRequest[];
/** The version of all packages. */
let version = '1.0';
let sequence = 700;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: 'without git' });
  server.platform.runners.pick = () => Promise.resolve('local');
  server.platform.runners.build = async (_runner, request, hooks) => {
    requests.push(request);
    const { lock } = await onBuild(request, hooks);
    return { environment: { key: '0'.repeat(64), lock }, installed: request.packages.map(({ name }) => ({ name, version })) };
  };
});
beforeEach(() => {
  version = '1.0';
  requests = [];
  onBuild = (request) => Promise.resolve({ lock: `lock of ${request.packages.map(({ name }) => name).join(' ')}` });
});
afterAll(() => server.close());

const rich = (name = 'rich'): Package => ({ name, version: null, show_in_editor: false });
const checks = { legacy_check_enabled: false, custom_check_enabled: false };
const staff = () => server.client('staff');

async function makeLesson(fields: object = {}): Promise<number> {
  const { id } = await staff().createLesson({ body: { sequence: (sequence += 1), title: 'Packages' } });
  if (Object.keys(fields).length > 0) await staff().saveLesson({ params: { id }, body: fields });
  return id;
}

const start = (id: number, packages = [rich()], flags: object = {}) =>
  staff().buildPackages({ params: { id }, body: { packages, ...checks, ...flags } });

const stateOf = async (id: number) => (await staff().getBuild({ params: { id }, query: { log_from: 0 } })).build;

/** The environment in which the code of a lesson runs. */
async function readEnvironment(id: number) {
  const lesson = await findLesson(server.platform.db, id);
  if (!lesson) throw new Error('The lesson is missing.');
  return environmentOf(lesson);
}

/** The build once it has ended. */
async function ended(id: number): Promise<Build> {
  for (;;) {
    const build = await stateOf(id);
    if (build.state !== 'in_progress') return build;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A build that runs until the test ends it. */
function heldBuild() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<{ lock: string }>();
  onBuild = async (_request, { signal, onLog }) => {
    onLog('Looking…\n');
    begun.resolve();
    signal.addEventListener('abort', () => end.reject(signal.reason));
    return end.promise;
  };
  return { begun: begun.promise, end };
}

describe('POST /api/lesson/{id}/packages', () => {
  it('stores the packages as a save, builds them, and stores the lock with the lesson', async () => {
    const id = await makeLesson();
    await staff().saveLesson({ params: { id }, body: { packages: [rich()] } });
    expect(await staff().getLesson({ params: { id } })).toMatchObject({ dependencies_ready: false, last_build: null });
    expect((await stateOf(id)).state).toBe('not_built');
    const before = await staff().getLesson({ params: { id } });
    const reply = await start(id);
    expect(reply).toMatchObject({ packages: [rich()], ...checks, build: { started_by: 'Test staff' } });
    expect(await ended(id)).toMatchObject({ state: 'built', error: null, installed: [{ name: 'rich', version: '1.0' }] });
    expect(requests).toEqual([{ language: 'python', version: '3.11', packages: [{ name: 'rich', version: null }] }]);
    const lesson = await staff().getLesson({ params: { id } });
    expect(lesson).toMatchObject({
      dependencies_ready: true,
      dependency_build_error: null,
      last_build: expect.any(String),
      packages: [rich()],
    });
    expect(lesson.revision).toBe(before.revision + 1);
    expect(await readEnvironment(id)).toMatchObject({ lock: 'lock of rich' });
  });

  it('has the answers tried after the first build, and after one that changed a version', async () => {
    const id = await makeLesson();
    const asked = vi.spyOn(server.platform.jobs, 'send');
    const tried = async () => {
      asked.mockClear();
      // No other lesson has it, so no build is shared.
      await start(id, [rich('tried')]);
      const { changed } = await ended(id);
      return [changed, asked.mock.calls.filter(([, queue]) => queue.name === packagesChangedQueue.name).length];
    };
    expect([await tried(), await tried()]).toEqual([
      [[], 1],
      [[], 0],
    ]);
    version = '2.0';
    expect(await tried()).toEqual([[{ name: 'tried', from: '1.0', to: '2.0' }], 1]);
    asked.mockRestore();
  });

  it('fails with the message of the installer, and keeps the last build in use', async () => {
    const id = await makeLesson();
    await start(id);
    await ended(id);
    onBuild = () => Promise.reject(new BuildFailure('no version of nothing fits'));
    await start(id, [rich('nothing')]);
    expect(await ended(id)).toMatchObject({ state: 'failed', error: 'no version of nothing fits' });
    const lesson = await staff().getLesson({ params: { id } });
    expect(lesson).toMatchObject({
      dependencies_ready: false,
      dependency_build_error: 'no version of nothing fits',
      last_build: expect.any(String),
    });
    expect(await readEnvironment(id)).toMatchObject({ lock: 'lock of rich' });
    await start(id);
    expect((await ended(id)).state).toBe('built');
  });

  it('installs nothing without packages, because our own checkers are included', async () => {
    const id = await makeLesson();
    const reply = await start(id, [], { custom_check_enabled: true });
    expect(reply.packages).toEqual([{ name: 'pycheck', version: pycheckVersion(), show_in_editor: false }]);
    expect((await ended(id)).state).toBe('built');
    expect(requests).toEqual([]);
    expect(await readEnvironment(id)).toBeNull();
    // Displayed data is sent back, and is not content of the lesson.
    await start(id, reply.packages, { custom_check_enabled: true });
    expect((await ended(id)).state).toBe('built');
  });

  it('shares one lock between lessons with the same packages', async () => {
    const [one, other] = [await makeLesson(), await makeLesson()];
    await start(one, [rich('shared')]);
    await ended(one);
    await start(other, [rich('shared')], { legacy_check_enabled: true });
    expect((await ended(other)).state).toBe('built');
    expect(requests).toHaveLength(1);
    expect(await readEnvironment(other)).toEqual(await readEnvironment(one));
    expect((await staff().getBuild({ params: { id: other }, query: { log_from: 0 } })).log).toContain(MESSAGES.shared);
  });

  it('shares no lock between lessons with different versions', async () => {
    const [one, other] = [await makeLesson(), await makeLesson()];
    await start(one, [{ ...rich('versioned'), version: '1.0' }]);
    await ended(one);
    await start(other, [{ ...rich('versioned'), version: '2.0' }]);
    expect((await ended(other)).state).toBe('built');
    expect(requests.map(({ packages }) => packages[0]?.version)).toEqual(['1.0', '2.0']);
  });

  it('returns the running build, and stops it for another one', async () => {
    const id = await makeLesson();
    const { begun } = heldBuild();
    const first = await start(id, [rich('held')]);
    await begun;
    expect((await start(id, [rich('held')])).build.id).toBe(first.build.id);
    onBuild = () => Promise.resolve({ lock: 'second' });
    const second = await start(id, [rich('humanize')]);
    expect(second.build.id).not.toBe(first.build.id);
    expect(await ended(id)).toMatchObject({ id: second.build.id, state: 'built' });
    expect(await readEnvironment(id)).toMatchObject({ lock: 'second' });
  });

  it('returns 404 for an unknown lesson', async () => {
    const client = server.client('external');
    const params = { id: 999_999 };
    await expect(client.buildPackages({ params, body: { packages: [], ...checks } })).rejects.toMatchObject({ status: 404 });
    await expect(client.getBuild({ params, query: { log_from: 0 } })).rejects.toMatchObject({ status: 404 });
    await expect(client.stopBuild({ params })).rejects.toMatchObject({ status: 404 });
  });

  it('refuses legacy checking from external authors, but lets them build', async () => {
    const { id } = await server.client('external').createLesson({ body: { sequence: (sequence += 1), title: 'Mine' } });
    const body = { packages: [], ...checks };
    await expect(
      server.client('external').buildPackages({ params: { id }, body: { ...body, legacy_check_enabled: true } }),
    ).rejects.toMatchObject({ status: 403 });
    const reply = await server.client('external').buildPackages({ params: { id }, body: { ...body, custom_check_enabled: true } });
    expect(reply).toMatchObject({ custom_check_enabled: true, legacy_check_enabled: false });
    expect((await ended(id)).state).toBe('built');
  });

  it('keeps custom checking for a script that asks for it and knows an older list of packages', async () => {
    const id = await makeLesson({ custom_check_enabled: true });
    const reply = await start(id, [rich()], { custom_check_enabled: true });
    expect(reply).toMatchObject({ custom_check_enabled: true, packages: [{ name: 'rich' }, { name: 'pycheck' }] });
    const saved = await staff().saveLesson({ params: { id }, body: { custom_check_enabled: true, packages: [] } });
    expect(saved).toMatchObject({ custom_check_enabled: true, packages: [{ name: 'pycheck' }] });
    await ended(id);
  });

  it('refuses invalid packages', async () => {
    const text = await makeLesson({ language: null, language_version: null });
    await expect(start(text)).rejects.toMatchObject({ status: 422, message: MESSAGES.noCode });
    const sql = await makeLesson({ language: 'sql', language_version: null });
    await expect(start(sql)).rejects.toMatchObject({ status: 422, message: MESSAGES.noSqlPackages });
    const id = await makeLesson();
    await expect(start(id, [rich(), rich('Rich')])).rejects.toMatchObject({ status: 422, message: MESSAGES.twice('rich') });
    await expect(start(id, [rich(' ')])).rejects.toMatchObject({ status: 400 });
  });
});

describe('the state of a build', () => {
  it('is reset by any change of packages, language or version, and by nothing else', async () => {
    const id = await makeLesson();
    await start(id);
    await ended(id);
    const save = (body: object) => staff().saveLesson({ params: { id }, body });
    expect((await save({ title: 'Another title' })).dependencies_ready).toBe(true);
    expect((await save({ custom_check_enabled: true })).packages.map(({ name }) => name)).toEqual(['rich', 'pycheck']);
    expect((await stateOf(id)).state).toBe('built');
    await save({ custom_check_enabled: false, legacy_check_enabled: true });
    expect((await stateOf(id)).state).toBe('built');
    await save({ language_version: '3.9' });
    expect((await stateOf(id)).state).toBe('needs_rebuild');
    expect(await readEnvironment(id)).toBeNull();
  });

  it('needs no build while there is nothing to install', async () => {
    const id = await makeLesson({ custom_check_enabled: true });
    expect(await staff().getLesson({ params: { id } })).toMatchObject({ dependencies_ready: true, last_build: null });
    onBuild = () => Promise.reject(new BuildFailure('no version of nothing fits'));
    await start(id, [rich('nothing')], { custom_check_enabled: true });
    expect((await ended(id)).state).toBe('failed');
    await staff().saveLesson({ params: { id }, body: { packages: [] } });
    expect(await stateOf(id)).toMatchObject({ id: null, state: 'built', error: null });
  });

  it('needs a build to remove the packages of the last one', async () => {
    const id = await makeLesson();
    await start(id);
    await ended(id);
    await staff().saveLesson({ params: { id }, body: { packages: [] } });
    expect((await stateOf(id)).state).toBe('needs_rebuild');
  });

  it('is reset by another version of a package, and restored with the built version', async () => {
    const id = await makeLesson();
    const inVersion = (version: string) => [{ ...rich(), version }];
    await start(id, inVersion('1.0'));
    await ended(id);
    const save = (version: string) => staff().saveLesson({ params: { id }, body: { packages: inVersion(version) } });
    expect((await save('2.0')).dependencies_ready).toBe(false);
    expect((await stateOf(id)).state).toBe('needs_rebuild');
    expect((await save('1.0')).dependencies_ready).toBe(true);
  });

  it('requires a build after a save of packages, which builds nothing', async () => {
    const id = await makeLesson();
    await start(id);
    await ended(id);
    const asked = requests.length;
    const saved = await staff().saveLesson({ params: { id }, body: { packages: [rich(), rich('tallies')], title: 'Reckoning' } });
    expect(saved).toMatchObject({ title: 'Reckoning', packages: [{ name: 'rich' }, { name: 'tallies' }], dependencies_ready: false });
    expect((await stateOf(id)).state).toBe('needs_rebuild');
    expect(requests).toHaveLength(asked);
    await expect(staff().saveLesson({ params: { id }, body: { packages: [rich(), rich('Rich')] } })).rejects.toMatchObject({ status: 422 });
    await expect(staff().saveLesson({ params: { id }, body: { packages: [rich()], language: 'sql' } })).rejects.toMatchObject({
      status: 422,
    });
    await staff().saveLesson({ params: { id }, body: { packages: [rich()] } });
    expect((await stateOf(id)).state).toBe('built');
  });

  it('applies the rules of checking in every save of a lesson', async () => {
    const id = await makeLesson();
    const save = (body: object) => staff().saveLesson({ params: { id }, body });
    expect(await save({ custom_check_enabled: true })).toMatchObject({ custom_check_enabled: true, packages: [{ name: 'pycheck' }] });
    expect(await save({ legacy_check_enabled: true })).toMatchObject({
      custom_check_enabled: false,
      legacy_check_enabled: true,
      packages: [],
    });
    await save({ custom_check_enabled: true });
    expect(await save({ language: 'cli', language_version: null })).toMatchObject({ custom_check_enabled: true, packages: [] });
    expect(await save({ language: 'r' })).toMatchObject({ custom_check_enabled: false, packages: [] });
  });

  it('equals that of the original for a copy, which has its lock', async () => {
    const id = await makeLesson();
    await start(id);
    await ended(id);
    const { db } = server.platform;
    const lesson = await staff().getLesson({ params: { id } });
    const other = await db
      .insertInto('releases')
      .values({ name: `copy-${id}`, branch_name: `copy-${id}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('lessons').set({ release_id: other.id }).where('id', '=', id).execute();
    const copy = await staff().cloneLesson({ params: { id } });
    expect(copy).toMatchObject({ dependencies_ready: true, last_build: lesson.last_build });
    expect(await readEnvironment(copy.id)).toEqual(await readEnvironment(id));
    expect(await findLessonInRelease(db, other.id, { sequence: lesson.sequence })).toBeDefined();
  });
});

describe('a running build', () => {
  it('streams its log from a given byte, and can be stopped', async () => {
    const id = await makeLesson();
    const { begun } = heldBuild();
    await start(id, [rich('logged')]);
    await begun;
    let log = '';
    while (!log.includes('Looking')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      log = (await staff().getBuild({ params: { id }, query: { log_from: 0 } })).log;
    }
    const rest = await staff().getBuild({ params: { id }, query: { log_from: Buffer.byteLength('Looking') } });
    expect(rest).toMatchObject({ log: '…\n', log_end: Buffer.byteLength('Looking…\n') });
    const stopped = await staff().stopBuild({ params: { id } });
    expect(stopped).toMatchObject({ state: 'failed', error: MESSAGES.stopped('Test staff') });
    await expect(staff().stopBuild({ params: { id } })).rejects.toMatchObject({ status: 422, message: MESSAGES.notBuilding });
    expect((await start(id, [rich('logged')])).build.state).toBe('in_progress');
    await staff().stopBuild({ params: { id } });
  });

  it('restarts after a restart of the server', async () => {
    const stopped = await startTestServer({ hasWorkers: false });
    try {
      const client = stopped.client('staff');
      const { id } = await client.createLesson({ body: { sequence: 1, title: 'Restarted' } });
      await client.buildPackages({ params: { id }, body: { packages: [rich()], ...checks } });
      await stopped.platform.db.updateTable('builds').set({ log: 'Looking…\n' }).execute();
      stopped.platform.runners.pick = () => Promise.resolve('local');
      stopped.platform.runners.build = () => Promise.resolve({ environment: { key: '', lock: 'again' }, installed: [] });
      await startBuildWorkers(stopped.platform);
      const ask = () => client.getBuild({ params: { id }, query: { log_from: 0 } });
      while ((await ask()).build.state === 'in_progress') await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await ask()).toMatchObject({ build: { state: 'built' }, log: expect.stringContaining(MESSAGES.resumed) });
    } finally {
      await stopped.close();
    }
  });

  it('of a published lesson installs exactly its lock, changes nothing of it, and needs one', async () => {
    const { db } = server.platform;
    const author = await server.newPerson();
    const { id, release_id } = await author.client.createLesson({ body: { sequence: (sequence += 1), title: 'Published' } });
    await db.updateTable('releases').set({ is_main: true, drafts_of: null }).where('id', '=', release_id).execute();
    const attach = (attached: object) => sql`attached || ${JSON.stringify(attached)}::jsonb`;
    await sql`update lessons set attached = ${attach({ packages: [rich()] })} where id = ${id}`.execute(db);
    await expect(start(id, [rich('black')])).rejects.toMatchObject({ status: 422, message: MESSAGES.publishedOnlyAsIs });
    await expect(start(id)).rejects.toMatchObject({ status: 422, message: MESSAGES.publishedWithoutLock });
    await sql`update lessons set attached = ${attach({ packages_lock: 'rich==14.0' })} where id = ${id}`.execute(db);
    onBuild = ({ lock = 'resolved' }) => Promise.resolve({ lock });
    await start(id);
    expect(await ended(id)).toMatchObject({ state: 'built' });
    expect(requests).toMatchObject([{ lock: 'rich==14.0' }]);
    // A runner that resolves versions anyway.
    onBuild = () => Promise.resolve({ lock: 'rich==15.0' });
    await start(id);
    expect(await ended(id)).toMatchObject({ state: 'failed', error: MESSAGES.otherLock });
    expect((await readEnvironment(id))?.lock).toBe('rich==14.0');
  });

  it('ends once, ignoring late results', async () => {
    const id = await makeLesson();
    await start(id);
    await ended(id);
    const { db } = server.platform;
    const last = await findLastBuild(db, id);
    expect(await finishBuild(db, last!.id, { state: 'failed', error: 'late' })).toBe(false);
    await expect(
      db.updateTable('builds').set({ state: 'in_progress', finished_at: null }).where('id', '=', last!.id).execute(),
    ).rejects.toThrow('a build cannot go from built to in_progress');
  });
});

it('the sample lessons need no packages beyond those of every environment, so they open without a warning', () => {
  expect(sampleLessons().filter(({ lesson }) => requestOf({ fields: lesson.fields, attached: lesson }) !== null)).toEqual([]);
});
