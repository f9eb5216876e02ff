import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Servers } from '#platform/server/cluster/servers.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { Notifications } from '#platform/server/database/notifications.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { GitLease, LeaseLostError } from './git-lease.ts';

const SILENT = pino({ level: 'silent' });
const WAIT = { timeout: 300_000, interval: 20 };
/** The sessions that hold the lock of this test's database; those of other tests are on the same PostgreSQL. */
const HOLDER = "from pg_stat_activity where datname = current_database() and application_name = 'lessonwright git lease'";

let port = 1;

/** A server that wants to write to git. */
class Candidate {
  readonly servers: Servers;
  readonly database: Database;
  readonly #notifications: Notifications;
  lease: GitLease | null = null;
  isLost = false;

  private constructor(database: Database, notifications: Notifications, servers: Servers) {
    this.database = database;
    this.#notifications = notifications;
    this.servers = servers;
  }

  static async start(databaseUrl: string): Promise<Candidate> {
    const database = await openDatabase({ dataFolder: '', databaseUrl, log: SILENT });
    const notifications = await Notifications.open(database, { log: SILENT });
    const self = { url: `http://127.0.0.1:${(port += 1)}`, role: 'git' as const };
    return new Candidate(
      database,
      notifications,
      await Servers.join(database.db, { self, blobs: 'here', clock: { now: Date.now }, notifications, log: SILENT }),
    );
  }

  async take(): Promise<GitLease> {
    this.lease = await GitLease.take(this.database, { servers: this.servers, log: SILENT, onLost: () => (this.isLost = true) });
    return this.lease;
  }

  async close(): Promise<void> {
    await this.lease?.release();
    await this.servers.leave();
    await this.#notifications.close();
    await this.database.close();
  }
}

describe('the right to write to git', () => {
  let database: TestDatabase;
  let one: Candidate;
  let other: Candidate;
  beforeEach(async () => {
    database = await createTestDatabase();
    one = await Candidate.start(database.databaseUrl);
    other = await Candidate.start(database.databaseUrl);
  });
  afterEach(async () => {
    await one.close();
    await other.close();
    await database.close();
  });

  /** Ends the session that holds the lock, as when the holder dies or is cut off. */
  const cutHolder = () => database.pool.query(`select pg_terminate_backend(pid) ${HOLDER}`);

  it('belongs to one server, and to the next one when that gives it back', async () => {
    const first = await one.take();
    await other.servers.refresh();
    expect(other.servers.holder()?.id).toBe(one.servers.self.id);
    let isTaken = false;
    const waiting = other.take().then((lease) => {
      isTaken = true;
      return lease;
    });
    expect(await first.whileHeld(async () => isTaken)).toBe(false);
    await first.release();
    one.lease = null;
    const second = await waiting;
    expect(second.epoch).toBe(first.epoch + 1);
    await one.servers.refresh();
    expect(one.servers.holder()?.id).toBe(other.servers.self.id);
  });

  it('is kept when its connection breaks and no other server wants it', async () => {
    const lease = await one.take();
    const holders = async () => (await database.pool.query<{ pid: number }>(`select pid ${HOLDER}`)).rows.map(({ pid }) => pid);
    const [before] = await holders();
    await cutHolder();
    expect(await lease.whileHeld(async () => 'moved')).toBe('moved');
    const isHeldAgain = async () => (await holders()).some((pid) => pid !== before);
    await vi.waitUntil(isHeldAgain, WAIT);
    expect(one.isLost).toBe(false);
  });

  it('leaves an earlier holder unable to move anything', async () => {
    const lease = await one.take();
    // As another server does when the connection of this one was lost.
    await database.db
      .updateTable('cluster')
      .set({ git_epoch: lease.epoch + 1, git_holder: other.servers.self.id })
      .execute();
    let hasMoved = false;
    await expect(lease.whileHeld(async () => void (hasMoved = true))).rejects.toThrow(LeaseLostError);
    await expect(lease.check()).rejects.toThrow(LeaseLostError);
    await expect(lease.recordRepositories(one.servers.self.id)).rejects.toThrow(LeaseLostError);
    expect(hasMoved).toBe(false);
    expect(one.isLost).toBe(true);
  });

  it('is noticed to be lost when its connection has to be replaced', async () => {
    const lease = await one.take();
    await database.db
      .updateTable('cluster')
      .set({ git_epoch: lease.epoch + 1, git_holder: other.servers.self.id })
      .execute();
    await cutHolder();
    await vi.waitUntil(() => one.isLost, WAIT);
  });

  it('does not change hands while a branch is being moved', async () => {
    const lease = await one.take();
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const moving = Promise.withResolvers<void>();
    const moved = lease.whileHeld(async () => {
      begun.resolve();
      await moving.promise;
      order.push('moved');
    });
    await begun.promise;
    const released = lease.release();
    one.lease = null;
    const waiting = other.take().then(() => order.push('taken'));
    await released;
    moving.resolve();
    await moved;
    await waiting;
    expect(order).toEqual(['moved', 'taken']);
  });
});
