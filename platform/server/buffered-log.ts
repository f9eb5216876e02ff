/**
 * A log that is stored and published in pieces while its work runs. Pieces are written one at a time; a failed one
 * doesn't end the log.
 */
export abstract class BufferedLog {
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  /** @param everyMs How often new output is written. */
  constructor(everyMs: number) {
    this.#timer = setInterval(() => {
      this.#writing = this.#writing.then(() => this.write()).catch(() => undefined);
    }, everyMs);
  }

  /** Stores the output since the last write, if any. */
  protected abstract write(): Promise<void>;

  /** Stores the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.write();
  }
}
