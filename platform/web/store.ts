/** State outside of React with change notifications. */
export class Store<S> {
  readonly #listeners = new Set<() => void>();
  #state: S;

  constructor(initial: S) {
    this.#state = initial;
  }

  /** Subscribes to changes of {@link state}; for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The current state: the same object until it changes. */
  readonly state = (): S => this.#state;

  /** Replaces the state and notifies subscribers. */
  protected show(state: S): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
