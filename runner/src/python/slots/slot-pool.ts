import type { PreparedPython } from '#runner/python/prepare-python.ts';
import type { Slot } from './slot.ts';

/** Delay after a failed slot before the next attempt. */
const PAUSE_MS = 10_000;

/** The warm slots of one environment. */
export class SlotPool {
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
  giveUp(): Slot | null {
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
