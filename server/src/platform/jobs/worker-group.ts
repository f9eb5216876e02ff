/** The workers of one queue in this process: who of them works, and who is woken. */
export class WorkerGroup {
  readonly #idle = new Set<string>();
  readonly #notify: (worker: string) => void;
  /** Jobs that somebody was woken for and nobody has begun, as far as is known. */
  #awaited = 0;

  /** @param notify Makes a worker look for a job at once. */
  constructor(notify: (worker: string) => void) {
    this.#notify = notify;
  }

  add(worker: string): void {
    this.#idle.add(worker);
  }

  /** Somebody sent a job: one worker looks, for to look costs as much as a small job. Those that work look again afterwards. */
  wake(): void {
    this.#awaited += 1;
    this.#wakeOne();
  }

  begin(worker: string): void {
    this.#idle.delete(worker);
    this.#awaited = Math.max(0, this.#awaited - 1);
    // The same worker may have been woken for several.
    if (this.#awaited > 0) this.#wakeOne();
  }

  /** A worker would rest after each job until its next poll; there may be more to do. */
  end(worker: string): void {
    this.#idle.add(worker);
    this.#notify(worker);
  }

  #wakeOne(): void {
    const [worker] = this.#idle;
    if (worker !== undefined) this.#notify(worker);
  }
}
