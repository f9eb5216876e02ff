import { setTimeout as sleep } from 'node:timers/promises';
import type { Client as PgClient } from 'pg';
import { gitHolder } from '#testing/pushed-changes.ts';
import type { Installation } from './installation.ts';
import type { NodeProcess } from './node-process.ts';

const EVERY_MS = 10_000;
/** A killed process is started again after this long. */
const RESTART_MS = 1_000;
const SHORTEST_CUT_MS = 2_000;
const LONGEST_CUT_MS = 7_000;
const TAKEOVER_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 100;

export interface Fault {
  /** Of `performance.now()`. */
  readonly at: number;
  readonly kind: 'kill' | 'cut';
  readonly machine: string;
  /** How long it was away. */
  readonly awayMs: number;
  /** It was the one that writes to git. */
  readonly wasHolder: boolean;
  /** Until another commit; null: not measured, or there was none in time. */
  takeoverMs: number | null;
}

/** Kills and cuts off servers and runners, in an order that depends only on the seed. */
export class Faults {
  readonly faults: Fault[] = [];
  readonly #installation: Installation;
  readonly #database: PgClient;
  readonly #random: () => number;
  readonly #watching: Promise<void>[] = [];

  constructor(installation: Installation, database: PgClient, seed: number) {
    this.#installation = installation;
    this.#database = database;
    this.#random = randomNumbers(seed);
  }

  /** One fault every ten seconds. Afterwards everything is up. */
  async run(seconds: number, signal: AbortSignal): Promise<void> {
    const start = performance.now();
    for (let count = 0; (count + 1) * EVERY_MS <= seconds * 1000; count += 1) {
      await sleep(Math.max(0, start + count * EVERY_MS - performance.now()), undefined, { signal });
      await this.#strike(signal);
    }
    await Promise.all(this.#watching);
  }

  async #strike(signal: AbortSignal): Promise<void> {
    const { web, git, runners } = this.#installation;
    // The servers with the repositories count as one, and the one that works is hit.
    const targets = [...web, null, ...runners];
    const kind = this.#random() < 0.5 ? 'kill' : 'cut';
    const chosen = targets[Math.floor(this.#random() * targets.length)] ?? null;
    const cutMs = SHORTEST_CUT_MS + this.#random() * (LONGEST_CUT_MS - SHORTEST_CUT_MS);
    const target = chosen ?? (await this.#holder()) ?? git[0];
    if (target === undefined) return;
    const awayMs = kind === 'kill' ? RESTART_MS : cutMs;
    const fault: Fault = {
      at: performance.now(),
      kind,
      machine: target.machine.name,
      awayMs,
      wasHolder: chosen === null,
      takeoverMs: null,
    };
    this.faults.push(fault);
    if (kind === 'kill') {
      await target.kill();
      if (fault.wasHolder) this.#watching.push(this.#measureTakeover(fault, new Date()));
      await sleep(RESTART_MS, undefined, { signal });
      target.start();
    } else {
      await target.machine.cut();
      await sleep(cutMs, undefined, { signal });
      await target.machine.heal();
      // A server that lost its place exits, and its supervisor starts it again.
      if (!target.isRunning) target.start();
    }
    this.#revive();
  }

  #revive(): void {
    const { web, git, runners } = this.#installation;
    for (const each of [...web, ...git, ...runners]) if (!each.isRunning) each.start();
  }

  async #holder(): Promise<NodeProcess | null> {
    const url = await gitHolder(this.#database);
    const host = url === null ? null : new URL(url).hostname;
    return this.#installation.git.find(({ machine }) => machine.address === host) ?? null;
  }

  /** Until a change is committed by the next one. The killed one commits nothing any more. */
  async #measureTakeover(fault: Fault, killedAt: Date): Promise<void> {
    for (const end = performance.now() + TAKEOVER_LIMIT_MS; performance.now() < end; await sleep(LOOK_EVERY_MS)) {
      const { rows } = await this.#database.query<{ at: Date | null }>(
        'select min(committed_at) as at from changes where committed_at > $1',
        [killedAt],
      );
      const at = rows[0]?.at ?? null;
      if (at === null) continue;
      fault.takeoverMs = at.getTime() - killedAt.getTime();
      return;
    }
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
