import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRunningPostgres, PostgresProcess } from './postgres-process.ts';
import { findPostmaster } from './postmaster.ts';

const log = pino({ level: 'silent' });

let parent: string;
let folder: string;
let postgres: PostgresProcess;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'postgres-'));
  // As mkdtemp creates it, for its owner alone, with a path longer than a socket address allows.
  folder = join(parent, 'a-folder-with-a-long-name'.repeat(5), 'db');
  mkdirSync(join(folder, '..'));
  postgres = await PostgresProcess.start({ folder, log, sync: false, settings: { shared_buffers: '24MB' } });
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(parent, { recursive: true });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

it('is PostgreSQL 18 with the given settings', async () => {
  expect(await query(postgres.url, "select current_setting('server_version_num')::int / 10000")).toEqual([18]);
  expect(await query(postgres.url, 'show shared_buffers')).toEqual(['24MB']);
});

it('listens on a socket of its account only, and on no port', async () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(await query(postgres.url, 'show listen_addresses')).toEqual(['']);
  const pid = findPostmaster(folder)?.pid;
  const ports = ['tcp', 'tcp6'].map((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8')).join('');
  expect(ports).not.toContain(`:${(5432).toString(16).toUpperCase()} `);
});

it('does not run as root, and inherits no settings of the server', async () => {
  const pid = findPostmaster(folder)?.pid;
  expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
  expect(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => line.split('=')[0]),
  ).not.toContain('HOME');
});

it('is not running once stopped', async () => {
  const other = join(parent, 'other');
  const stopped = await PostgresProcess.start({ folder: other, log, sync: false });
  expect(findPostmaster(other)).not.toBeNull();
  await stopped.stop();
  expect(findPostmaster(other)).toBeNull();
});

it('is found by a second process of this machine', async () => {
  const running = await findRunningPostgres(folder);
  expect(await query(running?.url ?? '', 'select 1')).toEqual([1]);
  await running?.remove();
  expect(await findRunningPostgres(join(parent, 'nowhere'))).toBeNull();
});
