import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerHealth } from '#contract/runner-protocol.ts';
import type { RKind, RProcess } from './r-process.ts';

/** Processes of one kind, oldest first; some may still be warming up. */
interface Pool {
  readonly label: string;
  readonly kind: RKind;
  readonly waiting: RProcess[];
  /** Processes that are being started, and will wait. */
  starting: number;
  busy: number;
  /** Runs that it had. */
  uses: number;
}

/** A replacement does not take the processor from the run that is going on, unless that goes on for long. */
const REFILL_MS = 1_000;

/**
 * Warm R processes, each for one run. Those that were taken are replaced in the background, and what is used often has more
 * of them; kinds that were used least recently leave.
 */
export class RPools {
  readonly #start: (kind: RKind) => Promise<RProcess>;
  readonly #capacity: number;
  /** By kind, the one that was used last at the end. */
  readonly #pools = new Map<string, Pool>();
  readonly #refills = new Set<Promise<void>>();
  /** Whatever has been started and is not gone. */
  readonly #processes = new Set<RProcess>();
  readonly #closing = new AbortController();

  /** @param capacity processes of one kind that wait; twice as many wait in all. */
  constructor(start: (kind: RKind) => Promise<RProcess>, capacity: number) {
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
  prepare(label: string, kind: RKind): void {
    this.#refill(this.#poolOf(label, kind), 1, Promise.resolve());
  }

  /**
   * A process for one run: one that waits, or a new one.
   * @param hasEnded settles when the run is over.
   * @throws what starting one throws.
   */
  async take(label: string, kind: RKind, hasEnded: Promise<unknown>): Promise<RProcess> {
    const pool = this.#poolOf(label, kind);
    const fit = alive(pool.waiting);
    const taken = fit.find(({ isWarm }) => isWarm) ?? fit[0];
    pool.waiting.splice(0, pool.waiting.length, ...fit.filter((process) => process !== taken));
    pool.busy += 1;
    pool.uses += 1;
    void hasEnded.then(() => (pool.busy -= 1));
    this.#refill(pool, Math.min(pool.uses, this.#capacity), Promise.race([hasEnded, this.#pause()]));
    return taken ?? (await this.#start(kind));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#refills);
    await Promise.all([...this.#processes].map((process) => process.close()));
  }

  #poolOf(label: string, kind: RKind): Pool {
    const key = JSON.stringify(kind);
    const pool = this.#pools.get(key) ?? { label, kind, waiting: [], starting: 0, busy: 0, uses: 0 };
    this.#pools.delete(key);
    this.#pools.set(key, pool);
    return pool;
  }

  #refill(pool: Pool, wanted: number, when: Promise<unknown>): void {
    const refilling = (async () => {
      await when;
      while (!this.#closing.signal.aborted && alive(pool.waiting).length + pool.starting < wanted) {
        pool.starting += 1;
        try {
          pool.waiting.push(await this.#start(pool.kind));
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

function alive(processes: readonly RProcess[]): RProcess[] {
  return processes.filter(({ isAlive }) => isAlive);
}
