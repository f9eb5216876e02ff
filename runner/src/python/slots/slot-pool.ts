import type { PreparedPython } from '#runner/python/prepare-python.ts';
import type { Slot } from './slot.ts';

/** After a slot could not be made: until the next try. */
const PAUSE_MS = 10_000;

/** The warm slots of one environment. */
export class SlotPool {
  readonly label: string;
  readonly python: PreparedPython;
  /** The one used last stands last. */
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

  /** Why there is no slot; null when there may be one. */
  get problem(): string | null {
    return performance.now() - this.#failedAt < PAUSE_MS ? this.#problem : null;
  }

  /** A slot for one run, if one waits: the one used last, whose memory is still near. */
  take(): Slot | null {
    const slot = this.#idle.pop() ?? null;
    if (slot) this.#busy.add(slot);
    return slot;
  }

  /** Takes out the slot that has waited longest. */
  giveUp(): Slot | null {
    return this.#idle.shift() ?? null;
  }

  /**
   * Adds a slot once it is made.
   * @throws what `make` throws; the next try is then some time away.
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

  /** After a run. */
  putBack(slot: Slot): void {
    if (this.#busy.delete(slot)) this.#idle.push(slot);
  }

  /** Forgets a slot that has ended or is about to. */
  remove(slot: Slot): void {
    this.#busy.delete(slot);
    const index = this.#idle.indexOf(slot);
    if (index !== -1) this.#idle.splice(index, 1);
  }
}
