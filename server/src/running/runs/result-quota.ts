import type { Db } from '#server/platform/database/database.ts';
import { boundResultsOf } from './queries.ts';

/** Most bytes of stored results per user, as the database stores them; and the interval between checks. */
const MOST_BYTES = 128 * 1024 * 1024;
const LOOK_EVERY_BYTES = 16 * 1024 * 1024;

/** Limits the stored results of each user by deleting the oldest. */
export class ResultQuota {
  readonly #db: Db;
  readonly #mostBytes: number;
  readonly #lookEvery: number;
  /** Bytes written since the last check, by user. */
  readonly #written = new Map<number, number>();

  constructor(db: Db, { mostBytes = MOST_BYTES, lookEvery = LOOK_EVERY_BYTES } = {}) {
    this.#db = db;
    this.#mostBytes = mostBytes;
    this.#lookEvery = lookEvery;
  }

  /** Call it after storing a result. @param bytes Size of the result as text. */
  async note(userId: number, bytes: number): Promise<void> {
    const written = (this.#written.get(userId) ?? 0) + bytes;
    this.#written.set(userId, written < this.#lookEvery ? written : 0);
    if (written >= this.#lookEvery) await boundResultsOf(this.#db, userId, this.#mostBytes);
  }
}
