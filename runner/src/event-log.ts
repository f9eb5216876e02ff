import type { RunnerEvent } from '#contract/runner-protocol.ts';

/** The events of one run, kept for clients that join later. Adjacent pieces of one stream are merged. */
export class EventLog {
  readonly #events: RunnerEvent[] = [];
  readonly #listeners = new Set<(event: RunnerEvent) => void>();
  #length = 0;

  /** Length in characters; the limits of the run bound it. */
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

  /** Emits all events from the first one on, and new ones until the returned function is called. */
  subscribe(listener: (event: RunnerEvent) => void): () => void {
    for (const event of this.#events) listener(event);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
