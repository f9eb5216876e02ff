import type { RunPending, RunResult } from '#contract/runs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { ResultQuota } from './result-quota.ts';
import { RunShares } from './run-shares.ts';
import { StreamOwners } from './stream-owners.ts';

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
  readonly isLong: boolean;
  readonly stop: AbortController;
  readonly leave: AbortController;
  readonly ended: Promise<Ended>;
  queuePosition: number;
}

/** The runs that this server is working on: the state shared by this module's functions. */
export class RunsUnderWay {
  readonly platform: Platform;
  readonly active = new Map<string, ActiveRun>();
  readonly streams = new StreamOwners();
  readonly shares: RunShares;
  readonly quota: ResultQuota;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(platform: Platform) {
    this.platform = platform;
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

  /** Waits until the end of a run, or of every run, is written. */
  async written(id?: string): Promise<void> {
    await (id === undefined ? Promise.all(this.#writing.values()) : this.#writing.get(id));
  }
}
