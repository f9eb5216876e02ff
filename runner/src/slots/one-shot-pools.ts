import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerHealth } from '#platform/contract/runner-protocol.ts';

/** A process in its own sandbox that warms up and waits for its only run. */
export interface OneShot {
  /** False: it has ended. */
  readonly isAlive: boolean;
  /** Whether everything a run may need is loaded. */
  readonly isWarm: boolean;
  /** Settles once it is completely gone. */
  readonly gone: Promise<void>;
  /** Ends it. Settles once it is completely gone. */
  close(): Promise<void>;
}

/** Processes of one kind, oldest first; some may still be warming up. */
interface Pool<Kind, Process> {
  readonly label: string;
  readonly kind: Kind;
  readonly waiting: Process[];
  /** Number of processes being started to wait. */
  starting: number;
  busy: number;
  /** Number of runs so far. */
  uses: number;
}

/** Delay before a replacement starts, so that it doesn't compete with the current run. */
const REFILL_MS = 1_000;
/** How often a process that has to wait for others to warm up tries again, after that delay. */
const WARMING_ATTEMPTS = 20;

/**
 * Warm processes for one run each. Used ones are replaced in the background; frequently used kinds get more of them, and the
 * least recently used kinds are dropped.
 */
export class OneShotPools<Kind, Process extends OneShot> {
  readonly #start: (kind: Kind) => Promise<Process>;
  readonly #keyOf: (kind: Kind) => string;
  readonly #capacity: number;
  /** By kind, most recently used last. */
  readonly #pools = new Map<string, Pool<Kind, Process>>();
  readonly #refills = new Set<Promise<void>>();
  /** Everything that was started and isn't gone. */
  readonly #processes = new Set<Process>();
  readonly #closing = new AbortController();

  readonly #idleMs: number | null;
  readonly #warmingMax: number;
  /** Being started; its process doesn't exist yet. */
  #starting = 0;

  /**
   * @param options.capacity waiting processes per kind; at most twice as many wait in total
   * @param options.keyOf identifies a kind
   * @param options.warmingMax how many may warm up at a time, for processes whose warming is work; null: any number
   * @param options.idleMs how long a process waits before it is ended unused; null: until its kind is dropped
   */
  constructor(
    start: (kind: Kind) => Promise<Process>,
    options: { capacity: number; keyOf: (kind: Kind) => string; idleMs: number | null; warmingMax: number | null },
  ) {
    const { capacity, keyOf, idleMs, warmingMax } = options;
    this.#keyOf = keyOf;
    this.#warmingMax = warmingMax ?? Number.POSITIVE_INFINITY;
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

  /** Starts a waiting process in advance. */
  prepare(label: string, kind: Kind): void {
    this.#refill(this.#poolOf(label, kind), 1, Promise.resolve());
  }

  /**
   * Returns a process for one run, waiting or new.
   * @param hasEnded settles when the run is over
   * @throws whatever starting one throws
   */
  async take(label: string, kind: Kind, hasEnded: Promise<unknown>): Promise<Process> {
    return this.#take(label, kind, hasEnded, false) ?? (await this.#start(kind));
  }

  /** Returns a process that is already warm, or null. In the latter case one is warmed up for the next run. */
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
        if (!(await this.#mayWarm())) return;
        // Another refill may have come first.
        if (alive(pool.waiting).length + pool.starting >= wanted) return;
        pool.starting += 1;
        this.#starting += 1;
        try {
          const process = await this.#start(pool.kind);
          pool.waiting.push(process);
          this.#expire(pool, process);
        } catch {
          // The next run starts its own and reports the error.
          return;
        } finally {
          pool.starting -= 1;
          this.#starting -= 1;
        }
        this.#makeRoom();
      }
    })();
    this.#refills.add(refilling);
    void refilling.finally(() => this.#refills.delete(refilling));
  }

  /** Waits while enough others are warming up. False: for too long; the next run of the kind tries again. */
  async #mayWarm(): Promise<boolean> {
    const isFree = () => {
      const warming = [...this.#processes].filter(({ isAlive, isWarm }) => isAlive && !isWarm).length;
      return this.#starting + warming < this.#warmingMax;
    };
    for (let attempt = 0; attempt < WARMING_ATTEMPTS && !isFree(); attempt += 1) await this.#pause();
    return isFree() && !this.#closing.signal.aborted;
  }

  /** Ends a process that has waited too long; its users may not return. */
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
