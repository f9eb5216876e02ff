import { tooMany, unavailable } from '#server/platform/errors.ts';
import { MESSAGES } from './messages.ts';

/** Most bytes of all open requests: they are all in memory. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Runs of each user that are waiting or running. */
export class RunShares {
  readonly #perPerson: number;
  readonly #mostBytes: number;
  readonly #runs = new Map<number, number>();
  #bytes = 0;

  constructor(perPerson: number, mostBytes: number = MOST_BYTES) {
    this.#perPerson = perPerson;
    this.#mostBytes = mostBytes;
  }

  /**
   * Reserves room for a run until the returned function is called.
   * @throws AppError `too_many` naming the user's limit; `unavailable` if all users together request too much.
   */
  take(userId: number, bytes: number): () => void {
    const own = this.#runs.get(userId) ?? 0;
    if (own >= this.#perPerson) throw tooMany(MESSAGES.tooManyRuns(this.#perPerson), 5);
    if (this.#bytes + bytes > this.#mostBytes) throw unavailable(MESSAGES.tooMuchWaits);
    this.#runs.set(userId, own + 1);
    this.#bytes += bytes;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#bytes -= bytes;
      const left = (this.#runs.get(userId) ?? 1) - 1;
      if (left === 0) this.#runs.delete(userId);
      else this.#runs.set(userId, left);
    };
  }
}
