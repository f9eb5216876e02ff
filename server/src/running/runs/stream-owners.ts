/** Most remembered streams; far more than pages open at a time. */
const REMEMBERED = 10_000;

/**
 * The owners of live topics `run:{stream_id}`. A page makes up the id (a random uuid) and subscribes before it starts
 * the run, so the first user of a stream owns it.
 */
export class StreamOwners {
  readonly #owners = new Map<string, number>();

  /** Whether the stream belongs to `userId`; an unowned one does from now on. */
  claim(streamId: string, userId: number): boolean {
    const owner = this.#owners.get(streamId);
    if (owner !== undefined) return owner === userId;
    this.#owners.set(streamId, userId);
    if (this.#owners.size > REMEMBERED) {
      const [oldest] = this.#owners.keys();
      if (oldest !== undefined) this.#owners.delete(oldest);
    }
    return true;
  }
}
