/** Keeps warm slots for each interpreter, and assigns one to each run. */

import { totalmem } from 'node:os';
import type { RunnerHealth } from '#platform/contract/runner-protocol.ts';
import type { RuntimeDeps } from '../../language-runtime.ts';
import { SandboxFailure } from '../../sandbox/explain-failure.ts';
import type { PreparedPython } from '../prepare-python.ts';
import { openSlot } from './open-slot.ts';
import type { Slot } from './slot.ts';

/** A slot that belongs to one run until it is released. */
export interface Lease {
  readonly slot: Slot;
  release(): void;
}

/** Share of the machine's memory for all slots, and the rough size of one. */
const SHARE_OF_MEMORY = 0.25;
const SLOT_BYTES = 128 * 1024 * 1024;
const POOLS_AT_MOST = 4;
/** Delay after a failed slot before the next attempt. */
const PAUSE_MS = 10_000;

/**
 * Warm slots by environment, as many for each as there are concurrent runs. If that is too many in total, slots of the least
 * recently used environment are dropped.
 */
export class SlotPools {
  readonly #deps: RuntimeDeps;
  readonly #maxSlots: number;
  /** By interpreter, least recently used first. */
  readonly #pools = new Map<string, SlotPool>();
  readonly #leaving = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  #changed = Promise.withResolvers<void>();

  constructor(deps: RuntimeDeps) {
    this.#deps = deps;
    const { capacity } = deps.settings;
    const byMemory = Math.floor((totalmem() * SHARE_OF_MEMORY) / SLOT_BYTES);
    this.#maxSlots = Math.max(capacity, Math.min(capacity * POOLS_AT_MOST, byMemory));
  }

