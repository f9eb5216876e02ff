import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories.ts';
import { createTestDatabase } from '#testing/database.ts';
import { lockDataFolder } from '../../data-folder-lock.ts';
import { Jobs } from '../../jobs.ts';
import { DATABASE_FOLDER, openDatabase } from '../database.ts';
import { migrateToLatest } from '../migrate.ts';
import type { Tables } from '../tables.ts';
import { GuardedKysely } from '../transaction-guard.ts';
import { fillDatabase, withSnapshot } from '../transfer/content.ts';
import { PGLITE_FOLDER, openPglite } from './move-content.ts';
import { BACKUP_FOLDER, moveFromPglite } from './move-from-pglite.ts';

const log = pino({ level: 'silent' });

// One database of version 0.1 is created and moved: each of both takes seconds.
let dataFolder: string;
let before: unknown;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'pglite-move-'));
  before = await createOldDatabase();
});
afterAll(() => rmSync(dataFolder, { recursive: true }));

/** Creates a version 0.1 data folder with two users. Returns the content of every table. */
async function createOldDatabase(): Promise<unknown> {
  // Today's tables need pg_trgm.
  const old = await openPglite(join(dataFolder, PGLITE_FOLDER), { extensions: { pg_trgm } });
  await using source = await disposable(createTestDatabase());
  await buildUser(source.db, { email: 'ada@example.org', name: 'Ada “the first”\u2028 ✓' });
  await buildUser(source.db, { email: 'ben@example.org' });
  try {
    const db = new GuardedKysely<Tables>(old.pool);
    await migrateToLatest(db);
    const executeSql = async (text: string, values?: unknown[]) => {
      const result: { rows: unknown[] } | { rows: unknown[] }[] = await old.pool.query(text, values);
      return { rows: [result].flat().flatMap(({ rows }) => rows) };
    };
    const boss = new PgBoss({ db: { executeSql }, backend: 'pglite', schedule: false });
    await boss.start();
    await boss.stop({ graceful: false });
    return await withSnapshot(source, async (snapshot) => {
      await fillDatabase({ ...source, pool: old.pool }, snapshot, () => undefined);
      return snapshot.figures;
    });
  } finally {
    await old.close();
  }
}

async function disposable<T extends { close: () => Promise<void> }>(opening: Promise<T>): Promise<T & AsyncDisposable> {
  const opened = await opening;
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() });
}

/** Moves and opens the database as the server does on start. */
async function start(): Promise<unknown> {
  const lock = await lockDataFolder(dataFolder);
  try {
    await moveFromPglite(dataFolder, log);
    await using database = await disposable(openDatabase({ dataFolder, databaseUrl: null, isOwner: true, log }));
    await migrateToLatest(database.db);
    await (await Jobs.start(database)).stop();
    return await withSnapshot(database, (snapshot) => Promise.resolve(snapshot.figures));
  } finally {
    lock.release();
  }
}

/** The content of every table of the backup. */
async function readBackup(): Promise<unknown> {
  const old = await openPglite(join(dataFolder, BACKUP_FOLDER), { extensions: { pg_trgm } });
  try {
    return await withSnapshot(old, (snapshot) => Promise.resolve(snapshot.figures));
  } finally {
    await old.close();
  }
}

describe('the database of version 0.1', () => {
  it('stays when the move fails', async () => {
    const control = join(dataFolder, PGLITE_FOLDER, 'global/pg_control');
    renameSync(control, `${control}.away`);
    writeFileSync(control, 'damaged');
    await expect(moveFromPglite(dataFolder, log)).rejects.toThrow(/could not be moved into PostgreSQL: .*It was not changed/s);
    expect(await readdir(dataFolder)).not.toContain(DATABASE_FOLDER);
    renameSync(`${control}.away`, control);
  });

  it('is moved once by the next start, completely, and kept', async () => {
    expect(await start()).toEqual(before);
    expect(existsSync(join(dataFolder, PGLITE_FOLDER))).toBe(false);
    expect(await readBackup()).toEqual(before);
  });

  it('is only renamed if the process ended between the last two steps, beside an earlier backup', async () => {
    cpSync(join(dataFolder, BACKUP_FOLDER), join(dataFolder, PGLITE_FOLDER), { recursive: true });
    expect(await start()).toEqual(before);
    expect(await readdir(dataFolder)).toEqual(expect.arrayContaining([BACKUP_FOLDER, `${BACKUP_FOLDER}-2`, DATABASE_FOLDER]));
    expect(existsSync(join(dataFolder, PGLITE_FOLDER))).toBe(false);
  });

  it('does not exist in a new data folder', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'pglite-move-'));
    await moveFromPglite(fresh, log);
    expect(await readdir(fresh)).toEqual([]);
    rmSync(fresh, { recursive: true });
  });
});
