import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { DURABLE_START_PARAMS, DurableFileSystem } from './durable-file-system.ts';
import { FolderLock } from './folder-lock.ts';
import { DatabaseStartError } from './start-error.ts';
import { startUpkeep } from './upkeep.ts';
import { valueParsers } from './value-parsers.ts';

/**
 * How long a query waits for the one session. Reached when the machine is far overloaded, or when code inside a
 * transaction waits for a query outside it, which would wait for ever.
 */
const SESSION_TIMEOUT_MS = 15_000;

export interface EmbeddedPool {
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

/**
 * Opens the embedded PostgreSQL in `folder`, made on first use, behind a pool of its one session. Everything that
 * talks to the database must go through this pool: a query beside it would run inside somebody else's transaction.
 * @throws DatabaseStartError when another process has the folder, or the cluster in it cannot be used.
 */
export async function openEmbeddedPool(folder: string, log: Logger): Promise<EmbeddedPool> {
  await mkdir(dirname(folder), { recursive: true });
  const lock = await FolderLock.take(folder);
  try {
    if (!existsSync(folder)) await createCluster(folder);
    const postgres = await startPostgres(new DurableFileSystem(folder), (reason) => {
      log.fatal({ reason }, 'the embedded database cannot go on, so the process ends; what was acknowledged is safe');
      process.exit(1);
    });
    const pool = new Pool(
      Object.assign(createPgConfig(postgres), {
        max: 1,
        connectionTimeoutMillis: SESSION_TIMEOUT_MS,
        // The session is never thrown away: there is no other.
        idleTimeoutMillis: 0,
        types: valueParsers,
      }),
    );
    pool.on('error', ({ message }) => log.error({ reason: message }, 'the embedded database failed'));
    const stopUpkeep = startUpkeep(pool, log);
    return {
      pool,
      close: async () => {
        await stopUpkeep();
        await pool.end();
        await postgres.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Starts PostgreSQL in this process on a folder that holds a cluster, or is empty.
 * @param onPanic Called when it must not go on, such as after a failed fsync: the next query would never return.
 * @throws DatabaseStartError when the cluster cannot be used.
 */
export async function startPostgres(fileSystem: DurableFileSystem, onPanic: (reason: string) => void = () => {}): Promise<PGlite> {
  const complaints: string[] = [];
  let isRunning = false;
  const onStderr = (line: string): boolean => {
    const complaint = /(?:FATAL|PANIC|DETAIL): .*/.exec(line)?.[0];
    if (complaint !== undefined && !isRunning) complaints.push(complaint);
    if (isRunning && complaint?.startsWith('PANIC')) onPanic(complaint);
    return true;
  };
  try {
    const postgres = await PGlite.create({ fs: fileSystem, startParams: [...DURABLE_START_PARAMS], onStderr });
    isRunning = true;
    return postgres;
  } catch (error) {
    const reason = complaints.join(' ') || String(error);
    throw new DatabaseStartError(`The embedded database does not start: ${reason}`, { cause: error });
  }
}

/** Makes a new cluster beside its place and moves it there when it is whole: a crash meanwhile leaves nothing half made. */
async function createCluster(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const postgres = await startPostgres(new DurableFileSystem(unfinished));
  await postgres.close();
  for (const entry of await readdir(unfinished, { recursive: true })) await flush(join(unfinished, entry));
  await flush(unfinished);
  await rename(unfinished, folder);
  await flush(dirname(folder));
}

async function flush(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
