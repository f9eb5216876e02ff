import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Config } from '#platform/server/config.ts';
import { databaseAccount, type Account } from '#platform/server/database/postgres/account.ts';
import { debianProgram } from '#testing/debian-programs.ts';
import { postgresUrl } from '#testing/postgres.ts';
import { createProductFolder, whileRunning, type ProductFolder } from '#testing/stopped-product.ts';
import { readWhatLasts, type WhatLasts } from '#testing/what-lasts.ts';
import { alignBranches } from './align-branches.ts';

// The steps of docs/operating.md, "To any moment", with Debian's PostgreSQL.

const run = promisify(execFile);
const WAIT = { timeout: 300_000, interval: 50 };

let account: Account | null;
let home: string;
let product: ProductFolder;
let server: ChildProcess | null = null;
let programs: string;

beforeAll(async () => {
  account = await databaseAccount();
  home = await mkdtemp(join(tmpdir(), 'lw-pitr-'));
  if (account) await chown(home, account.uid, account.gid);
  await mkdir(join(home, 'wal'));
  if (account) await chown(join(home, 'wal'), account.uid, account.gid);
  product = await createProductFolder();
  const [version = '15'] = await readdir('/usr/lib/postgresql').catch(() => []);
  programs = join(await debianProgram(`postgresql-${version}`, `usr/lib/postgresql/${version}/bin/postgres`), '..');
  await program('initdb', '-D', join(home, 'db'), '--username', 'lessonwright', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C');
  await appendFile(
    join(home, 'db/postgresql.conf'),
    `unix_socket_directories = '${home}'
listen_addresses = ''
${await documented('wal_level')}`,
  );
  await startPostgres();
  await query('postgres', 'create database lessonwright');
});
afterAll(async () => {
  await stopPostgres();
  await product?.remove();
  await rm(home, { recursive: true, force: true });
});

/** The block of the document that begins with this, with `/backups` in the folder of this test. */
async function documented(beginning: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8');
  const section = text.slice(text.indexOf('### To any moment'));
  const block = [...section.matchAll(/^ *```(?:sh)?\n([\s\S]*?)^ *```$/gm)].find(([, code = '']) => code.trimStart().startsWith(beginning));
  return (block?.[1] ?? '').replaceAll('/backups', home).replace(/^ +/gm, '');
}

/** Runs the documented script of each night. */
async function backUpNightly(): Promise<void> {
  const script = (await documented('set -eu')).replace('-h db -U postgres', `-h ${home} -U lessonwright`);
  await run('sh', ['-c', script], { cwd: home, env: { PATH: `${programs}:/usr/bin:/bin`, LC_ALL: 'C' }, ...account });
}

async function program(name: string, ...args: string[]): Promise<void> {
  await run(join(programs, name), args, { cwd: home, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, ...account });
}

async function startPostgres(): Promise<void> {
  server = spawn(join(programs, 'postgres'), ['-D', join(home, 'db')], { cwd: home, stdio: 'ignore', ...account });
  await vi.waitUntil(
    () =>
      query('postgres', 'select not pg_is_in_recovery() as up').then(
        ([row]) => row?.['up'] === true,
        () => false,
      ),
    WAIT,
  );
}

async function stopPostgres(): Promise<void> {
  if (server === null || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
}

async function query(database: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(postgresUrl(home, database));
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const config = (): Config => product.config({ DATABASE_URL: postgresUrl(home, 'lessonwright'), LESSONWRIGHT_SAMPLE: '0' });

/** Saves the lesson, waits until everything is pushed, and returns what is stored when the product has stopped. */
async function save(id: number | null, title: string): Promise<{ id: number; lasting: WhatLasts }> {
  const saved = await whileRunning(config(), async (client) => {
    const lesson = id === null ? await client.createLesson({ body: { sequence: 901, title } }) : { id };
    await client.saveLesson({ params: { id: lesson.id }, body: { title } });
    await vi.waitUntil(async () => (await query('lessonwright', `select 1 from changes where state <> 'pushed'`)).length === 0, WAIT);
    return lesson.id;
  });
  return { id: saved, lasting: await readWhatLasts(config()) };
}

it('restores the moment between two saves, rows, branches and files', async () => {
  const { id } = await save(null, 'Begun');
  await backUpNightly();
  const first = await save(id, 'First');
  const [moment] = await query('lessonwright', 'select now()::text as at');
  const second = await save(id, 'Second');
  expect(second.lasting.lessons).not.toEqual(first.lasting.lessons);
  expect(second.lasting.heads).not.toEqual(first.lasting.heads);
  await query('postgres', 'select pg_switch_wal()');
  await stopPostgres();
  const base = (await readdir(home)).find((name) => name.startsWith('base-')) ?? '';

  const began = performance.now();
  await rename(join(home, 'db'), join(home, 'db-broken'));
  await rename(join(home, base), join(home, 'db'));
  await appendFile(
    join(home, 'db/postgresql.conf'),
    (await documented('restore_command')).replace('2026-03-01 09:30:00+00', String(moment?.['at'])),
  );
  await writeFile(join(home, 'db/recovery.signal'), '');
  await startPostgres();
  const lines: string[] = [];
  await alignBranches(config(), (line) => lines.push(line));
  const seconds = (performance.now() - began) / 1000;
  expect(lines).toHaveLength(2);

  // PostgreSQL skips up to 32 numbers of each sequence in a recovery.
  const { blobs, sequences: _skipped, ...restored } = await readWhatLasts(config());
  const { blobs: needed, sequences: _exact, ...wanted } = first.lasting;
  expect(restored).toEqual(wanted);
  for (const sha256 of needed) expect(blobs).toContain(sha256);

  // The product goes on from there.
  const ready = performance.now();
  const title = await whileRunning(config(), async (client) => (await client.getLesson({ params: { id } })).title);
  expect(title).toBe('First');
  process.stdout.write(
    `restored in ${seconds.toFixed(1)} s; started, signed in and stopped in ${((performance.now() - ready) / 1000).toFixed(1)} s\n`,
  );
  const { lasting } = await save(id, 'Third');
  expect(lasting.lessons).not.toEqual(first.lasting.lessons);
});

it('changes nothing if the repositories are older than the database', async () => {
  const [release] = await query('lessonwright', 'select id, commit_sha from releases where not is_main and deleted_at is null');
  const before = await readWhatLasts(config());
  await query('lessonwright', `update releases set commit_sha = '${'a'.repeat(40)}' where id = ${String(release?.['id'])}`);
  await expect(alignBranches(config(), () => undefined)).rejects.toThrow(`${'a'.repeat(40)} (working.git)`);
  expect((await readWhatLasts(config())).heads).toEqual(before.heads);
});

it('keeps only what the base backups of 14 days need, and compresses it', async () => {
  await backUpNightly();
  const [old = ''] = (await readdir(home)).filter((name) => name.startsWith('base-'));
  const archive = async () => (await readdir(join(home, 'wal'))).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).sort();
  await query('postgres', 'select pg_switch_wal()');
  await vi.waitUntil(async () => (await archive()).length > 0, WAIT);
  const before = await archive();
  // One that was made 20 days ago.
  await rename(join(home, old), join(home, 'base-2026-01-01'));
  const then = new Date(Date.now() - 20 * 24 * 3_600_000);
  await utimes(join(home, 'base-2026-01-01'), then, then);
  await query('postgres', 'select pg_switch_wal()');
  await backUpNightly();
  expect((await readdir(home)).filter((name) => name.startsWith('base-'))).toEqual([old]);
  const first = /\(file ([0-9A-F]{24})\)/.exec(await readFile(join(home, old, 'backup_label'), 'utf8'))?.[1] ?? '';
  expect(before.filter((name) => name < `${first}.gz`)).not.toEqual([]);
  await vi.waitUntil(async () => (await archive()).length > 0, WAIT);
  expect((await archive()).filter((name) => name < `${first}.gz`)).toEqual([]);
});

it('a minute of heartbeats takes little of the archive', async () => {
  await query('postgres', 'select pg_switch_wal()');
  // As many as three servers write in a minute.
  await query('lessonwright', 'create table heartbeats (id int primary key, at timestamptz)');
  await query('lessonwright', 'insert into heartbeats select generate_series(1, 3), now()');
  for (let beat = 0; beat < 20; beat += 1) await query('lessonwright', 'update heartbeats set at = now()');
  const [row] = await query('postgres', 'select pg_walfile_name(pg_switch_wal()) as name');
  const file = join(home, 'wal', `${String(row?.['name'])}.gz`);
  await vi.waitUntil(
    () =>
      stat(file).then(
        () => true,
        () => false,
      ),
    WAIT,
  );
  const { size } = await stat(file);
  process.stdout.write(`a minute without saves takes ${Math.ceil(size / 1024)} kB in the archive\n`);
  expect(size).toBeLessThan(256 * 1024);
});
