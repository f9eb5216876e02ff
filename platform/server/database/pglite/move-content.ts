import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { openServerPool } from '../server.ts';
import { PostgresProcess } from '../postgres/postgres-process.ts';
import type { Tables } from '../tables.ts';
import { fillDatabase, withSnapshot } from '../transfer/content.ts';
import { prepareTables } from '../transfer/prepare.ts';
import { GuardedKysely } from '../transaction-guard.ts';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Pool } from 'pg';
import { valueParsers } from '../value-parsers.ts';

/**
 * Opens a version 0.1 database: PGlite on a folder, behind a pool of its only session. Closing it flushes everything.
 */
export async function openPglite(
  folder: string,
  options: PGliteOptions = {},
): Promise<{ readonly pool: Pool; readonly close: () => Promise<void> }> {
  const postgres = await PGlite.create(folder, options);
  const pool = new Pool(Object.assign(createPgConfig(postgres), { max: 1, idleTimeoutMillis: 0, types: valueParsers }));
  const close = async () => {
    await pool.end();
    await postgres.close();
  };
  return { pool, close };
}

/** PGlite's folder in a data folder of version 0.1. */
export const PGLITE_FOLDER = 'database';
/** Where the new database is created; it is renamed once it is complete. */
export const UNFINISHED_FOLDER = 'postgres.moving';

/**
 * Copies the version 0.1 database into a new PostgreSQL beside it, in one transaction, and compares every table.
 * @throws DatabaseStartError if it can't be read or the copy differs.
 */
export async function moveContent(dataFolder: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const folder = join(dataFolder, UNFINISHED_FOLDER);
  await rm(folder, { recursive: true, force: true });
  await using opened = new AsyncDisposableStack();
  const old = await openPglite(join(dataFolder, PGLITE_FOLDER));
  opened.defer(() => old.close());
  const postgres = await PostgresProcess.start({ folder, log });
  opened.defer(() => postgres.stop());
  const pool = await openServerPool(postgres.url, log);
  opened.defer(() => pool.end());
  const database = { db: new GuardedKysely<Tables>(pool), pool, url: postgres.url, close: () => Promise.resolve() };
  await withSnapshot(old, async (snapshot) => {
    await prepareTables(database, snapshot.migrations);
    await fillDatabase(database, snapshot, () => undefined);
  });
}
