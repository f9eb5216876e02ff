type Listener = (text: string) => void;

interface Going<Result> {
  readonly listeners: Set<Listener>;
  readonly stop: AbortController;
  readonly result: Promise<Result>;
  /** What was said until now, for those who come later. */
  said: string;
}

/**
 * Work that several may ask for at the same time and that is done once: whoever comes later hears what was said before,
 * and waits for the same end. It is stopped when the last one has left.
 */
export class SharedWork<Result> {
  readonly #going = new Map<string, Going<Result>>();

  /**
   * Begins the work of this name, or joins it.
   * @throws whatever the work throws; the signal's reason for one who leaves earlier.
   */
  async join(
    name: string,
    { log, signal }: { log: Listener; signal: AbortSignal },
    begin: (log: Listener, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const known = this.#going.get(name);
    // Work that everybody has left is ending; a newcomer begins anew once it has.
    if (known?.stop.signal.aborted) {
      await known.result.catch(() => undefined);
      return this.join(name, { log, signal }, begin);
    }
    const going = known ?? this.#begin(name, begin);
    if (going.said !== '') log(going.said);
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

  /** Stops everything, and waits until it has ended. */
  async close(): Promise<void> {
    const all = [...this.#going.values()];
    for (const { stop } of all) stop.abort(new Error('The runner is being stopped.'));
    await Promise.allSettled(all.map(({ result }) => result));
  }

  #begin(name: string, begin: (log: Listener, signal: AbortSignal) => Promise<Result>): Going<Result> {
    const stop = new AbortController();
    const listeners = new Set<Listener>();
    const hear = (text: string) => {
      going.said += text;
      for (const listener of listeners) listener(text);
    };
    // In a later turn, so that the first one listens already.
    const result = Promise.resolve()
      .then(() => begin(hear, stop.signal))
      .finally(() => this.#going.delete(name));
    const going: Going<Result> = { listeners, stop, result, said: '' };
    // Those who wait hear of a failure; when everybody has left nobody does.
    result.catch(() => undefined);
    this.#going.set(name, going);
    return going;
  }
}
