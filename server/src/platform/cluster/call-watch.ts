import { canConnect } from '../can-connect.ts';
import type { ServerEntry } from './servers.ts';

/** Calls that were answered by then are not watched. */
const LOOK_EVERY_MS = 500;
const CONNECT_LIMIT_MS = 1_000;

/**
 * Ends forwarded calls to servers whose machine is gone. Without it, a call that was sent waits until TCP gives up, a quarter of an hour
 * later: a machine that loses its power or its network closes no connection.
 */
export class CallWatch {
  readonly #isReachable: (url: string) => Promise<boolean>;
  readonly #calls = new Map<string, { readonly server: ServerEntry; readonly ends: Set<() => void> }>();
  readonly #asking = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(isReachable = (url: string) => canConnect(url, CONNECT_LIMIT_MS)) {
    this.#isReachable = isReachable;
  }

  /** Calls `end` if the server can't be reached any more. Call what it returns when the call is over. */
  add(server: ServerEntry, end: () => void): () => void {
    const known = this.#calls.get(server.id) ?? { server, ends: new Set() };
    this.#calls.set(server.id, known);
    known.ends.add(end);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    return () => {
      known.ends.delete(end);
      if (known.ends.size === 0 && this.#calls.get(server.id) === known) this.#calls.delete(server.id);
      if (this.#calls.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    for (const { server, ends } of this.#calls.values()) {
      if (this.#asking.has(server.id)) continue;
      this.#asking.add(server.id);
      void this.#isReachable(server.url).then((isReachable) => {
        this.#asking.delete(server.id);
        if (!isReachable) for (const end of ends) end();
      });
    }
  }
}
