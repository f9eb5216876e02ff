import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, createTestDatabasePlace, type TestDatabase } from '#testing/database.ts';
import { openDatabase } from './database/database.ts';
import { defineQueue, Jobs } from './jobs.ts';

const Payload = z.object({ name: z.string() });
const singleton = defineQueue({ name: 'one-by-one', policy: 'singleton', schema: Payload, concurrency: 3 });
const parallel = defineQueue({ name: 'side-by-side', policy: 'parallel', schema: Payload, concurrency: 3 });
const SILENT = pino({ level: 'silent' });
const WAIT = { timeout: 30_000, interval: 20 };

describe('jobs', () => {
  let database: TestDatabase;
  let jobs: Jobs;
  beforeEach(async () => {
    database = await createTestDatabase();
    jobs = await Jobs.start(database, { queues: [singleton, parallel], log: SILENT });
  });
  afterEach(async () => {
    await jobs.stop();
    await database.close();
  });

  /** Sends one job for each name, whose first letter is its key, and wakes the workers. */
  async function send(queue: typeof singleton, ...names: string[]): Promise<void> {
    for (const name of names)
      await database.db.transaction().execute((tx) => jobs.send(tx, queue, { name }, { singletonKey: name.slice(0, 1) }));
    jobs.wake(queue);
  }

  it('come with the transaction that sent them, or not at all', async () => {
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

  it('can be sent as the first thing that happens, inside a transaction', async () => {
    await send(singleton, 'a');
    const { rows } = await database.pool.query('select data, singleton_key from pgboss.job');
    expect(rows).toEqual([{ data: { name: 'a' }, singleton_key: 'a' }]);
  });

  it('of a singleton queue run in order and one at a time for each key, keys side by side', async () => {
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

  it('that fail are tried again, before those behind them on the same key', async () => {
    const seen: string[] = [];
    await jobs.work(singleton, async ({ name }) => {
      seen.push(name);
      if (seen.length === 1) throw new Error('not yet');
    });
    await send(singleton, 'a1', 'a2');
    await vi.waitFor(() => expect(seen).toEqual(['a1', 'a1', 'a2']), WAIT);
    expect(jobs.state()).toEqual({ up: true, reason: null });
  });

  it('that do everything for their key take along those that wait behind them, and those of no other key', async () => {
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
    // Sent while the first one runs, which may have looked already: this one is not dropped.
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

  it('with a payload that does not fit are refused where they are sent', async () => {
    const sending = database.db.transaction().execute((tx) => jobs.send(tx, parallel, { name: 7 } as never));
    await expect(sending).rejects.toThrow(z.ZodError);
  });

  it('are not sent to a queue that nobody opened', async () => {
    const unknown = defineQueue({ name: 'unknown', policy: 'parallel', schema: Payload });
    const sending = database.db.transaction().execute((tx) => jobs.send(tx, unknown, { name: 'a' }));
    await expect(sending).rejects.toThrow('The queue unknown is not open.');
  });

  it('have one handler', async () => {
    await jobs.work(parallel, () => Promise.resolve());
    await expect(jobs.work(parallel, () => Promise.resolve())).rejects.toThrow('has its handler already');
  });

  it('may finish when the product stops, and no more are begun', async () => {
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

  it('that do not finish in time are aborted, and wait for the next start', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    await jobs.work(parallel, async (_, signal) => {
      started.resolve(signal);
      await once(signal, 'abort');
      signal.throwIfAborted();
    });
    await send(parallel, 'long');
    const signal = await started.promise;
    await jobs.stop(0);
    expect(String(signal.reason)).toContain('the product stops');
    const { rows } = await database.pool.query('select state from pgboss.job');
    expect(rows).toEqual([{ state: 'retry' }]);
  });
});

describe('a job whose worker was killed', () => {
  const queue = defineQueue({ name: 'hang', policy: 'singleton', schema: z.object({ number: z.number() }) });
  const program = join(import.meta.dirname, '../../../testing/programs/hang-in-job.ts');

  it('comes back', async () => {
    const place = await createTestDatabasePlace();
    const child = spawn(process.execPath, [program, place.dataFolder, place.databaseUrl ?? ''], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), exit])) as [string];
    expect(line).toBe('started 7');
    child.kill('SIGKILL');
    await exit;

    const database = await openDatabase(place);
    const jobs = await Jobs.start(database, { log: SILENT });
    const done: number[] = [];
    await jobs.work(queue, async ({ number }) => void done.push(number));
    await vi.waitFor(() => expect(done).toEqual([7]), WAIT);
    await jobs.stop();
    await database.close();
    await place.remove();
  });
});
