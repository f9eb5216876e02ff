import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Db } from './database.ts';
import { KEEPALIVE } from './keepalive.ts';

const CONNECT_LIMIT_MS = 10_000;
const PING_LIMIT_MS = 5_000;
/** PostgreSQL notices within about 15 seconds that the machine of this connection is cut off. */
const SESSION_KEEPALIVE = "set tcp_keepalives_idle to '5s'; set tcp_keepalives_interval to '5s'; set tcp_keepalives_count to 2";

/** Two numbers that no other program on the database uses. */
export type LockKey = readonly [number, number];

/** An advisory lock on its own connection. It is held for as long as the connection lives. */
export class HeldLock {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Returns null if another process holds the lock. @throws Error if PostgreSQL can't be reached. */
  static async tryTake(url: string, key: LockKey, name: string): Promise<HeldLock | null> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      application_name: name,
      ...KEEPALIVE,
    });
    // Noticed by the next `isAlive`.
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(SESSION_KEEPALIVE);
      const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1, $2) as "isMine"', [...key]);
      if (rows[0]?.isMine === true) return new HeldLock(client);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    await client.end();
    return null;
  }

  /** Whether the connection still answers. */
  async isAlive(): Promise<boolean> {
    const answered = new AbortController();
    const asked = this.#client.query('select 1').then(
      () => true,
      () => false,
    );
    const limit = sleep(PING_LIMIT_MS, false, { signal: answered.signal, ref: false }).catch(() => false);
    const isInTime = await Promise.race([asked, limit]);
    answered.abort();
    return isInTime;
  }

  async release(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}

/** Ends the session that holds a lock. */
export async function endHolder(db: Db, [first, second]: LockKey): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ${first} and objid = ${second} and granted`.execute(db);
}
