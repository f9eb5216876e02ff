/** Remembers which terminals are open, and their users. */

/** A terminal opened on a runner for one user and screen. */
export interface OpenTerminal {
  readonly id: string;
  /** The user. */
  readonly owner: string;
  readonly screen: string;
  readonly runnerName: string;
}

interface Entry {
  readonly terminal: OpenTerminal;
  watchers: number;
  unwatchedSince: number;
}

/**
 * The open terminals known to this process. The runner ends unwatched ones, so a terminal unwatched for as long counts
 * as ended.
 */
export class OpenTerminals {
  readonly #graceMs: number;
  readonly #entries = new Map<string, Entry>();

  constructor(graceSeconds: number) {
    this.#graceMs = graceSeconds * 1000;
  }

  add(terminal: OpenTerminal): void {
    this.#entries.set(terminal.id, { terminal, watchers: 0, unwatchedSince: performance.now() });
  }

  /** Null: there is no such terminal. */
  findAny(id: string): OpenTerminal | null {
    return this.#entries.get(id)?.terminal ?? null;
  }

  /** Null: this user has no such terminal. */
  find(id: string, owner: string): OpenTerminal | null {
    const terminal = this.findAny(id);
    return terminal?.owner === owner ? terminal : null;
  }

  /** Null: this user has no terminal open on the screen. */
  findOnScreen(owner: string, screen: string): OpenTerminal | null {
    this.#forgetUnwatched();
    const entries = [...this.#entries.values()];
    return entries.find(({ terminal }) => terminal.owner === owner && terminal.screen === screen)?.terminal ?? null;
  }

  /** All terminals of a user. */
  listOf(owner: string): OpenTerminal[] {
    return [...this.#entries.values()].flatMap(({ terminal }) => (terminal.owner === owner ? [terminal] : []));
  }

  /** Number of terminals of users whose name has this prefix. */
  countOf(prefix: string): number {
    this.#forgetUnwatched();
    return [...this.#entries.values()].filter(({ terminal }) => terminal.owner.startsWith(prefix)).length;
  }

  /** Marks a terminal as watched until the returned function is called. */
  watch(id: string): () => void {
    const entry = this.#entries.get(id);
    if (entry) entry.watchers += 1;
    return () => {
      if (!entry) return;
      entry.watchers -= 1;
      entry.unwatchedSince = performance.now();
    };
  }

  remove(id: string): void {
    this.#entries.delete(id);
  }

  #forgetUnwatched(): void {
    const limit = performance.now() - this.#graceMs;
    for (const [id, { watchers, unwatchedSince }] of this.#entries) {
      if (watchers === 0 && unwatchedSince < limit) this.#entries.delete(id);
    }
  }
}
