import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Db, Tx } from './database.ts';
import { endHolder } from './held-lock.ts';

// A backup runs in its own process. It and the product coordinate by two PostgreSQL advisory locks, which are released with the
// connection that holds them, even after `kill -9`:
//
// - refs: work that moves branches holds it shared; the backup holds it alone for the moment in which it notes rows and branches.
// - removal: the backup, and work that removes files or git objects, hold it alone, the backup until it has copied everything.

/** The first half of the locks' keys: "LWba" in ASCII. No other program on this database should use it. */
const KEY = 0x4c_57_62_61;
const REFS = 1;
const REMOVAL = 2;

/** A statement that waited too long for a lock. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs work that moves branches. It runs in parallel with other such work, but never while a backup records where the
 * branches are. Don't nest calls.
 */
export async function moveRefs<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return withRefsLock(db, () => work());
}

/** {@link moveRefs} for work that also needs the transaction, which holds the lock and nothing else. */
export async function withRefsLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    // The connection is idle while the work runs; the work has its own time limits.
    await sql`select set_config('idle_in_transaction_session_timeout', '0', true), pg_advisory_xact_lock_shared(${KEY}::int, ${REFS}::int)`.execute(
      tx,
    );
    return work(tx);
  });
}

/** A process that takes longer than this to move a branch counts as cut off. */
const MOVE_LIMIT_MS = 10_000;

/**
 * Waits until no branch is being moved, and runs `work` before any other move. The session of a server that is cut off in the middle
 * of one would hold its lock for hours, so it is ended.
 */
export async function waitForBranchMoves<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${String(MOVE_LIMIT_MS)}, true)`.execute(tx);
      await sql`select pg_advisory_xact_lock(${KEY}::int, ${REFS}::int)`.execute(tx);
      return work(tx);
    });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
    await endHolder(db, [KEY, REFS]);
    return attempt();
  }
}

/**
 * Runs work that removes data a backup may be reading. Returns null without running it if a backup or other such work
 * is in progress.
 */
export async function unlessBackup<T>(db: Db, work: () => Promise<T>): Promise<T | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      isMine: boolean;
    }>`select set_config('idle_in_transaction_session_timeout', '0', true), pg_try_advisory_xact_lock(${KEY}::int, ${REMOVAL}::int) as "isMine"`.execute(
      tx,
    );
    return rows[0]?.isMine === true ? work() : null;
  });
}

/** Time limits of a backup, in milliseconds. */
export interface BackupLimits {
  /** For the database and for each of the two locks. */
  readonly waitMs: number;
  /** One attempt to get the refs lock: work that queues behind it waits this long. */
  readonly tryMs: number;
  /** A backup that hangs while it holds the refs lock loses it after this long. */
  readonly holdMs: number;
}

export const BACKUP_LIMITS: BackupLimits = { waitMs: 20_000, tryMs: 250, holdMs: 5_000 };

const PAUSE_MS = 250;

/**
 * Runs a backup. Nothing it may read is removed until it ends.
 * @throws Error if a removal or another backup runs for longer than the limit, or if the connection holding the lock is
 * lost.
 */
export function withoutRemovals<T>(pool: Pool, { waitMs }: BackupLimits, work: () => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query('set local idle_in_transaction_session_timeout to 0');
    const end = Date.now() + waitMs;
    while (!(await tryRemovalLock(client))) {
      if (Date.now() > end)
        throw new Error(
          'Another backup is running, or the server is packing its repositories or removing unused files. Nothing was written. Try again when that is done.',
        );
      await sleep(PAUSE_MS);
    }
    return work();
  });
}

async function tryRemovalLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_xact_lock($1, $2) as "isMine"', [KEY, REMOVAL]);
  return rows[0]?.isMine === true;
}

/**
 * Runs work while no branch moves. Branch updates wait for it, so it must take milliseconds. They continue between
 * attempts.
 * @throws Error if branches are being moved for longer than the limit, or if `work` took so long that the lock was
 * lost.
 */
export async function withStableRefs<T>(pool: Pool, { waitMs, tryMs, holdMs }: BackupLimits, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + waitMs;
  for (;;) {
    const result = await inTransaction(pool, async (client) => {
      await client.query(`set local idle_in_transaction_session_timeout to ${holdMs}`);
      await client.query(`set local lock_timeout to ${tryMs}`);
      const isMine = await client.query('select pg_advisory_xact_lock($1, $2)', [KEY, REFS]).then(
        () => true,
        (error: unknown) => {
          if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
          throw error;
        },
      );
      return isMine ? { value: await work() } : null;
    });
    if (result !== null) return result.value;
    if (Date.now() > end)
      throw new Error(
        `The server has been writing to git for ${Math.round(waitMs / 1000)} s without a pause, for example because of a large push. Nothing was written. Try again in a moment.`,
      );
    await sleep(PAUSE_MS);
  }
}

/** The backup lost its database connection, and with it a lock, so the copied parts may not match. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';

  constructor(cause: unknown) {
    super(
      'The database connection was lost during the backup: the server or PostgreSQL was stopped, or the backup stalled for too long. The incomplete backup was removed. Run it again.',
      { cause },
    );
  }
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let lost: Error | null = null;
  const onError = (error: Error) => (lost = error);
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => (lost ??= reason));
    throw lost === null ? error : new ConnectionLostError(error);
  } finally {
    client.off('error', onError);
    client.release(lost ?? undefined);
  }
}
