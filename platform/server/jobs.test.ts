import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, createTestDatabasePlace, type TestDatabase, type TestDatabasePlace } from '#testing/database.ts';
import { openDatabase, type Database } from './database/database.ts';
import { Notifications } from './database/notifications.ts';
import { defineQueue, JobHeldUpError, Jobs } from './jobs.ts';

const Payload = z.object({ name: z.string() });
const singleton = defineQueue({ name: 'one-by-one', policy: 'singleton', schema: Payload, concurrency: 3 });
const parallel = defineQueue({ name: 'side-by-side', policy: 'parallel', schema: Payload, concurrency: 3 });
const SILENT = pino({ level: 'silent' });
/** Seconds. Workers that don't poll only find jobs they are notified of. */
const NEVER = 100_000;
const WAIT = { timeout: 300_000, interval: 20 };

describe('jobs', () => {
  let database: TestDatabase;
  let jobs: Jobs;
  let notifications: Notifications;
  beforeEach(async () => {
    database = await createTestDatabase();
    notifications = await Notifications.open(database, { log: SILENT });
    jobs = await Jobs.start(database, { queues: [singleton, parallel], log: SILENT, notifications, pollSeconds: NEVER });
  });
  afterEach(async () => {
    await jobs.stop();
    await notifications.close();
    await database.close();
  });

  /** Sends one job per name; its first letter is the key. */
  async function send(queue: typeof singleton, ...names: string[]): Promise<void> {
    for (const name of names)
      await database.db.transaction().execute((tx) => jobs.send(tx, queue, { name }, { singletonKey: name.slice(0, 1) }));
  }

  it('are committed or rolled back with their transaction', async () => {
    const done: string[] = [];
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await jobs.send(tx, parallel, { name: 'never' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await send(parallel, 'kept');
    await jobs.work(parallel, async ({ name }) => void done.push(name));
    await vi.waitFor(() => expect(done).toEqual(['kept']), WAIT);
  });

  it('that are held up are logged once for each reason, without a stack', async () => {
    const logged: Record<string, unknown>[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
    const others = await Jobs.start(database, { log, pollSeconds: 1 });
    const reasons = ['The branch was deleted.', 'The branch was deleted.', 'The code host is away.'];
    const done = Promise.withResolvers<string>();
    await others.work(singleton, async ({ name }) => {
      const reason = reasons.shift();
      if (reason !== undefined) throw new JobHeldUpError(reason);
      done.resolve(name);
    });
    await send(singleton, 'a');
    expect(await done.promise).toBe('a');
    await others.stop();
    expect(logged.map(({ level, reason, err }) => [level, reason, err])).toEqual([
      [40, 'The branch was deleted.', undefined],
      [40, 'The code host is away.', undefined],
    ]);
  });

  it('wake a worker of another server', async () => {
    const elsewhere = await Notifications.open(database, { log: SILENT });
    const others = await Jobs.start(database, { log: SILENT, notifications: elsewhere, pollSeconds: NEVER });
    const done = Promise.withResolvers<string>();
    await others.work(parallel, async ({ name }) => done.resolve(name));
    await send(parallel, 'there');
    expect(await done.promise).toBe('there');
    await others.stop();
    await elsewhere.close();
  });

  it('are found by polling without notifications', async () => {
    const done: string[] = [];
    await jobs.work(parallel, async ({ name }) => void done.push(name));
    await notifications.close();
    expect(notifications.isUp).toBe(false);
    await send(parallel, 'polled');
    await vi.waitFor(() => expect(done).toEqual(['polled']), WAIT);
  });

  it('of a singleton queue run in order, one at a time per key, with keys in parallel', async () => {
    const running = new Set<string>();
    const order: string[] = [];
    let most = 0;
    const gate = Promise.withResolvers<undefined>();
    await send(singleton, 'a1', 'a2', 'a3', 'b1', 'c1');
    await jobs.work(singleton, async ({ name }) => {
      const key = name.slice(0, 1);
      expect(running.has(key)).toBe(false);
      running.add(key);
      most = Math.max(most, running.size);
      order.push(name);
      await gate.promise;
      running.delete(key);
    });
    await vi.waitFor(() => expect([...running].toSorted()).toEqual(['a', 'b', 'c']), WAIT);
    gate.resolve(undefined);
    await vi.waitFor(() => expect(order).toHaveLength(5), WAIT);
    expect(order.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(most).toBe(3);
  });

  it('are retried after a failure before later ones with the same key', async () => {
    const seen: string[] = [];
    await jobs.work(singleton, async ({ name }) => {
      seen.push(name);
      if (seen.length === 1) throw new Error('not yet');
    });
    await send(singleton, 'a1', 'a2');
    await vi.waitFor(() => expect(seen).toEqual(['a1', 'a1', 'a2']), WAIT);
    expect(jobs.state()).toEqual({ up: true, reason: null });
  });

  it('that cover their whole key complete the waiting ones of that key, and of no other key', async () => {
    const forAll = defineQueue({ name: 'for-all', policy: 'singleton', schema: Payload, concurrency: 1, isForAll: true });
    await jobs.open(forAll);
    await send(forAll, 'a1', 'a2', 'a3', 'b1');
    const seen: string[] = [];
    const begun = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<undefined>();
    await jobs.work(forAll, async ({ name }) => {
      seen.push(name);
      begun.resolve(undefined);
      await gate.promise;
    });
    // Sent while the first one runs, which may have read its data already: this one is not dropped.
    await begun.promise;
    await send(forAll, 'a4');
    gate.resolve(undefined);
    await vi.waitFor(() => expect(seen).toHaveLength(3), WAIT);
    expect(seen.toSorted()).toEqual(['a1', 'a4', 'b1']);
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query("select data->>'name' as name, state from pgboss.job order by created_on");
      expect(rows).toEqual(['a1', 'b1', 'a4'].map((name) => ({ name, state: 'completed' })));
    }, WAIT);
  });

  it('are refused with an invalid payload, for an unknown queue, and with a second handler', async () => {
    const sending = database.db.transaction().execute((tx) => jobs.send(tx, parallel, { name: 7 } as never));
    await expect(sending).rejects.toThrow(z.ZodError);
    const unknown = defineQueue({ name: 'unknown', policy: 'parallel', schema: Payload });
    const lost = database.db.transaction().execute((tx) => jobs.send(tx, unknown, { name: 'a' }));
    await expect(lost).rejects.toThrow('The queue unknown is not open.');
    await jobs.work(parallel, () => Promise.resolve());
    await expect(jobs.work(parallel, () => Promise.resolve())).rejects.toThrow('already has a handler');
  });

  it('may finish when the server stops, and no more are started', async () => {
    const single = defineQueue({ name: 'single', policy: 'singleton', schema: Payload, concurrency: 1 });
    await jobs.open(single);
    const started = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<undefined>();
    const finished: string[] = [];
    await jobs.work(single, async ({ name }) => {
      started.resolve(undefined);
      await gate.promise;
      finished.push(name);
    });
    await send(single, 'a1', 'a2');
    await started.promise;
    const stopped = jobs.stop();
    gate.resolve(undefined);
    await stopped;
    expect(finished).toEqual(['a1']);
    expect(jobs.state().up).toBe(false);
    const { rows } = await database.pool.query('select data, state from pgboss.job order by created_on');
    expect(rows).toEqual([
      { data: { name: 'a1' }, state: 'completed' },
      { data: { name: 'a2' }, state: 'created' },
    ]);
  });

  it('are aborted at their time limit, and wait for the next start', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    await jobs.work(parallel, async (_, signal) => {
      started.resolve(signal);
      await once(signal, 'abort');
      signal.throwIfAborted();
    });
    await send(parallel, 'long');
    const signal = await started.promise;
    await jobs.stop(0);
    expect(String(signal.reason)).toContain('the server is stopping');
    const { rows } = await database.pool.query('select state from pgboss.job');
    expect(rows).toEqual([{ state: 'retry' }]);
  });
});

describe('a job whose worker was killed', () => {
  const queue = defineQueue({ name: 'hang', policy: 'singleton', schema: z.object({ number: z.number() }) });
  const program = join(import.meta.dirname, '../../testing/programs/hang-in-job.ts');

  let place: TestDatabasePlace;
  let database: Database;
  beforeEach(async () => {
    place = await createTestDatabasePlace();
    const child = spawn(process.execPath, [program, place.dataFolder, place.databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), exit])) as [string];
    if (line !== 'started 7') throw new Error(`The job was not started: ${line}.`);
    child.kill('SIGKILL');
    await exit;
    database = await openDatabase(place);
    await vi.waitUntil(async () => (await otherSessions()) === 0, WAIT);
  });
  afterEach(async () => {
    await database.close();
    await place.remove();
  });

  /** PostgreSQL notices the end of a process a moment later. */
  async function otherSessions(): Promise<number> {
    const { rows } = await database.pool.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name like 'lessonwright%' and pid <> pg_backend_pid()",
    );
    return rows[0]?.count ?? 0;
  }

  const jobState = async () =>
    (await database.pool.query<{ state: string; is_due: boolean }>('select state, start_after <= now() as is_due from pgboss.job')).rows;

  async function isDone(jobs: Jobs): Promise<void> {
    const done: number[] = [];
    await jobs.work(queue, async ({ number }) => void done.push(number));
    await vi.waitFor(() => expect(done).toEqual([7]), WAIT);
    await jobs.stop();
  }

  it('is due at once when the next server starts alone', async () => {
    const notifications = await Notifications.open(database, { log: SILENT });
    const jobs = await Jobs.start(database, { log: SILENT, notifications });
    expect(await jobState()).toEqual([{ state: 'retry', is_due: true }]);
    await isDone(jobs);
    await notifications.close();
  });

  it("is retried after its worker's silence when another server might run it", async () => {
    const notifications = await Notifications.open(database, { log: SILENT });
    const other = await Notifications.open(database, { log: SILENT });
    const jobs = await Jobs.start(database, { log: SILENT, notifications });
    expect(await jobState()).toMatchObject([{ state: 'active' }]);
    await database.pool.query("update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'");
    await isDone(jobs);
    for (const each of [other, notifications]) await each.close();
  });

  it('waits longer each time its server ended with it', async () => {
    await database.pool.query('update pgboss.job set retry_count = 3');
    const notifications = await Notifications.open(database, { log: SILENT });
    const jobs = await Jobs.start(database, { log: SILENT, notifications });
    expect(await jobState()).toEqual([{ state: 'retry', is_due: false }]);
    await jobs.stop();
    await notifications.close();
  });
});
