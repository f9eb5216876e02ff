import { tooMany } from './errors.ts';

interface TurnLimits {
  /** How many calls of all callers together run at once. */
  readonly atOnce?: number;
  readonly atOncePerCaller: number;
  /** Most that wait, for each caller. */
  readonly waitingPerCaller: number;
  /** Why one more is refused. */
  readonly text: string;
}

/** What a caller waits for. */
interface Waiting {
  readonly start: () => void;
}

/** A refused caller may try again after so many seconds. */
const RETRY_AFTER = 5;

/**
 * Lets a few pieces of work of each caller run at a time. The others wait in order, and callers take turns: one with many waiting keeps
 * no other from theirs.
 */
export class Turns {
  readonly #limits: Required<TurnLimits>;
  /** By caller. The one whose turn was longest ago comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = { atOnce: Infinity, ...limits };
  }

  /**
   * Waits for a turn. Call what it resolves to when the work has ended.
   *
   * @param signal Gives up waiting.
   * @throws AppError `too_many` if too many of the caller wait already; the signal's reason.
   */
  async take(caller: string, signal?: AbortSignal): Promise<() => void> {
    const queue = this.#waiting.get(caller) ?? [];
    if (queue.length >= this.#limits.waitingPerCaller) throw tooMany(this.#limits.text, RETRY_AFTER);
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { start: resolve };
    this.#waiting.set(caller, [...queue, waiting]);
    const giveUp = (): void => {
      this.#remove(caller, waiting);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#startNext();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
    const release = this.#releaser(caller);
    // Given up in the moment in which the turn came.
    if (signal?.aborted) release();
    signal?.throwIfAborted();
    return release;
  }

  /** A turn ends once, however often it is said. */
  #releaser(caller: string): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
      this.#count(caller, -1);
      this.#startNext();
    };
  }

  #startNext(): void {
    for (const [caller, [first, ...others]] of this.#waiting) {
      if (this.#running >= this.#limits.atOnce) return;
      if (first === undefined || (this.#runningOf.get(caller) ?? 0) >= this.#limits.atOncePerCaller) continue;
      this.#waiting.delete(caller);
      if (others.length > 0) this.#waiting.set(caller, others);
      this.#running += 1;
      this.#count(caller, 1);
      first.start();
    }
  }

  #remove(caller: string, waiting: Waiting): void {
    const left = (this.#waiting.get(caller) ?? []).filter((each) => each !== waiting);
    if (left.length > 0) this.#waiting.set(caller, left);
    else this.#waiting.delete(caller);
  }

  #count(caller: string, change: number): void {
    const count = (this.#runningOf.get(caller) ?? 0) + change;
    if (count > 0) this.#runningOf.set(caller, count);
    else this.#runningOf.delete(caller);
  }
}
