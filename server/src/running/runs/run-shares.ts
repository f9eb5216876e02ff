import { tooMany, unavailable } from '#server/platform/errors.ts';
import { MESSAGES } from './messages.ts';

/** Bytes of everything that was asked for and is not over: it is all in memory. */
const MOST_BYTES = 128 * 1024 * 1024;

/** What each person has in hand: runs that go on or wait. */
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
   * Takes room for a run until the answer is called.
   * @throws AppError `too_many` naming the limit of a person; `unavailable` when all together ask for too much.
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
