import { tooMany } from './errors.ts';

interface TimeLimits {
  /** What a caller may use at once, after some quiet minutes. */
  readonly burstMs: number;
  /** How much of it comes back each second: 500 is half a processor. */
  readonly msPerSecond: number;
  readonly now?: () => number;
}

/** What one person may use: five minutes of a processor at once, and half of one in the long run. */
const LIMITS: TimeLimits = { burstMs: 300_000, msPerSecond: 500 };
/** Work whose end shows that it took too much counts as debt, up to here. */
const MOST_DEBT_MS = 60_000;
/** So much must have come back before calls are accepted again. */
const LEAST_MS = 1_000;
/** Most callers in memory. Beyond it those are dropped that used theirs longest ago. */
const MAX_CALLERS = 10_000;

interface Account {
  left: number;
  at: number;
}

/**
 * A budget of processor time for each caller, for what runs in threads and on the event loop on their behalf. Counted once the work has
 * ended: its cost isn't known before.
 */
export class ProcessorTime {
  readonly #accounts = new Map<string, Account>();
  readonly #limits: Required<TimeLimits>;

  constructor(limits: Partial<TimeLimits> = {}) {
    this.#limits = { now: Date.now, ...LIMITS, ...limits };
  }

  spend(caller: string, ms: number): void {
    const left = Math.max(this.#leftOf(caller) - ms, -MOST_DEBT_MS);
    // Removed and added again, so that the map is ordered by last use.
    this.#accounts.delete(caller);
    this.#accounts.set(caller, { left, at: this.#limits.now() });
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > MAX_CALLERS && oldest !== undefined) this.#accounts.delete(oldest);
  }

  /** @throws AppError `too_many`, with the seconds to wait as `details.retry_after`, if the caller has used theirs up. */
  requireTime(caller: string): void {
    const left = this.#leftOf(caller);
    if (left > 0) return;
    const seconds = Math.ceil((LEAST_MS - left) / this.#limits.msPerSecond);
    throw tooMany(
      `You have used up your processor time for now. Nothing was changed. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      seconds,
    );
  }

  #leftOf(caller: string): number {
    const { burstMs, msPerSecond, now } = this.#limits;
    const account = this.#accounts.get(caller);
    return account === undefined ? burstMs : Math.min(burstMs, account.left + ((now() - account.at) / 1_000) * msPerSecond);
  }
}
