/** The workers of one queue in this process: who of them works, and who is woken. */
export class WorkerGroup {
  readonly #idle = new Set<string>();
  readonly #notify: (worker: string) => void;
  /** Jobs that somebody was woken for since one was begun. */
  #awaited = 0;

  /** @param notify Makes a worker look for a job at once. */
  constructor(notify: (worker: string) => void) {
    this.#notify = notify;
  }

  add(worker: string): void {
    this.#idle.add(worker);
  }

  /** Jobs were sent: one worker looks, for to look costs as much as a small job. Those that work look again afterwards. */
  wake(jobs = 1): void {
    this.#awaited += jobs;
    this.#notifyIdle(1);
  }

  begin(worker: string): void {
    this.#idle.delete(worker);
    // The same worker may have been woken for several. Forgotten then: another job may have done the work of those behind it.
    const others = this.#awaited - 1;
    this.#awaited = 0;
    this.#notifyIdle(others);
  }

  /** A worker would rest after each job until its next poll; there may be more to do. */
  end(worker: string): void {
    this.#idle.add(worker);
    this.#notify(worker);
  }

  #notifyIdle(count: number): void {
    for (const worker of [...this.#idle].slice(0, Math.max(0, count))) this.#notify(worker);
  }
}