  get health(): RunnerHealth['slots'] {
    return [...this.#pools.values()].map(({ label, idle, busy }) => ({ environment: label, idle, busy }));
  }

  /** Starts to warm a slot of this environment, unless there are enough. */
  prepare(python: PreparedPython, label: string): void {
    const pool = this.#poolOf(python, label);
    if (this.#deps.settings.warm === 'off' || this.#stop.signal.aborted || pool.problem !== null) return;
    if (pool.size >= this.#deps.settings.capacity || !this.#makeRoom(pool)) return;
    const added = pool.add(() => this.#open(python));
    void this.#track(
      added.then(
        (slot) => this.#watch(pool, slot),
        (error: unknown) => {
          // Runs that wait for this slot have to learn that it failed.
          this.#signalChange();
          if (this.#stop.signal.aborted) return;
          const text = error instanceof Error ? error.message : String(error);
          process.stderr.write(`No warm slot for ${label}; its runs start cold. ${text}\n`);
        },
      ),
    );
  }

  /**
   * Returns a waiting slot, or null if the run should start without one. With `Settings.warm` set to `only`, waits for one.
   * @throws SandboxFailure if runs must be warm and no slot can be made, or `signal` aborts
   */
  async take(python: PreparedPython, label: string, signal: AbortSignal): Promise<Lease | null> {
    const { warm } = this.#deps.settings;
    if (warm === 'off') return null;
    const pool = this.#poolOf(python, label);
    for (;;) {
      const slot = pool.take();
      // Warm one for the next run.
      if (pool.idle === 0 && !pool.isWarming) this.prepare(python, label);
      if (slot) return { slot, release: () => this.#release(pool, slot) };
      if (warm !== 'only') return null;
      if (pool.problem !== null || signal.aborted || this.#stop.signal.aborted) throw new SandboxFailure(pool.problem ?? 'stopped');
      await this.#change(signal);
    }
  }

  /** Call when all runs have ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#signalChange();
    for (const pool of this.#pools.values())
      for (let slot = pool.removeOldest(); slot; slot = pool.removeOldest()) void this.#track(slot.close());
    while (this.#leaving.size > 0) await Promise.allSettled(this.#leaving);
  }

  #poolOf(python: PreparedPython, label: string): SlotPool {
    // All environments have the same path inside, but their own outside.
    const identity = [python.path, ...python.moved.map(({ source }) => source)].join('\n');
    const pool = this.#pools.get(identity) ?? new SlotPool(label, python);
    this.#pools.delete(identity);
    this.#pools.set(identity, pool);
    return pool;
  }

  /** False: there are too many, and all others are busy. */
  #makeRoom(pool: SlotPool): boolean {
    const total = [...this.#pools.values()].reduce((sum, { size }) => sum + size, 0);
    if (total < this.#maxSlots) return true;
    for (const other of this.#pools.values()) {
      const slot = other === pool ? null : other.removeOldest();
      if (!slot) continue;
      void this.#track(slot.close());
      return true;
    }
    return false;
  }

  async #open(python: PreparedPython): Promise<Slot> {
    const { sandbox, folders, userIds } = this.#deps;
    const userId = userIds.take();
    try {
      const slot = await openSlot(sandbox, folders, userId, python, this.#stop.signal);
      void this.#track(slot.ended.finally(() => userIds.release(userId)));
      return slot;
    } catch (error) {
      userIds.release(userId);
      throw error;
    }
  }

  /** A slot that ends by itself is replaced when the next run arrives. */
  #watch(pool: SlotPool, slot: Slot): void {
    this.#signalChange();
    if (this.#stop.signal.aborted) void this.#track(slot.close());
    void this.#track(slot.ended.finally(() => pool.remove(slot)));
  }

  #release(pool: SlotPool, slot: Slot): void {
    if (slot.isFit && !this.#stop.signal.aborted) {
      pool.putBack(slot);
    } else {
      pool.remove(slot);
      void this.#track(slot.close());
      this.prepare(pool.python, pool.label);
    }
    this.#signalChange();
  }

  /** Settles at the next change of any pool, or when `signal` aborts. */
  async #change(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onAbort = () => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#changed.promise, promise]);
    signal.removeEventListener('abort', onAbort);
  }

  #signalChange(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #track(work: Promise<unknown>): Promise<void> {
    this.#leaving.add(work);
    await work.catch(() => undefined);
    this.#leaving.delete(work);
  }
}

/** The warm slots of one environment. */
class SlotPool {
  readonly label: string;
  readonly python: PreparedPython;
  /** Most recently used last. */
  readonly #idle: Slot[] = [];
  readonly #busy = new Set<Slot>();
  #warming = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #problem: string | null = null;

  constructor(label: string, python: PreparedPython) {
    this.label = label;
    this.python = python;
  }

  get size(): number {
    return this.#idle.length + this.#busy.size + this.#warming;
  }

  get idle(): number {
    return this.#idle.length;
  }

  get busy(): number {
    return this.#busy.size;
  }

  get isWarming(): boolean {
    return this.#warming > 0;
  }

  /** Why there is no slot; null if one may be available. */
  get problem(): string | null {
    return performance.now() - this.#failedAt < PAUSE_MS ? this.#problem : null;
  }

  /** Returns the most recently used waiting slot, whose memory is still cached, or null. */
  take(): Slot | null {
    const slot = this.#idle.pop() ?? null;
    if (slot) this.#busy.add(slot);
    return slot;
  }

  /** Removes and returns the slot that has waited longest. */
  removeOldest(): Slot | null {
    return this.#idle.shift() ?? null;
  }

  /**
   * Adds a new slot.
   * @throws whatever `make` throws; the next attempt is then delayed
   */
  async add(make: () => Promise<Slot>): Promise<Slot> {
    this.#warming += 1;
    try {
      const slot = await make();
      this.#idle.push(slot);
      return slot;
    } catch (error) {
      this.#failedAt = performance.now();
      this.#problem = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      this.#warming -= 1;
    }
  }

  /** Returns a slot to the pool after a run. */
  putBack(slot: Slot): void {
    if (this.#busy.delete(slot)) this.#idle.push(slot);
  }

  /** Forgets a slot that has ended or is ending. */
  remove(slot: Slot): void {
    this.#busy.delete(slot);
    const index = this.#idle.indexOf(slot);
    if (index !== -1) this.#idle.splice(index, 1);
  }
}
