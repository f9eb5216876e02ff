import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import type { LanguageState, RunnerHealth, RunnerRunRequest, RunnerSpan } from '#platform/contract/runner-protocol.ts';
import type { BlobCache } from './blob-cache.ts';
import type { Environments } from './environments/environments.ts';
import type { RunnerFolders } from './runner-folders.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Settings } from './settings.ts';
import type { UserIds } from './user-ids.ts';

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
  /** Called when the code has what it runs in: a slot, a sandbox or a session. For traces. */
  readonly onReady?: () => void;
  /** Receives the steps of a traced run. */
  readonly onTraced?: (spans: RunnerSpan[]) => void;
}

/** How a run ended. */
export interface RunEnd {
  readonly outcome: RunOutcome;
  readonly isStopped: boolean;
  /** How long the checks at its end took, if that is known. */
  readonly checkSeconds?: number;
}

/** Executes a run once it is its turn. */
export type Work = (hooks: RunHooks) => Promise<RunEnd>;

/** Applications of one language. A session starts them (runner/languages/python/lessonwright_run/session_host.py). */
interface ApplicationKind {
  /** What the session is asked to start: code in its own interpreter, or files and a command. */
  program(code: Pick<RunnerRunRequest, 'earlier' | 'setup' | 'preamble' | 'code'>): object;
  /** How a program finds the packages of its lesson, which are in this folder. */
  environment(packages: string): Readonly<Record<string, string>>;
}

/** One language of the runner. */
export interface LanguageRuntime {
  /** For `/health`. */
  readonly health: LanguageState;
  /** Warm interpreters, for `/health`. */
  readonly slots: RunnerHealth['slots'];
  /**
   * Prepares a request for execution.
   * @throws CannotRunError for a version or requirement that this runner doesn't offer
   */
  plan(request: RunnerRunRequest): Work;
  /** How its code runs as an application of a session (Run and Deploy); null: it cannot. */
  readonly application: ApplicationKind | null;
  /** Ends what waits warm; runs have ended before. */
  close(): Promise<void>;
}
