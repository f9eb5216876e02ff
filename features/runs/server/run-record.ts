/** Stores runs and their results, within a limit for each user. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#platform/server/database/database.ts';
import { isOutage } from '#platform/server/outage.ts';
import type { RunResult, RunState } from '../contract/runs.ts';
import { findRun, finishRun, insertRun, markRunStarted, trimResults, type NewRun } from './queries.ts';

/** A run that ends within this time is written once, with its end: no page knows it yet. */
const WRITE_AFTER_MS = 150;
/** How often storing an end is repeated while the database is away. */
const RETRY_MS = 1_000;
/** Most bytes of stored results per user, as the database stores them; and the interval between checks. */
const MOST_BYTES = 128 * 1024 * 1024;
const CHECK_EVERY_BYTES = 16 * 1024 * 1024;

interface RecordOptions {
  readonly isWritten?: boolean;
  readonly closing: AbortSignal;
  readonly retryMs?: number;
}

interface RunEnd {
  readonly state: Extract<RunState, 'done' | 'stopped' | 'lost'>;
  readonly result: RunResult | null;
  readonly error: string | null;
}

/** Writes a run that this server waits for, in the order of its states (features/runs/contract/runs.ts). */
export class RunRecord {
  readonly #db: Db;
  readonly #run: NewRun;
  readonly #onError: (error: unknown) => void;
  readonly #closing: AbortSignal;
  readonly #retryMs: number;
  readonly #timer: NodeJS.Timeout;
  #isStarted = false;
  #isWritten: boolean;
  /** A write may have been stored although it failed: the connection broke before its reply. */
  #isUnsure = false;
  #work: Promise<void> = Promise.resolve();

  /**
   * @param onError Receives errors of writes during the run.
   * @param options.isWritten The run was written earlier.
   * @param options.closing Ends the wait for a database that is away.
   */
  constructor(db: Db, run: NewRun, onError: (error: unknown) => void, options: RecordOptions) {
    this.#isWritten = options.isWritten ?? false;
    this.#closing = options.closing;
    this.#retryMs = options.retryMs ?? RETRY_MS;
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

  /** Resolves once the end is stored. While the database is away, that is repeated until it returns. */
  finish(end: RunEnd): Promise<void> {
    clearTimeout(this.#timer);
    return this.#then(async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await this.#storeEnd(end);
          return;
        } catch (error) {
          if (!isOutage(error) || this.#closing.aborted) throw error;
          if (attempt === 1) this.#onError(error);
          await sleep(this.#retryMs, undefined, { signal: this.#closing, ref: false }).catch(() => undefined);
        }
      }
    });
  }

  async #storeEnd(end: RunEnd): Promise<void> {
    const isStored = this.#isUnsure || this.#isWritten ? await finishRun(this.#db, this.#run.id, end) : false;
    if (!isStored && !this.#isWritten) {
      // An earlier attempt may have stored it before its connection broke.
      const isThere = this.#isUnsure && (await findRun(this.#db, this.#run.id)) !== undefined;
      this.#isUnsure = true;
      if (!isThere) await insertRun(this.#db, { ...this.#run, input: null, ...end });
    }
    this.#isWritten = true;
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
