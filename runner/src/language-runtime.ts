import type { RunnerHealth, RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { RunOutcome } from '#contract/runs.ts';
import type { BlobCache } from './blob-cache.ts';
import type { Environments } from './environments/environments.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Settings } from './settings.ts';
import type { UserIds } from './user-ids.ts';
import type { Workshop } from './workshop.ts';

/** What every language stands on. */
export interface Equipment {
  readonly settings: Settings;
  readonly sandbox: Sandbox;
  readonly workshop: Workshop;
  readonly blobs: BlobCache;
  readonly userIds: UserIds;
  readonly environments: Environments;
}

export interface RunHooks {
  /** Stops the run; what it gave until then is its outcome. */
  readonly signal: AbortSignal;
  readonly onText: (stream: 'stdout' | 'stderr', text: string) => void;
  /** What is done before the code can run, in words. */
  readonly onPreparing: (text: string) => void;
}

/** What a run does once it is its turn. */
export type Work = (hooks: RunHooks) => Promise<{ outcome: RunOutcome; isStopped: boolean }>;

/** One language of the runner. */
export interface LanguageRuntime {
  /** For `/health`. */
  readonly health: RunnerHealth['languages'][keyof RunnerHealth['languages']];
  /** Warm interpreters, for `/health`. */
  readonly slots: RunnerHealth['slots'];
  /**
   * A request as something that can be started.
   * @throws CannotRunError for a version or need that is not to be had here.
   */
  plan(request: RunnerRunRequest): Work;
  /** Ends what waits warm; runs have ended before. */
  close(): Promise<void>;
}
