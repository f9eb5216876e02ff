import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresUrl, startTestPostgres, type TestPostgres } from '#testing/postgres.ts';
import { freePort } from '#testing/real-server.ts';

// The real product while its PostgreSQL is stopped.

const CALLS = 400;
/** There is a line for each cause, with its stack. One for each call would be twenty times as much. */
const MOST_BYTES = 30_000;

let postgres: TestPostgres;
let dataFolder: string;
let product: ChildProcess;
let url: string;
let log = '';

beforeAll(async () => {
  postgres = await startTestPostgres();
  const client = new Client({ connectionString: postgresUrl(postgres.folder, 'postgres') });
  await client.connect();
  await client.query('create database lessons');
  await client.end();
  dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-outage-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  product = spawn(process.execPath, [join(import.meta.dirname, '../../../app/server/main.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATABASE_URL: postgresUrl(postgres.folder, 'lessons'),
      LESSONWRIGHT_DATA: dataFolder,
      LESSONWRIGHT_SAMPLE: '0',
      LESSONWRIGHT_LOCAL_RUNNER: '0',
    },
  });
  product.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (product.exitCode !== null) throw new Error(log);
    await sleep(50);
  }
});
afterAll(async () => {
  if (product?.exitCode === null) {
    product.kill('SIGKILL');
    await once(product, 'exit');
  }
  await rm(dataFolder, { recursive: true, force: true });
});

it('the server lives, is not ready, and does not fill the disk with its log', async () => {
  expect(log).toBe('');
  await postgres.stop();
  const statuses = new Set<number>();
  for (let call = 0; call < CALLS; call += 1) {
    statuses.add((await fetch(`${url}/api/login/state`)).status);
    await sleep(20);
  }
  expect(statuses).toEqual(new Set([503]));
  const ready = await fetch(`${url}/api/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false }]);
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  expect(log).toContain('an API call failed');
  expect(log.length).toBeLessThan(MOST_BYTES);
});
