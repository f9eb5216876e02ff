import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import { pino, type Logger } from 'pino';
import { lockDataFolder } from '../data-folder-lock.ts';
import { findRunningPostgres, PostgresProcess } from './postgres/postgres-process.ts';
import type { PostgresSettings } from './postgres/settings.ts';
import { openServerPool } from './server.ts';
import { DatabaseStartError } from './start-error.ts';
import type { Tables } from './tables.ts';
import { GuardedKysely } from './transaction-guard.ts';

export type { Tables } from './tables.ts';

/** The whole database, outside any transaction. */
export type Db = Kysely<Tables>;
/** Inside a transaction. */
export type Tx = Transaction<Tables>;
/** First parameter of query functions: either works. */
export type Handle = Db | Tx;

export interface Database {
  readonly db: Db;
  /** The pool behind `db`, for the job queue. Never query it inside a transaction. */
  readonly pool: Pool;
  /** For connections outside the pool, such as a listening one. */
  readonly url: string;
  /** Waits for running queries, then closes. */
  readonly close: () => Promise<void>;
}

/** Folder of the built-in PostgreSQL in the data folder. */
export const DATABASE_FOLDER = 'postgres';

interface DatabaseOptions {
  readonly dataFolder: string;
  /** Null: the built-in PostgreSQL, in the data folder. */
  readonly databaseUrl: string | null;
  readonly postgresSettings?: PostgresSettings;
  readonly log?: Logger;
  /** The most at a time, for tests. */
  readonly connections?: number;
  /**
   * The caller holds the lock of the data folder: the built-in PostgreSQL is started, and one that a killed process
   * left behind is stopped. Otherwise a running one is used; if there is none, the lock is held until the database is
   * closed.
   */
  readonly isOwner?: boolean;
}

/**
 * Opens PostgreSQL: the server at `databaseUrl` or, if that is null, the built-in one in the data folder. The built-in
 * one is created on first use and stops when the database is closed or this process ends.
 * @throws DatabaseStartError if it doesn't start or can't be reached.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const log = options.log ?? pino({ level: 'warn' });
  const server = await openServer(options, log);
  try {
    const pool = await openServerPool(server.url, log, options.connections);
    const close = async () => {
      await pool.end();
      await server.close();
    };
    return { db: new GuardedKysely<Tables>(pool), pool, url: server.url, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface Server {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function openServer(
  { dataFolder, databaseUrl, postgresSettings = {}, isOwner = false }: DatabaseOptions,
  log: Logger,
): Promise<Server> {
  if (databaseUrl !== null) return { url: databaseUrl, close: async () => {} };
  const folder = join(dataFolder, DATABASE_FOLDER);
  const running = isOwner ? null : await findRunningPostgres(folder);
  if (running) return { url: running.url, close: running.remove };
  refuseEarlierDatabase(dataFolder, folder);
  // Starting PostgreSQL stops one that is already starting there, so only one process at a time may do it.
  const lock = isOwner ? null : await lockDataFolder(dataFolder);
  try {
    const postgres = await PostgresProcess.start({ folder, settings: postgresSettings, log });
    return { url: postgres.url, close: () => postgres.stop().finally(() => lock?.release()) };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Otherwise the product would start empty beside the content of version 0.1, which only 0.2 can move. */
function refuseEarlierDatabase(dataFolder: string, folder: string): void {
  const earlier = join(dataFolder, 'database');
  if (existsSync(folder) || !existsSync(join(earlier, 'PG_VERSION'))) return;
  throw new DatabaseStartError(
    `${earlier} is the database of version 0.1, which this version can't read. Nothing was changed. ` +
      'Start version 0.2 once, which moves the database into PostgreSQL; then start this version.',
  );
}
