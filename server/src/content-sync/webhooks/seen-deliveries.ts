/** How many are remembered; beyond it the oldest are forgotten, so that they cannot fill the memory. */
const SEEN_MAX = 2_000;

/** Deliveries of webhooks that were dealt with. Kept in memory: one that comes again after a restart does no harm. */
export class SeenDeliveries {
  readonly #seen = new Set<string>();

  has(id: string): boolean {
    return this.#seen.has(id);
  }

  /** Only once it is dealt with: one that failed is sent again under the same name. */
  add(id: string): void {
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > SEEN_MAX && oldest !== undefined) this.#seen.delete(oldest);
  }
}
