import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { PostgresProcess, postgresUrl } from '#platform/server/database/postgres/postgres-process.ts';
import { freePort, RealServer } from '#testing/real-server.ts';

// The real product and its runner while their PostgreSQL is stopped, and after it.

it('runs that end while the database is away have their end once it is back', async () => {
  await using cleanup = new AsyncDisposableStack();
  const parent = await mkdtemp(join(tmpdir(), 'lw-outage-'));
  cleanup.defer(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'db');
  const startPostgres = () => PostgresProcess.start({ folder, log: pino({ level: 'silent' }), sync: false });
  let postgres = await startPostgres();
  cleanup.defer(() => postgres.stop());
  const admin = new Client({ connectionString: postgresUrl(folder, 'postgres') });
  await admin.connect();
  await admin.query('create database lessons');
  await admin.end();
  const metricsPort = await freePort();
  const server = await RealServer.create({
    DATABASE_URL: postgresUrl(folder, 'lessons'),
    LESSONWRIGHT_SAMPLE: '0',
    LESSONWRIGHT_METRICS_PORT: String(metricsPort),
  });
  cleanup.defer(() => server.remove());
  const client = await server.setUpOwner();
  const { id } = await client.createLesson({ body: { sequence: 901, title: 'Outage' } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  // Longer than a call waits for its run.
  const code = 'import time\nprint("begun", flush=True)\ntime.sleep(6)';
  const begun = await Promise.all([1, 2].map(() => client.runCode({ body: { lesson_id: id, screen_id: newScreenId, code } })));
  expect(begun.map(({ status }) => status)).toEqual(['pending', 'pending']);
  await postgres.stop();
  const ended = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return [...metrics.matchAll(/^lessonwright_runs_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await vi.waitUntil(async () => (await ended()) === begun.length, { timeout: 300_000, interval: 200 });
  postgres = await startPostgres();
  for (const reply of begun) {
    const params = { screenId: newScreenId, runnerName: reply.runner_name, sessionId: reply.session_id, codeRunId: reply.code_run_id };
    const reached = () => client.getCodeRunResults({ params }).catch(() => null);
    await vi.waitUntil(async () => ((await reached())?.status ?? 'pending') !== 'pending', { timeout: 300_000 });
    expect(await reached()).toMatchObject({ status: 'done', output: 'begun\n' });
  }
});
