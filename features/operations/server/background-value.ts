import type { Logger } from 'pino';

/** A value that takes long to find: it is found in the background on request, and reused for a while. */
export class BackgroundValue<T> {
  readonly #find: () => Promise<T>;
  readonly #freshMs: number;
  readonly #log: Logger;
  #known: { readonly at: number; readonly value: T } | null = null;
  #isFinding = false;

  constructor(find: () => Promise<T>, options: { readonly freshMs: number; readonly log: Logger }) {
    this.#find = find;
    this.#freshMs = options.freshMs;
    this.#log = options.log;
  }

  /** The last value; null until the first one is known. */
  look(): T | null {
    if (this.#known === null || Date.now() - this.#known.at > this.#freshMs) void this.#renew();
    return this.#known?.value ?? null;
  }

  async #renew(): Promise<void> {
    if (this.#isFinding) return;
    this.#isFinding = true;
    try {
      this.#known = { value: await this.#find(), at: Date.now() };
    } catch (error) {
      this.#log.warn({ err: error }, 'could not find out what the debug page or the metrics show');
    } finally {
      this.#isFinding = false;
    }
  }
}
