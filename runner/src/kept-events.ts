import type { RunnerEvent } from '#contract/runner-protocol.ts';

/** The events of one run, for those who come later. Neighbouring pieces of one stream are kept as one. */
export class KeptEvents {
  readonly #events: RunnerEvent[] = [];
  readonly #listeners = new Set<(event: RunnerEvent) => void>();
  #length = 0;

  /** Characters; those of one run are bounded by its limits. */
  get length(): number {
    return this.#length;
  }

  add(event: RunnerEvent): void {
    const last = this.#events.at(-1);
    if (last && 'text' in last && 'text' in event && last.type === event.type) {
      this.#events[this.#events.length - 1] = { ...last, text: last.text + event.text };
    } else if (event.type !== 'queued' || last?.type !== 'queued') {
      this.#events.push(event);
    } else {
      this.#events[this.#events.length - 1] = event;
    }
    this.#length += 'text' in event ? event.text.length : JSON.stringify(event).length;
    for (const listener of this.#listeners) listener(event);
  }

  /** Tells everything from the first event on, and goes on to tell until it is called off. */
  tell(listener: (event: RunnerEvent) => void): () => void {
    for (const event of this.#events) listener(event);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
