import type { LanguageState, RunnerHealth, RunnerRunRequest } from '#contract/runner-protocol.ts';
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

/** Applications of one language. A session starts them (runner/languages/python/lessonwright_run/session_host.py). */
interface ApplicationKind {
  /** What the session is asked to start: code in its own interpreter, or files and a command. */
  program(code: Pick<RunnerRunRequest, 'preamble' | 'code'>): object;
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
   * A request as something that can be started.
   * @throws CannotRunError for a version or need that is not to be had here.
   */
  plan(request: RunnerRunRequest): Work;
  /** How its code runs as an application of a session (Run and Deploy); null: it cannot. */
  readonly application: ApplicationKind | null;
  /** Ends what waits warm; runs have ended before. */
  close(): Promise<void>;
}
