/** What stands at a place outside of React and tells when it is another; the base of what is edited over several renderings. */
export class Store<S> {
  readonly #listeners = new Set<() => void>();
  #state: S;

  constructor(initial: S) {
    this.#state = initial;
  }

  /** Calls back whenever {@link state} is another, until the answered function is called; for `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** As it stands: the same object until it changes. */
  readonly state = (): S => this.#state;

  /** Takes another state over. */
  protected show(state: S): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
