/** Stores runs and their results, within a limit for each user. */

import type { Db } from '#platform/server/database/database.ts';
import type { RunResult, RunState } from '../contract/runs.ts';
import { finishRun, insertRun, markRunStarted, trimResults, type NewRun } from './queries.ts';

/** A run that ends within this time is written once, with its end: no page knows it yet. */
const WRITE_AFTER_MS = 150;
/** Most bytes of stored results per user, as the database stores them; and the interval between checks. */
const MOST_BYTES = 128 * 1024 * 1024;
const CHECK_EVERY_BYTES = 16 * 1024 * 1024;

/** Writes a run that this server waits for, in the order of its states (features/runs/contract/runs.ts). */
export class RunRecord {
  readonly #db: Db;
  readonly #run: NewRun;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #isStarted = false;
  #isWritten: boolean;
  /** A write may have been stored although it failed: the connection broke before its reply. */
  #isUnsure = false;
  #work: Promise<void> = Promise.resolve();

  /** @param onError Receives errors of writes during the run. @param isWritten The run was written earlier. */
  constructor(db: Db, run: NewRun, onError: (error: unknown) => void, { isWritten = false } = {}) {
    this.#isWritten = isWritten;
    this.#db = db;
    this.#run = run;
    this.#onError = onError;
    this.#timer = setTimeout(() => void this.write().catch(onError), WRITE_AFTER_MS);
  }

  /** Resolves once a restart of the server would find the run. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#then(async () => {
      if (this.#isWritten) return;
      this.#isUnsure = true;
      await insertRun(this.#db, { ...this.#run, state: this.#isStarted ? 'running' : 'queued' });
      this.#isWritten = true;
    });
  }

  /** Records in the background that it is no longer queued. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#then(async () => {
      if (this.#isWritten) await markRunStarted(this.#db, this.#run.id);
    }).catch(this.#onError);
  }

  /** Resolves once the end is stored. */
  finish(end: { state: Extract<RunState, 'done' | 'stopped' | 'lost'>; result: RunResult | null; error: string | null }): Promise<void> {
    clearTimeout(this.#timer);
    return this.#then(async () => {
      const isStored = this.#isUnsure || this.#isWritten ? await finishRun(this.#db, this.#run.id, end) : false;
      if (!isStored && !this.#isWritten) await insertRun(this.#db, { ...this.#run, input: null, ...end });
      this.#isWritten = true;
    });
  }

  /** Writes nothing more: the run continues without this server. */
  async leave(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#work.catch(this.#onError);
  }

  #then(step: () => Promise<void>): Promise<void> {
    const work = this.#work.catch(() => undefined).then(step);
    this.#work = work.catch(() => undefined);
    return work;
  }
}

/** Limits the stored results of each user by deleting the oldest. */
export class ResultQuota {
  readonly #db: Db;
  readonly #mostBytes: number;
  readonly #checkEvery: number;
  /** Bytes written since the last check, by user. */
  readonly #written = new Map<number, number>();

  constructor(db: Db, { mostBytes = MOST_BYTES, checkEvery = CHECK_EVERY_BYTES } = {}) {
    this.#db = db;
    this.#mostBytes = mostBytes;
    this.#checkEvery = checkEvery;
  }

  /** Call it after storing a result. @param bytes Size of the result as text. */
  async note(userId: number, bytes: number): Promise<void> {
    const written = (this.#written.get(userId) ?? 0) + bytes;
    this.#written.set(userId, written < this.#checkEvery ? written : 0);
    if (written >= this.#checkEvery) await trimResults(this.#db, userId, this.#mostBytes);
  }
}
