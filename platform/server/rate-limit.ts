import { sql } from 'kysely';
import { counted } from '#platform/contract/counted.ts';
import type { Db, Handle } from './database/database.ts';
import { tooMany, type AppError } from './errors.ts';
import type { Platform } from './platform.ts';
import { hashSecret } from './secrets.ts';

interface Window {
  taken: number;
  /** The part of `taken` that isn't in the counts of all servers yet. */
  unshared: number;
  endsAt: number;
}

/** What was counted for a key since its count was last shared. */
export interface CountedCalls {
  readonly key: string;
  readonly count: number;
  readonly leftMs: number;
}

/** Most keys in memory; beyond it the oldest are dropped, so that made-up keys can't fill the memory. */
const MAX_KEYS = 10_000;

/**
 * Limits something per key in a time window. Kept in memory, so a restart resets it. Attempts are counted before they
 * run, so that parallel ones don't slip through.
 */
export class RateLimit {
  readonly #windows = new Map<string, Window>();
  readonly #max: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #text: (wait: string) => string;

  /** `what` is a plural for the error text: `calls`, `attempts`. `text` replaces that text. */
  constructor(options: { what: string; max: number; windowMs: number; now?: () => number; text?: (wait: string) => string }) {
    this.#text = textOf(options);
    this.#max = options.max;
    this.#windowMs = options.windowMs;
    this.#now = options.now ?? Date.now;
  }

  /** @throws AppError `too_many`, with the seconds to wait as `details.retry_after`. */
  take(key: string): void {
    this.requireLeft(key);
    this.count(key);
  }

  /** Counts nothing. @throws AppError `too_many`, with the seconds to wait as `details.retry_after`. */
  requireLeft(key: string): void {
    const endsAt = this.usedUpUntil(key);
    if (endsAt !== null) throw exceeded(this.#text, endsAt - this.#now());
  }

  /** Counts one, even beyond the limit. */
  count(key: string): void {
    const now = this.#now();
    const known = this.#windows.get(key);
    const window = known !== undefined && known.endsAt > now ? known : { taken: 0, unshared: 0, endsAt: now + this.#windowMs };
    window.taken += 1;
    window.unshared += 1;
    // Removed and added again, so that the map is ordered by last use.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest);
  }

  /** When attempts are accepted again, in milliseconds since the epoch; null: the next one is. */
  usedUpUntil(key: string): number | null {
    const known = this.#windows.get(key);
    return known !== undefined && known.endsAt > this.#now() && known.taken >= this.#max ? known.endsAt : null;
  }

  /** Resets a key: a successful attempt clears the failed ones. */
  clear(key: string): void {
    this.#windows.delete(key);
  }

  /** Returns what isn't shared with other servers yet, and marks it as shared. Keys below `minimum`, a fraction of the limit, are left out. */
  takeUnshared(minimum: number): CountedCalls[] {
    const now = this.#now();
    const counted: CountedCalls[] = [];
    for (const [key, window] of this.#windows) {
      if (window.endsAt <= now) {
        this.#windows.delete(key);
      } else if (window.unshared > 0 && window.taken >= this.#max * minimum) {
        counted.push({ key, count: window.unshared, leftMs: window.endsAt - now });
        window.unshared = 0;
      }
    }
    return counted;
  }

  /** Sets what all servers together have counted for a key. Calls since `takeUnshared` are added. */
  setShared(key: string, taken: number, leftMs: number): void {
    const window = this.#windows.get(key);
    if (window) Object.assign(window, { taken: taken + window.unshared, endsAt: this.#now() + leftMs });
  }
}

/** A limit that counts on all servers together where there are several, and in memory where there is one. */
export interface SharedLimit {
  /**
   * Resolves to whether this was the last attempt of the window.
   * @throws AppError `too_many`, with the seconds to wait as `details.retry_after`.
   */
  take(key: string): Promise<{ isLast: boolean }>;
  /** The keys whose next attempt would be refused, and until when. */
  usedUpUntil(keys: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** Resets a key. */
  clear(key: string): Promise<void>;
}

interface SharedOptions {
  /** Name of the limit, in the database. */
  readonly name: string;
  /** A plural for the error text. */
  readonly what: string;
  readonly max: number;
  readonly windowMs: number;
  /** Replaces the error text. */
  readonly text?: (wait: string) => string;
}

/** Opens a limit that all servers share. */
export function openSharedLimit({ db, cluster }: Pick<Platform, 'db' | 'cluster'>, options: SharedOptions): SharedLimit {
  return cluster === null ? inMemory(options) : inDatabase(db, options);
}

function inMemory(options: SharedOptions): SharedLimit {
  const limit = new RateLimit(options);
  return {
    take: async (key) => {
      limit.take(key);
      return { isLast: limit.usedUpUntil(key) !== null };
    },
    usedUpUntil: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const end = limit.usedUpUntil(key);
          return end === null ? [] : [[key, new Date(end)] as const];
        }),
      ),
    clear: async (key) => limit.clear(key),
  };
}

function inDatabase(db: Db, options: SharedOptions): SharedLimit {
  const { name, max, windowMs } = options;
  const text = textOf(options);
  const now = sql<Date>`now()`;
  return {
    take: async (key) => {
      await db.deleteFrom('rate_limits').where('ends_at', '<', now).execute();
      // One statement, so that parallel attempts on several servers don't slip through. A count beyond the limit says that it was reached.
      const { taken, left } = await db
        .insertInto('rate_limits')
        // People may type a password into the field of the address.
        .values({ name, key: hashSecret(key), taken: 1, ends_at: sql<Date>`now() + make_interval(secs => ${windowMs / 1000})` })
        .onConflict((conflict) =>
          conflict.columns(['name', 'key']).doUpdateSet({ taken: sql<number>`least(rate_limits.taken, ${max}) + 1` }),
        )
        .returning(['taken', sql<number>`extract(epoch from ends_at - now())::float8`.as('left')])
        .executeTakeFirstOrThrow();
      if (taken > max) throw exceeded(text, left * 1000);
      return { isLast: taken === max };
    },
    usedUpUntil: async (keys) => {
      const byHash = new Map(keys.map((key) => [hashSecret(key), key]));
      const rows = await db
        .selectFrom('rate_limits')
        .select(['key', 'ends_at'])
        .where('name', '=', name)
        .where(sql<boolean>`key = any(${[...byHash.keys()]}::text[])`)
        .where('taken', '>=', max)
        .where('ends_at', '>', now)
        .execute();
      return new Map(rows.map((row) => [byHash.get(row.key) ?? '', row.ends_at]));
    },
    clear: (key) => clearSharedLimit(db, name, key),
  };
}

/** Resets a key of a limit on all servers that count in the database. */
export async function clearSharedLimit(handle: Handle, name: string, key: string): Promise<void> {
  await handle.deleteFrom('rate_limits').where('name', '=', name).where('key', '=', hashSecret(key)).execute();
}

function textOf({ what, text }: { readonly what: string; readonly text?: (wait: string) => string }): (wait: string) => string {
  return text ?? ((wait) => `Too many ${what}. Try again in ${wait}.`);
}

function exceeded(text: (wait: string) => string, leftMs: number): AppError {
  const seconds = Math.ceil(leftMs / 1000);
  return tooMany(text(inWords(seconds)), seconds);
}

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? `${seconds} seconds` : counted(minutes, 'minute');
}
