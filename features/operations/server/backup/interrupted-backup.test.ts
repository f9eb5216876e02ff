import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig, type Config } from '#platform/server/config.ts';
import { lockDataFolder } from '#platform/server/data-folder-lock.ts';
import { BACKUP_LIMITS, moveRefs, unlessBackup } from '#platform/server/database/backup-locks.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { copyFirstContent } from '#testing/first-content.ts';
import { writeBackup } from './write-backup.ts';

const COMMAND_LINE = resolve(import.meta.dirname, '../../../../app/server/command-line.ts');
const WAIT = { timeout: 300_000, interval: 20 };

let database: TestDatabase;
let config: Config;
let outside: string;
let file: string;
beforeEach(async () => {
  database = await createTestDatabase();
  await copyFirstContent(database.dataFolder);
  config = readConfig(environment());
  outside = await mkdtemp(join(tmpdir(), 'backup-'));
  file = join(outside, 'monday.zip');
});
afterEach(async () => {
  await database.close();
  await rm(outside, { recursive: true });
});

const environment = () => ({ LESSONWRIGHT_DATA: database.dataFolder, DATABASE_URL: database.databaseUrl });
const impatient = { ...BACKUP_LIMITS, waitMs: 0 };
const quiet = () => undefined;

const LOCKS = "from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";

async function countLocks(): Promise<number> {
  return (await database.pool.query(`select ${LOCKS}`)).rows.length;
}

/**
 * Makes backups wait while they hold their lock, before they read anything. Call the returned function to release them.
 */
async function blockBackups(): Promise<() => Promise<void>> {
  await database.pool.query('create table blocked ()');
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('lock table blocked in access exclusive mode');
  return async () => {
    await client.query('drop table blocked');
    await client.query('commit');
    client.release();
  };
}

describe("a backup that can't be completed", () => {
  it('leaves no lock and no file under its name when killed, and the next one removes temporary files', async () => {
    const unblock = await blockBackups();
    const env = { ...process.env, ...environment() };
    const child = spawn(process.execPath, [COMMAND_LINE, 'backup', file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const said = text(child.stderr);
    const ended = once(child, 'exit');
    await vi.waitFor(async () => {
      expect(await countLocks()).toBe(1);
      expect(existsSync(`${file}.unfinished`)).toBe(true);
    }, WAIT);
    child.kill('SIGKILL');
    await ended;
    expect(await said).toBe('');
    await vi.waitFor(async () => expect(await countLocks()).toBe(0), WAIT);
    expect(await unlessBackup(database.db, async () => 'removed')).toBe('removed');
    expect(existsSync(file)).toBe(false);

    await unblock();
    await writeBackup(config, file, quiet);
    expect(await readdir(outside)).toEqual(['monday.zip']);
  });

  it('reports removals or git writes that take too long, and leaves nothing behind', async () => {
    const removing = unlessBackup(database.db, () => writeBackup(config, file, quiet, impatient));
    await expect(removing).rejects.toThrow('Another backup is running, or the server is packing');
    const moving = moveRefs(database.db, () => writeBackup(config, file, quiet, impatient));
    await expect(moving).rejects.toThrow('has been writing to git');
    expect(await readdir(outside)).toEqual([]);
    expect(await countLocks()).toBe(0);
    await writeBackup(config, file, quiet, impatient);
  });

  it('reports a lost database', async () => {
    const unblock = await blockBackups();
    const failed = writeBackup(config, file, quiet).then(
      () => 'it was made',
      (error: unknown) => String(error),
    );
    await vi.waitFor(async () => expect(await countLocks()).toBe(1), WAIT);
    await database.pool.query(`select pg_terminate_backend(pid) ${LOCKS}`);
    await unblock();
    expect(await failed).toContain('The database connection was lost during the backup');
    expect(await readdir(outside)).toEqual([]);
  });

  it('reports an existing file or a missing folder', async () => {
    await expect(writeBackup(config, file, () => writeFileSync(file, 'of another'))).rejects.toThrow('was created during the backup');
    expect(await readdir(outside)).toEqual(['monday.zip']);
    await expect(writeBackup(config, join(outside, 'missing/a.zip'), quiet)).rejects.toThrow(
      /cannot be written \(ENOENT\)\. Choose a folder/,
    );
  });

  it('reports that another process has the data folder and no database runs in it', async () => {
    const lock = await lockDataFolder(database.dataFolder);
    const builtIn = readConfig({ LESSONWRIGHT_DATA: database.dataFolder });
    await expect(writeBackup(builtIn, file, quiet, impatient)).rejects.toThrow(/the server is starting or stopping, a restore or move/);
    lock.release();
  });
});
