/** Most remembered deliveries; beyond it the oldest are dropped. */
const SEEN_MAX = 2_000;

/** Webhook deliveries that were processed. Kept in memory: processing one twice after a restart is harmless. */
export class SeenDeliveries {
  readonly #seen = new Set<string>();

  has(id: string): boolean {
    return this.#seen.has(id);
  }

  /** Call it after processing only: a failed delivery is sent again with the same id. */
  add(id: string): void {
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > SEEN_MAX && oldest !== undefined) this.#seen.delete(oldest);
  }
}
