import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import {
  BACKUP_LIMITS,
  ConnectionLostError,
  moveRefs,
  unlessBackup,
  withStableRefs,
  withoutRemovals,
  type BackupLimits,
} from './backup-locks.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const IMPATIENT: BackupLimits = { ...BACKUP_LIMITS, waitMs: 0, tryMs: 50 };

/** Work that continues until it is ended. */
function lasting() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const work = async () => {
    begin();
    await end;
  };
  return { work, begun, end: resolve };
}

/** Returns the error that work failed with; null if it succeeded. */
function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (reason: unknown) => reason,
  );
}

/** Resolves once this many processes wait for, or hold, an advisory lock. */
async function locks(count: number, isGranted: boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select from pg_locks where locktype = 'advisory' and granted = $1
         and database = (select oid from pg_database where datname = current_database())`,
        [isGranted],
      );
      expect(rows).toHaveLength(count);
    },
    { timeout: 300_000, interval: 20 },
  );
}

/** Ends the connections that hold advisory locks, as the death of their process does. */
async function endHolders(): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
}

describe('moving refs', () => {
  it('runs beside other moves, and waits for a backup to release the lock', async () => {
    const [one, backup] = [lasting(), lasting()];
    const moving = moveRefs(database.db, one.work);
    await one.begun;
    await moveRefs(database.db, async () => {});
    one.end();
    await moving;

    const resting = withStableRefs(database.pool, BACKUP_LIMITS, backup.work);
    await backup.begun;
    const moved = vi.fn<() => Promise<void>>();
    const second = moveRefs(database.db, moved);
    await locks(1, false);
    expect(moved).not.toHaveBeenCalled();
    backup.end();
    await Promise.all([resting, second]);
    expect(moved).toHaveBeenCalledOnce();
  });

  it('is refused inside a transaction: it would wait for a second connection', async () => {
    const nested = database.db.transaction().execute(() => moveRefs(database.db, async () => {}));
    await expect(nested).rejects.toThrow('bypassed the current transaction');
  });

  it('continues when the backup dies at that moment', async () => {
    const backup = lasting();
    const resting = withStableRefs(database.pool, BACKUP_LIMITS, backup.work);
    const failed = reasonOf(resting);
    await backup.begun;
    const moved = moveRefs(database.db, async () => 'moved');
    await locks(1, false);
    await endHolders();
    expect(await moved).toBe('moved');
    backup.end();
    expect(await failed).toBeInstanceOf(ConnectionLostError);
  });

  it('continues when the backup hangs, which fails the backup', async () => {
    const backup = lasting();
    const resting = withStableRefs(database.pool, { ...BACKUP_LIMITS, holdMs: 50 }, backup.work);
    const failed = reasonOf(resting);
    await backup.begun;
    expect(await moveRefs(database.db, async () => 'moved')).toBe('moved');
    backup.end();
    expect(await failed).toBeInstanceOf(ConnectionLostError);
  });

  it('fails a backup when it takes too long, without delaying other moves between attempts', async () => {
    const one = lasting();
    const moving = moveRefs(database.db, one.work);
    await one.begun;
    const work = vi.fn<() => Promise<void>>();
    await expect(withStableRefs(database.pool, IMPATIENT, work)).rejects.toThrow('without a pause');
    expect(work).not.toHaveBeenCalled();
    await moveRefs(database.db, async () => {});
    one.end();
    await moving;
    await locks(0, true);
  });
});

describe('removing', () => {
  it('is skipped during a backup, and done afterwards', async () => {
    const backup = lasting();
    const remove = vi.fn(async () => 'removed');
    const running = withoutRemovals(database.pool, BACKUP_LIMITS, backup.work);
    await backup.begun;
    expect(await unlessBackup(database.db, remove)).toBeNull();
    expect(remove).not.toHaveBeenCalled();
    backup.end();
    await running;
    expect(await unlessBackup(database.db, remove)).toBe('removed');
  });

  it('delays a backup, which eventually fails, as does a second backup', async () => {
    const removal = lasting();
    const removing = unlessBackup(database.db, removal.work);
    await removal.begun;
    const work = vi.fn(async () => 'copied');
    await expect(withoutRemovals(database.pool, IMPATIENT, work)).rejects.toThrow('Another backup is running');
    expect(work).not.toHaveBeenCalled();
    const patient = withoutRemovals(database.pool, { ...BACKUP_LIMITS, waitMs: 60_000 }, work);
    removal.end();
    await removing;
    expect(await patient).toBe('copied');
  });

  it('fails a backup that lost its lock', async () => {
    const backup = lasting();
    const running = withoutRemovals(database.pool, BACKUP_LIMITS, backup.work);
    const failed = reasonOf(running);
    await backup.begun;
    await endHolders();
    await locks(0, true);
    backup.end();
    expect(await failed).toBeInstanceOf(ConnectionLostError);
  });
});
