import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { RunResult } from '../contract/runs.ts';
import { closeForgottenRuns } from './forgotten-runs.ts';
import { findRun, insertRun } from './queries.ts';
import { ResultQuota, RunRecord } from './run-record.ts';

let server: TestServer;
let place: { lesson_id: number; screen_id: number };
beforeAll(async () => {
  server = await startTestServer();
  const client = server.client('staff');
  const lesson = await client.createLesson({ body: { sequence: 902, title: 'Results' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  place = { lesson_id: lesson.id, screen_id: newScreenId };
});
afterAll(() => server.close());

/** A finished run with a result that can't be compressed. */
async function store(user_id: number, quota: ResultQuota): Promise<string> {
  const id = randomUUID();
  const result = { output: randomBytes(48 * 1024).toString('base64') } as unknown as RunResult;
  const run = { ...place, id, user_id, stream_id: null, runner_name: 'local', session_id: id, input: null, server_id: null };
  await insertRun(server.platform.db, { ...run, state: 'done', result });
  await quota.note(user_id, JSON.stringify(result).length);
  return id;
}

it('limits the stored results of each user, and keeps the newest', async () => {
  const { db } = server.platform;
  const users = await db.selectFrom('users').select('id').orderBy('id').limit(2).execute();
  const [ada, ben] = users.map(({ id }) => id) as [number, number];
  const quota = new ResultQuota(db, { mostBytes: 150 * 1024, checkEvery: 1 });
  const other = await store(ben, quota);
  const own: string[] = [];
  for (let n = 0; n < 4; n += 1) own.push(await store(ada, quota));
  const kept = await Promise.all(own.map((id) => findRun(db, id)));
  expect(kept.map((run) => run !== undefined)).toEqual([false, false, true, true]);
  expect(await findRun(db, other)).toBeDefined();
});

it('ends a run whose first write was stored although its connection broke', async () => {
  const { db } = server.platform;
  const run = newRun();
  const { id } = run;
  const record = new RunRecord(db, run, () => undefined, { closing: new AbortController().signal });
  // Stored, and its reply was lost.
  await insertRun(db, { ...run, state: 'queued' });
  await expect(record.write()).rejects.toThrow('duplicate key');
  await record.finish({ state: 'lost', result: null, error: 'gone' });
  expect(await findRun(db, id)).toMatchObject({ state: 'lost', error: 'gone' });
});

/** The database of the tests, which is away for the first calls. `isStored`: they are stored, and their replies are lost. */
function awayFor(count: number, { isStored = false } = {}): { db: TestServer['platform']['db']; calls: () => number } {
  let calls = 0;
  const db = new Proxy(server.platform.db, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver) as unknown;
      if (typeof method !== 'function') return method;
      if (name !== 'insertInto') return (...args: unknown[]) => Reflect.apply(method, target, args) as unknown;
      return (table: 'runs') => {
        calls += 1;
        const query = target.insertInto(table);
        if (calls > count) return query;
        const broken = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        return {
          values: (values: Parameters<typeof query.values>[0]) => ({
            execute: async () => {
              if (isStored) await query.values(values).execute();
              throw broken;
            },
          }),
        };
      };
    },
  });
  return { db, calls: () => calls };
}

it.each([false, true])('stores the end of a run when the database is back (stored without a reply: %s)', async (isStored) => {
  const { db, calls } = awayFor(isStored ? 1 : 3, { isStored });
  const run = newRun();
  const record = new RunRecord(db, run, () => undefined, { closing: new AbortController().signal, retryMs: 1 });
  await record.finish({ state: 'lost', result: null, error: 'gone' });
  expect(calls()).toBe(isStored ? 1 : 4);
  expect(await findRun(db, run.id)).toMatchObject({ state: 'lost', error: 'gone' });
});

it('does not wait for the database when the server stops', async () => {
  const closing = new AbortController();
  const { db } = awayFor(Infinity);
  const record = new RunRecord(db, newRun(), () => undefined, { closing: closing.signal, retryMs: 3_600_000 });
  const stored = record.finish({ state: 'lost', result: null, error: 'gone' });
  closing.abort();
  await expect(stored).rejects.toThrow('ECONNREFUSED');
});

it('ends the rows that this server neither works on nor has to store, and no others', async () => {
  const { platform } = server;
  const [forgotten, known, elsewhere] = [newRun(), newRun(), { ...newRun(), server_id: randomUUID() }];
  for (const run of [forgotten, known, elsewhere]) await insertRun(platform.db, { ...run, state: 'running' });
  await closeForgottenRuns({ platform, serverId: null, has: (id) => id === known.id }, 0);
  const states = await Promise.all([forgotten, known, elsewhere].map(async ({ id }) => (await findRun(platform.db, id))?.state));
  expect(states).toEqual(['lost', 'running', 'running']);
});

function newRun() {
  const id = randomUUID();
  const user_id = server.users.staff.id;
  return { ...place, id, user_id, stream_id: null, runner_name: 'local', session_id: id, input: null, server_id: null };
}
