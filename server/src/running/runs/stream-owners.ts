/** Streams that are remembered; far more than pages are open at a time. */
const REMEMBERED = 10_000;

/**
 * Whose run a live topic `run:{stream_id}` tells of. A page makes up the id (a random uuid) and listens before it
 * starts the run, so the first who names a stream owns it.
 */
export class StreamOwners {
  readonly #owners = new Map<string, number>();

  /** True when the stream is `userId`'s, from now on if it was nobody's. */
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
