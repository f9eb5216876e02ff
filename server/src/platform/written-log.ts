/**
 * A log that is stored and told piece by piece while what it is about goes on. Pieces are written one after the other; one that fails
 * does not end the log.
 */
export abstract class WrittenLog {
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  /** @param everyMs how often what has come since is written */
  constructor(everyMs: number) {
    this.#timer = setInterval(() => {
      this.#writing = this.#writing.then(() => this.write()).catch(() => undefined);
    }, everyMs);
  }

  /** Stores what has come since the last time, if anything. */
  protected abstract write(): Promise<void>;

  /** Stores what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.write();
  }
}
