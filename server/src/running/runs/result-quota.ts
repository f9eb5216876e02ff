import type { Db } from '#server/platform/database/database.ts';
import { boundResultsOf } from './queries.ts';

/** Bytes of the results of one person that are kept, as the database stores them; and how often that is looked at. */
const MOST_BYTES = 128 * 1024 * 1024;
const LOOK_EVERY_BYTES = 16 * 1024 * 1024;

/** Bounds what is kept of the runs of each person: the oldest results leave. */
export class ResultQuota {
  readonly #db: Db;
  readonly #mostBytes: number;
  readonly #lookEvery: number;
  /** Bytes written since the last look, by person. */
  readonly #written = new Map<number, number>();

  constructor(db: Db, { mostBytes = MOST_BYTES, lookEvery = LOOK_EVERY_BYTES } = {}) {
    this.#db = db;
    this.#mostBytes = mostBytes;
    this.#lookEvery = lookEvery;
  }

  /** After a result is stored. @param bytes of the result as text. */
  async note(userId: number, bytes: number): Promise<void> {
    const written = (this.#written.get(userId) ?? 0) + bytes;
    this.#written.set(userId, written < this.#lookEvery ? written : 0);
    if (written >= this.#lookEvery) await boundResultsOf(this.#db, userId, this.#mostBytes);
  }
}
