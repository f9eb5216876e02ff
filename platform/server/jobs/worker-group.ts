/** Tolerance for a retry's due time: recording the failure takes a while. */
const LATE_MS = 2_000;

/** The workers of one queue in this process: which are busy, and which to wake. */
export class WorkerGroup {
  readonly #idle = new Set<string>();
  readonly #notify: (worker: string) => void;
  /** Wake-ups since a job last started. */
  #awaited = 0;
  /** A failed job becomes due before this time. */
  #expectingUntil = 0;

  /** @param notify Makes a worker poll at once. */
  constructor(notify: (worker: string) => void) {
    this.#notify = notify;
  }

  add(worker: string): void {
    this.#idle.add(worker);
  }

  /**
   * A job was sent. One worker polls, because polling costs as much as a small job. Busy workers poll again when they
   * are done.
   */
  wake(): void {
    this.#awaited += 1;
    this.look();
  }

  /** Lets one worker poll, because there may be a job. */
  look(): void {
    this.#notifyIdle(1);
  }

  /** A job failed and is due again within this time. */
  expect(withinMs: number): void {
    this.#expectingUntil = Math.max(this.#expectingUntil, performance.now() + withinMs + LATE_MS);
  }

  get isExpecting(): boolean {
    return performance.now() < this.#expectingUntil;
  }

  begin(worker: string): void {
    this.#idle.delete(worker);
    // The same worker may have been woken for several jobs. Reset, because another job may have done the work of those
    // behind it.
    const others = this.#awaited - 1;
    this.#awaited = 0;
    this.#notifyIdle(others);
  }

  /** Without this, a worker would wait for its next poll after each job, although there may be more. */
  end(worker: string): void {
    this.#idle.add(worker);
    this.#notify(worker);
  }

  #notifyIdle(count: number): void {
    for (const worker of [...this.#idle].slice(0, Math.max(0, count))) this.#notify(worker);
  }
}
