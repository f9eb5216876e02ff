import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { PostgresProcess, postgresUrl as urlOf } from '#platform/server/database/postgres/postgres-process.ts';

/** A PostgreSQL server for tests, in a temporary folder, reached through a socket in it. */
export interface TestPostgres {
  /** Folder of its socket. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** The address of a database on a {@link TestPostgres}. */
export function postgresUrl(folder: string, database: string): string {
  return urlOf(folder, database);
}

/**
 * Starts a server that flushes nothing to disk. It ends with this process.
 * @throws DatabaseStartError if it doesn't start
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const parent = await mkdtemp(join(tmpdir(), 'lw-pg-'));
  const folder = join(parent, 'db');
  try {
    const postgres = await PostgresProcess.start({ folder, log: pino({ level: 'silent' }), sync: false, stopLimits: QUICK });
    const stop = async () => {
      await postgres.stop();
      await rm(parent, { recursive: true, force: true });
    };
    return { folder, stop };
  } catch (error) {
    await rm(parent, { recursive: true, force: true });
    throw error;
  }
}

const QUICK = { fastMs: 3_000, immediateMs: 2_000 };
