/**
 * Ends calls to machines that are gone. Without it, a call that was sent waits until TCP gives up, a quarter of an hour later: a machine
 * that loses its power or its network closes no connection.
 */
export class CallWatch {
  readonly #isThere: (url: string) => Promise<boolean>;
  readonly #everyMs: number;
  /** By address. */
  readonly #calls = new Map<string, Set<() => void>>();
  readonly #asking = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param everyMs How often the machines that calls wait for are asked. Calls that were answered by then are not watched. */
  constructor(isThere: (url: string) => Promise<boolean>, everyMs: number) {
    this.#isThere = isThere;
    this.#everyMs = everyMs;
  }

  /** Calls `end` if the machine isn't there any more. Call what it returns when the call is over. */
  add(url: string, end: () => void): () => void {
    const ends = this.#calls.get(url) ?? new Set();
    this.#calls.set(url, ends.add(end));
    this.#timer ??= setInterval(() => this.#look(), this.#everyMs).unref();
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.#calls.get(url) === ends) this.#calls.delete(url);
      if (this.#calls.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    for (const [url, ends] of this.#calls) {
      if (this.#asking.has(url)) continue;
      this.#asking.add(url);
      void this.#isThere(url).then((isThere) => {
        this.#asking.delete(url);
        if (!isThere) for (const end of ends) end();
      });
    }
  }
}
