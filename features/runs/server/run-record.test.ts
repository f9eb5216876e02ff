import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { RunResult } from '../contract/runs.ts';
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
  const id = randomUUID();
  const user_id = server.users.staff.id;
  const run = { ...place, id, user_id, stream_id: null, runner_name: 'local', session_id: id, input: null, server_id: null };
  const record = new RunRecord(db, run, () => undefined);
  // Stored, and its reply was lost.
  await insertRun(db, { ...run, state: 'queued' });
  await expect(record.write()).rejects.toThrow('duplicate key');
  await record.finish({ state: 'lost', result: null, error: 'gone' });
  expect(await findRun(db, id)).toMatchObject({ state: 'lost', error: 'gone' });
});
