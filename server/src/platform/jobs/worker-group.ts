/** What a job may be later than it was expected: writing that it failed takes a while. */
const LATE_MS = 2_000;

/** The workers of one queue in this process: who of them works, and who is woken. */
export class WorkerGroup {
  readonly #idle = new Set<string>();
  readonly #notify: (worker: string) => void;
  /** Jobs that a worker was woken for since one was begun. */
  #awaited = 0;
  /** Until then a job that failed becomes due. */
  #expectingUntil = 0;

  /** @param notify Makes a worker look for a job at once. */
  constructor(notify: (worker: string) => void) {
    this.#notify = notify;
  }

  add(worker: string): void {
    this.#idle.add(worker);
  }

  /** A job was sent: one worker looks, because looking costs as much as a small job. Those that work look again afterwards. */
  wake(): void {
    this.#awaited += 1;
    this.look();
  }

  /** One worker looks, because there may be a job. */
  look(): void {
    this.#notifyIdle(1);
  }

  /** A job failed, and is due again within this time. */
  expect(withinMs: number): void {
    this.#expectingUntil = Math.max(this.#expectingUntil, performance.now() + withinMs + LATE_MS);
  }

  get isExpecting(): boolean {
    return performance.now() < this.#expectingUntil;
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
