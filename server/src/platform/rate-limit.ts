import { isIPv6 } from 'node:net';
import { tooMany } from './errors.ts';

interface Window {
  taken: number;
  endsAt: number;
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
    this.#text = options.text ?? ((wait) => `Too many ${options.what}. Try again in ${wait}.`);
    this.#max = options.max;
    this.#windowMs = options.windowMs;
    this.#now = options.now ?? Date.now;
  }

  /** @throws AppError `too_many`, with the seconds to wait as `details.retry_after`. */
  take(key: string): void {
    const now = this.#now();
    const known = this.#windows.get(key);
    const window = known !== undefined && known.endsAt > now ? known : { taken: 0, endsAt: now + this.#windowMs };
    if (window.taken >= this.#max) {
      const seconds = Math.ceil((window.endsAt - now) / 1000);
      throw tooMany(this.#text(inWords(seconds)), seconds);
    }
    window.taken += 1;
    // Removed and added again, so that the map is ordered by last use.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest);
  }

  /** Whether the next attempt would be refused. */
  isUsedUp(key: string): boolean {
    const known = this.#windows.get(key);
    return known !== undefined && known.endsAt > this.#now() && known.taken >= this.#max;
  }

  /** Resets a key: a successful attempt clears the failed ones. */
  clear(key: string): void {
    this.#windows.delete(key);
  }
}

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? `${seconds} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** One key for all addresses of one network customer: the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const isShortened = address.includes('::');
  const zeros = isShortened ? Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0') : [];
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
