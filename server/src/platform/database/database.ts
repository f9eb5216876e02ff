import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import { pino, type Logger } from 'pino';
import { openEmbeddedPool } from './embedded.ts';
import { openServerPool } from './server.ts';
import type { Tables } from './tables.ts';
import { GuardedKysely } from './transaction-guard.ts';

export type { Tables } from './tables.ts';

/** The whole database, outside any transaction. */
export type Db = Kysely<Tables>;
/** Inside a transaction. */
export type Tx = Transaction<Tables>;
/** What table functions take first: they work on either. */
export type Handle = Db | Tx;

export interface Database {
  readonly db: Db;
  readonly kind: 'embedded' | 'server';
  /** What `db` stands on; for the job queue. Inside a transaction, never query it. */
  readonly pool: Pool;
  /** Waits for queries that run, then closes. */
  readonly close: () => Promise<void>;
}

/** The folder of the embedded database in the data folder. */
export const DATABASE_FOLDER = 'database';

/**
 * Opens PostgreSQL: the server at `databaseUrl`, or, where that is null, the embedded one in the data folder.
 * @throws DatabaseStartError when the server cannot be reached, or another process has the folder.
 */
export async function openDatabase(options: {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly log?: Logger;
}): Promise<Database> {
  const log = options.log ?? pino({ level: 'warn' });
  if (options.databaseUrl === null) {
    const { pool, close } = await openEmbeddedPool(join(options.dataFolder, DATABASE_FOLDER), log);
    return { db: new GuardedKysely<Tables>(pool), kind: 'embedded', pool, close };
  }
  const pool = await openServerPool(options.databaseUrl, log);
  return { db: new GuardedKysely<Tables>(pool), kind: 'server', pool, close: () => pool.end() };
}
