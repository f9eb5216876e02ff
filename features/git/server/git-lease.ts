import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { notifyClusterChanged, type Servers } from '#platform/server/cluster/servers.ts';
import { waitForBranchMoves, withRefsLock } from '#platform/server/database/backup-locks.ts';
import type { Database, Db, Tx } from '#platform/server/database/database.ts';
import { endHolder, HeldLock, type LockKey } from '#platform/server/database/held-lock.ts';

// One server of a database writes to git. It holds an advisory lock on its own connection, which PostgreSQL releases when the
// server dies, and an epoch: a number that grows whenever another server takes over. Everything that moves a branch checks the
// epoch first, under the lock that the next holder needs to change it. So a holder that was cut off, and doesn't know yet, moves nothing.

/** "LWgi" in ASCII, and a number. */
const LOCK: LockKey = [0x4c_57_67_69, 1];
const LOCK_NAME = 'lessonwright git lease';

const LOOK_EVERY_MS = 500;
/** A holder that is no living server for this long hangs, or is cut off. */
const SILENT_MS = 15_000;
const PING_MS = 2_000;
/** How long the holder tries to get its lock back after its connection broke. */
const RECONNECT_LIMIT_MS = 60_000;

/** Another server took over. What this one still does in git counts for nothing. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('Another server writes to git now. This one stops.');
  }
}

interface Options {
  readonly servers: Servers;
  readonly log: Logger;
  /** Called once if another server took over. Restart: the repositories here are no longer those of the database. */
  readonly onLost: () => void;
  /** Gives up waiting. */
  readonly signal?: AbortSignal;
}

/** The right of this server to write to git. */
export class GitLease {
  readonly epoch: number;
  /** The repositories that were written last, by the id beside them; null: never written, or by an older version. */
  readonly lastRepositories: string | null;
  readonly #database: Database;
  readonly #options: Options;
  readonly #closing = new AbortController();
  #lock: HeldLock;
  #watching: Promise<void>;
  #isLost = false;

  private constructor(database: Database, lock: HeldLock, taken: Taken, options: Options) {
    this.#database = database;
    this.#lock = lock;
    this.epoch = taken.epoch;
    this.lastRepositories = taken.lastRepositories;
    this.#options = options;
    this.#watching = this.#watch();
  }

  /** Waits until no other server holds the lease, and takes it. */
  static async take(database: Database, options: Options): Promise<GitLease> {
    const { servers, log, signal } = options;
    let isReported = false;
    let silentSince: number | null = null;
    for (;;) {
      signal?.throwIfAborted();
      try {
        const lock = await HeldLock.tryTake(database.url, LOCK, LOCK_NAME);
        if (lock !== null) return await GitLease.#begin(database, lock, options);
        if (!isReported) log.warn('another server writes to git: this one waits, and takes over when that one ends');
        isReported = true;
        await servers.refresh();
        // Between taking the lock and being recorded as its holder, a server is silent too.
        silentSince = servers.holder() === null ? (silentSince ?? performance.now()) : null;
        // It hangs, or its machine is cut off and PostgreSQL hasn't noticed. If it only hung, it notices by the epoch that it lost.
        if (silentSince !== null && performance.now() - silentSince > SILENT_MS) await endHolder(database.db, LOCK);
      } catch (error) {
        log.warn({ err: error }, 'could not take the right to write to git. Trying again');
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  static async #begin(database: Database, lock: HeldLock, options: Options): Promise<GitLease> {
    try {
      const taken = await takeOver(database.db, options.servers.self.id);
      options.log.info({ epoch: taken.epoch }, 'this server writes to git now');
      return new GitLease(database, lock, taken, options);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /**
   * Runs work that moves branches or notifies others of moves, unless another server took over. None can until it is done. Takes part in the
   * locks of backups (database/backup-locks.ts). Don't nest calls.
   * @throws LeaseLostError
   */
  async whileHeld<T>(work: () => Promise<T>): Promise<T> {
    return withRefsLock(this.#database.db, async (tx) => {
      await this.#check(tx);
      return work();
    });
  }

  /** @throws LeaseLostError if another server took over. */
  async check(): Promise<void> {
    await this.#check(this.#database.db);
  }

  /** Records which repositories this server writes, so that the next holder knows whether it has them. */
  async recordRepositories(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#database.db
      .updateTable('cluster')
      .set({ git_repositories: id })
      .where('git_epoch', '=', this.epoch)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new LeaseLostError();
  }

  /** Gives the lease back, so that another server can take it at once. */
  async release(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
    const { db } = this.#database;
    const { servers } = this.#options;
    await db
      .updateTable('cluster')
      .set({ git_holder: null })
      .where('git_epoch', '=', this.epoch)
      .execute()
      .catch(() => undefined);
    await notifyClusterChanged(db, servers.self.id).catch(() => undefined);
    await this.#lock.release();
  }

  async #check(handle: Db | Tx): Promise<void> {
    const row = await handle.selectFrom('cluster').select('git_epoch').executeTakeFirst();
    if (row?.git_epoch === this.epoch) return;
    this.#lose();
    throw new LeaseLostError();
  }

  #lose(): void {
    if (this.#isLost || this.#closing.signal.aborted) return;
    this.#isLost = true;
    this.#options.log.error({ epoch: this.epoch }, 'another server writes to git now: this one stops');
    this.#options.onLost();
  }

  /** Keeps the connection that holds the lock. A broken one is replaced, unless another server was faster. */
  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && !this.#isLost) {
      if (await this.#lock.isAlive()) {
        await sleep(PING_MS, undefined, { signal, ref: false }).catch(() => undefined);
        continue;
      }
      this.#options.log.warn('the connection that holds the right to write to git was lost');
      await this.#reconnect(signal);
    }
  }

  async #reconnect(signal: AbortSignal): Promise<void> {
    void this.#lock.release();
    for (const end = performance.now() + RECONNECT_LIMIT_MS; !signal.aborted && !this.#isLost;) {
      const lock = await HeldLock.tryTake(this.#database.url, LOCK, LOCK_NAME).catch(() => null);
      try {
        // Also decides whether another server took over in between.
        await this.check();
        if (lock !== null) {
          this.#lock = lock;
          this.#options.log.info('this server still writes to git');
          return;
        }
      } catch {
        // Lost for good, or the database doesn't answer yet.
        await lock?.release();
      }
      if (performance.now() > end) this.#lose();
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

interface Taken {
  readonly epoch: number;
  readonly lastRepositories: string | null;
}

/** Begins a new epoch. No branch moves during this, so afterwards the earlier holder moves none. */
async function takeOver(db: Db, server: string): Promise<Taken> {
  return waitForBranchMoves(db, async (tx) => {
    const row = await tx
      .updateTable('cluster')
      .set({ git_epoch: sql<number>`git_epoch + 1`, git_holder: server })
      .returning(['git_epoch', 'git_repositories'])
      .executeTakeFirstOrThrow();
    await notifyClusterChanged(tx, server);
    return { epoch: row.git_epoch, lastRepositories: row.git_repositories };
  });
}
