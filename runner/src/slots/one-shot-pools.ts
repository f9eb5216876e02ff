import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerHealth } from '#contract/runner-protocol.ts';

/** A process in a sandbox of its own, which warms up and waits for its only run. */
export interface OneShot {
  /** False: it has ended. */
  readonly isAlive: boolean;
  /** Everything is loaded that a run may want. */
  readonly isWarm: boolean;
  /** Settles once nothing of it is left. */
  readonly gone: Promise<void>;
  /** Ends it. Settles once nothing of it is left. */
  close(): Promise<void>;
}

/** Processes of one kind, oldest first; some may still be warming up. */
interface Pool<Kind, Process> {
  readonly label: string;
  readonly kind: Kind;
  readonly waiting: Process[];
  /** Processes that are being started, and will wait. */
  starting: number;
  busy: number;
  /** Runs that it had. */
  uses: number;
}

/** A replacement does not take the processor from the run that is going on, unless that goes on for long. */
const REFILL_MS = 1_000;

/**
 * Warm processes, each for one run. Those that were taken are replaced in the background, and what is used often has more
 * of them; kinds that were used least recently leave.
 */
export class OneShotPools<Kind, Process extends OneShot> {
  readonly #start: (kind: Kind) => Promise<Process>;
  readonly #keyOf: (kind: Kind) => string;
  readonly #capacity: number;
  /** By kind, the one that was used last at the end. */
  readonly #pools = new Map<string, Pool<Kind, Process>>();
  readonly #refills = new Set<Promise<void>>();
  /** Whatever has been started and is not gone. */
  readonly #processes = new Set<Process>();
  readonly #closing = new AbortController();

  readonly #idleMs: number | null;

  /**
   * @param options.capacity processes of one kind that wait; twice as many wait in all.
   * @param options.keyOf what tells one kind from another.
   * @param options.idleMs how long one waits before it is ended without a run; null: until its kind leaves.
   */
  constructor(
    start: (kind: Kind) => Promise<Process>,
    options: { capacity: number; keyOf: (kind: Kind) => string; idleMs: number | null },
  ) {
    const { capacity, keyOf, idleMs } = options;
    this.#keyOf = keyOf;
    this.#idleMs = idleMs;
    this.#start = async (wanted) => {
      const process = await start(wanted);
      this.#processes.add(process);
      void process.gone.then(() => this.#processes.delete(process));
      return process;
    };
    this.#capacity = capacity;
  }

  get health(): RunnerHealth['slots'] {
    return [...this.#pools.values()].map(({ label, waiting, busy }) => ({
      environment: label,
      idle: waiting.filter(({ isWarm }) => isWarm).length,
      busy,
    }));
  }

  /** Starts one that waits, before anybody asks. */
  prepare(label: string, kind: Kind): void {
    this.#refill(this.#poolOf(label, kind), 1, Promise.resolve());
  }

  /**
   * A process for one run: one that waits, or a new one.
   * @param hasEnded settles when the run is over.
   * @throws what starting one throws.
   */
  async take(label: string, kind: Kind, hasEnded: Promise<unknown>): Promise<Process> {
    return this.#take(label, kind, hasEnded, false) ?? (await this.#start(kind));
  }

  /** A process for one run that is warm already, or null when none is; one warms up for the next run then. */
  takeWarm(label: string, kind: Kind, hasEnded: Promise<unknown>): Process | null {
    return this.#take(label, kind, hasEnded, true);
  }

  #take(label: string, kind: Kind, hasEnded: Promise<unknown>, onlyWarm: boolean): Process | null {
    const pool = this.#poolOf(label, kind);
    const fit = alive(pool.waiting);
    const taken = fit.find(({ isWarm }) => isWarm) ?? (onlyWarm ? null : (fit[0] ?? null));
    pool.waiting.splice(0, pool.waiting.length, ...fit.filter((process) => process !== taken));
    pool.busy += 1;
    pool.uses += 1;
    void hasEnded.then(() => (pool.busy -= 1));
    this.#refill(pool, Math.min(pool.uses, this.#capacity), Promise.race([hasEnded, this.#pause()]));
    return taken;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#refills);
    await Promise.all([...this.#processes].map((process) => process.close()));
  }

  #poolOf(label: string, kind: Kind): Pool<Kind, Process> {
    const key = this.#keyOf(kind);
    const pool = this.#pools.get(key) ?? { label, kind, waiting: [], starting: 0, busy: 0, uses: 0 };
    this.#pools.delete(key);
    this.#pools.set(key, pool);
    return pool;
  }

  #refill(pool: Pool<Kind, Process>, wanted: number, when: Promise<unknown>): void {
    const refilling = (async () => {
      await when;
      while (!this.#closing.signal.aborted && alive(pool.waiting).length + pool.starting < wanted) {
        pool.starting += 1;
        try {
          const process = await this.#start(pool.kind);
          pool.waiting.push(process);
          this.#expire(pool, process);
        } catch {
          // The next run starts its own, and says why it cannot.
          return;
        } finally {
          pool.starting -= 1;
        }
        this.#makeRoom();
      }
    })();
    this.#refills.add(refilling);
    void refilling.finally(() => this.#refills.delete(refilling));
  }

  /** What waits too long for a run is ended: nobody may come back to what it was made for. */
  #expire(pool: Pool<Kind, Process>, process: Process): void {
    if (this.#idleMs === null) return;
    const timer = setTimeout(() => {
      const index = pool.waiting.indexOf(process);
      if (index === -1) return;
      pool.waiting.splice(index, 1);
      void process.close();
    }, this.#idleMs).unref();
    void process.gone.then(() => clearTimeout(timer));
  }

  #makeRoom(): void {
    let waiting = [...this.#pools.values()].reduce((sum, pool) => sum + pool.waiting.length, 0);
    for (const [key, pool] of this.#pools) {
      if (waiting <= 2 * this.#capacity) return;
      waiting -= pool.waiting.length;
      for (const process of pool.waiting.splice(0)) void process.close();
      if (pool.busy === 0 && pool.starting === 0) this.#pools.delete(key);
    }
  }

  async #pause(): Promise<void> {
    await sleep(REFILL_MS, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }
}

function alive<Process extends OneShot>(processes: readonly Process[]): Process[] {
  return processes.filter(({ isAlive }) => isAlive);
}
