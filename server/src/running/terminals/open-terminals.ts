/** A terminal that was opened on a runner for one person on one screen. */
export interface OpenTerminal {
  readonly id: string;
  /** The person. */
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
 * Who has which terminal open, as far as this process knows. The runner ends those that nobody looks at, so that one which
 * nobody has looked at for as long is taken for ended.
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

  /** Null: this person has no such terminal. */
  find(id: string, owner: string): OpenTerminal | null {
    const terminal = this.findAny(id);
    return terminal?.owner === owner ? terminal : null;
  }

  /** Null: this person has no terminal open on the screen. */
  findOnScreen(owner: string, screen: string): OpenTerminal | null {
    this.#forgetUnwatched();
    const entries = [...this.#entries.values()];
    return entries.find(({ terminal }) => terminal.owner === owner && terminal.screen === screen)?.terminal ?? null;
  }

  /** All terminals of a person. */
  listOf(owner: string): OpenTerminal[] {
    return [...this.#entries.values()].flatMap(({ terminal }) => (terminal.owner === owner ? [terminal] : []));
  }

  /** How many terminals there are of people whose name begins so. */
  countOf(prefix: string): number {
    this.#forgetUnwatched();
    return [...this.#entries.values()].filter(({ terminal }) => terminal.owner.startsWith(prefix)).length;
  }

  /** Somebody looks at it; the returned function says that they do no longer. */
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
