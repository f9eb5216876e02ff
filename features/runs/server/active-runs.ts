/** The runs that this server waits for, and the limits on them. */

import { tooMany, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { RunPending, RunResult } from '../contract/runs.ts';
import { MESSAGES } from './messages.ts';
import { ResultQuota } from './run-record.ts';

/** Most bytes of all open requests: they are all in memory. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Most remembered streams; far more than pages open at a time. */
const REMEMBERED = 10_000;

/** How the wait for a run ended; `left`: it continues without this server. */
export type Ended = { readonly result: RunResult } | { readonly error: string } | 'left';

/** `stop` ends a run; `leave` only ends the wait for a kept run. */
export interface Signals {
  readonly stop: AbortSignal;
  readonly leave: AbortSignal;
}

/** A run that this server waits for. */
export interface ActiveRun {
  readonly pending: Omit<RunPending, 'queue_position'>;
  readonly userId: number;
  readonly screenId: number;
  readonly isLong: boolean;
  readonly stop: AbortController;
  readonly leave: AbortController;
  readonly ended: Promise<Ended>;
  queuePosition: number;
}

/** The runs that this server is working on: the state that the functions of this folder share. */
export class ActiveRuns {
  readonly platform: Platform;
  /** Id of this server, in the rows of its runs; null: there is only one. */
  readonly serverId: string | null;
  readonly active = new Map<string, ActiveRun>();
  /** Aborted when the server stops: nothing waits for a database that is away any more. */
  readonly closing = new AbortController();
  readonly streams = new StreamOwners();
  readonly shares: RunShares;
  readonly quota: ResultQuota;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(platform: Platform) {
    this.platform = platform;
    this.serverId = platform.cluster?.servers.self.id ?? null;
    this.quota = new ResultQuota(platform.db);
    this.shares = new RunShares(platform.config.runsPerPerson);
  }

  /** A short run is answered before its end is written; a later request for it waits for that. */
  writeLater(id: string, written: Promise<void>): void {
    const noted = written
      .catch((error: unknown) => this.platform.log.error({ err: error, run: id }, 'could not record the end of a run'))
      .finally(() => this.#writing.delete(id));
    this.#writing.set(id, noted);
  }

  /** Whether this server works on a run, or still has to store its end. */
  has(id: string): boolean {
    return this.active.has(id) || this.#writing.has(id);
  }

  /** Waits until the end of a run, or of every run, is written. */
  async written(id?: string): Promise<void> {
    await (id === undefined ? Promise.all(this.#writing.values()) : this.#writing.get(id));
  }
}

/** Runs of each user that are waiting or running. */
export class RunShares {
  readonly #perPerson: number;
  readonly #mostBytes: number;
  readonly #runs = new Map<number, number>();
  #bytes = 0;

  constructor(perPerson: number, mostBytes: number = MOST_BYTES) {
    this.#perPerson = perPerson;
    this.#mostBytes = mostBytes;
  }

  /**
   * Reserves room for a run until the returned function is called.
   * @throws AppError `too_many` naming the user's limit; `unavailable` if all users together request too much.
   */
  take(userId: number, bytes: number): () => void {
    const own = this.#runs.get(userId) ?? 0;
    if (own >= this.#perPerson) throw tooMany(MESSAGES.tooManyRuns(this.#perPerson), 5);
    if (this.#bytes + bytes > this.#mostBytes) throw unavailable(MESSAGES.tooMuchWaits);
    this.#runs.set(userId, own + 1);
    this.#bytes += bytes;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#bytes -= bytes;
      const left = (this.#runs.get(userId) ?? 1) - 1;
      if (left === 0) this.#runs.delete(userId);
      else this.#runs.set(userId, left);
    };
  }
}

/**
 * The owners of live topics `run:{stream_id}`. A page makes up the id (a random uuid) and subscribes before it starts
 * the run, so the first user of a stream owns it.
 */
class StreamOwners {
  readonly #owners = new Map<string, number>();

  /** Whether the stream belongs to `userId`; an unowned one does from now on. */
  claim(streamId: string, userId: number): boolean {
    const owner = this.#owners.get(streamId);
    if (owner !== undefined) return owner === userId;
    this.#owners.set(streamId, userId);
    if (this.#owners.size > REMEMBERED) {
      const [oldest] = this.#owners.keys();
      if (oldest !== undefined) this.#owners.delete(oldest);
    }
    return true;
  }
}
