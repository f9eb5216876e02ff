import type { RunnerHealth, RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { RunOutcome } from '#contract/runs.ts';
import type { BlobCache } from './blob-cache.ts';
import type { Environments } from './environments/environments.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Settings } from './settings.ts';
import type { UserIds } from './user-ids.ts';
import type { RunnerFolders } from './runner-folders.ts';

/** What every language runtime needs. */
export interface RuntimeDeps {
  readonly settings: Settings;
  readonly sandbox: Sandbox;
  readonly folders: RunnerFolders;
  readonly blobs: BlobCache;
  readonly userIds: UserIds;
  readonly environments: Environments;
}

export interface RunHooks {
  /** Stops the run; its output so far becomes the outcome. */
  readonly signal: AbortSignal;
  readonly onText: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Receives messages about preparations before the code can run. */
  readonly onPreparing: (text: string) => void;
}

/** Executes a run once it is its turn. */
export type Work = (hooks: RunHooks) => Promise<{ outcome: RunOutcome; isStopped: boolean }>;

/** Support for one language. */
export interface LanguageRuntime {
  /** For `/health`. */
  readonly health: RunnerHealth['languages'][keyof RunnerHealth['languages']];
  /** Warm interpreters, for `/health`. */
  readonly slots: RunnerHealth['slots'];
  /**
   * Prepares a request for execution.
   * @throws CannotRunError for a version or requirement that this runner doesn't offer
   */
  plan(request: RunnerRunRequest): Work;
  /** Ends warm processes. All runs have ended by then. */
  close(): Promise<void>;
}
