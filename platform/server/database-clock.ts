import { sql } from 'kysely';
import type { Db } from './database/database.ts';
import type { Notices } from './notices.ts';
import { repeat } from './repeat.ts';

const COMPARE_EVERY_MS = 10_000;
/** A smaller difference can be the way to the database and back. */
const NOTICED_MS = 5_000;

/** The time of the database, which is the same for all its servers, whatever their own clocks say. */
export class DatabaseClock {
  readonly #db: Db;
  readonly #notices: Pick<Notices, 'set'>;
  readonly #ownTime: () => number;
  #repeating = { stop: async () => undefined as void };
  /** The database's time at a moment of the monotonic clock, which nobody sets. */
  #known = { at: 0, time: 0 };
  #differenceMs = 0;

  private constructor(db: Db, notices: Pick<Notices, 'set'>, ownTime: () => number) {
    this.#db = db;
    this.#notices = notices;
    this.#ownTime = ownTime;
  }

  /** Reads the time once, and compares it again every ten seconds until `close`. */
  static async open(db: Db, notices: Pick<Notices, 'set'>, ownTime = Date.now): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, notices, ownTime);
    await clock.compare();
    clock.#repeating = repeat(COMPARE_EVERY_MS, async () => {
      // Until the database is back, the last comparison counts.
      await clock.compare().catch(() => undefined);
      return COMPARE_EVERY_MS;
    });
    return clock;
  }

  close(): Promise<void> {
    return this.#repeating.stop();
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#known.time + performance.now() - this.#known.at;
  }

  /** How far this machine's clock is ahead of the database's, in milliseconds; negative if it is behind. */
  get differenceMs(): number {
    return this.#differenceMs;
  }

  async compare(): Promise<void> {
    const start = performance.now();
    const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(this.#db);
    const end = performance.now();
    const time = (rows[0]?.ms ?? 0) + (end - start) / 2;
    this.#known = { at: end, time };
    this.#differenceMs = this.#ownTime() - time;
    // A slow reply says little about the clock.
    const isClear = Math.abs(this.#differenceMs) - (end - start) > NOTICED_MS;
    this.#notices.set('clock', isClear ? noticeOf(this.#differenceMs) : null);
  }
}

function noticeOf(differenceMs: number): string {
  const seconds = Math.round(Math.abs(differenceMs) / 1_000);
  return (
    `The clock of this server is ${seconds} seconds ${differenceMs > 0 ? 'ahead of' : 'behind'} the database's. Times are wrong, and codes of ` +
    'authenticator apps are refused. Let both machines set their clocks by NTP.'
  );
}
