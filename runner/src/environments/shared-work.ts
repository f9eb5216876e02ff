type Listener = (text: string) => void;

interface Going<Result> {
  readonly listeners: Set<Listener>;
  readonly stop: AbortController;
  readonly result: Promise<Result>;
  /** Output so far, for those who join later. */
  log: string;
}

/**
 * Work that several callers may request at once and that is done once. Late joiners receive the earlier output and wait for the
 * same result. When the last one leaves, the work is stopped.
 */
export class SharedWork<Result> {
  readonly #going = new Map<string, Going<Result>>();

  /**
   * Starts the work of this key, or joins it.
   * @throws whatever the work throws; the signal's reason for a caller who leaves early
   */
  async join(
    name: string,
    { log, signal }: { log: Listener; signal: AbortSignal },
    begin: (log: Listener, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const known = this.#going.get(name);
    // Abandoned work is still ending; start over once it has ended.
    if (known?.stop.signal.aborted) {
      await known.result.catch(() => undefined);
      return this.join(name, { log, signal }, begin);
    }
    const going = known ?? this.#begin(name, begin);
    if (going.log !== '') log(going.log);
    going.listeners.add(log);
    const left = Promise.withResolvers<never>();
    const leave = () => {
      going.listeners.delete(log);
      if (going.listeners.size === 0) going.stop.abort(signal.reason);
      left.reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([going.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      going.listeners.delete(log);
    }
  }

  /** Stops everything and waits for it to end. */
  async close(): Promise<void> {
    const all = [...this.#going.values()];
    for (const { stop } of all) stop.abort(new Error('The runner is shutting down.'));
    await Promise.allSettled(all.map(({ result }) => result));
  }

  #begin(name: string, begin: (log: Listener, signal: AbortSignal) => Promise<Result>): Going<Result> {
    const stop = new AbortController();
    const listeners = new Set<Listener>();
    const onOutput = (text: string) => {
      going.log += text;
      for (const listener of listeners) listener(text);
    };
    // Start in a later turn, so that the first caller is already listening.
    const result = Promise.resolve()
      .then(() => begin(onOutput, stop.signal))
      .finally(() => this.#going.delete(name));
    const going: Going<Result> = { listeners, stop, result, log: '' };
    // Joined callers receive the failure; without any, it must not become an unhandled rejection.
    result.catch(() => undefined);
    this.#going.set(name, going);
    return going;
  }
}
