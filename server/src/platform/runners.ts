import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Language } from '#contract/lessons.ts';
import type { RunnerEvent, RunnerHealth, RunnerRunRequest } from '#contract/runner-protocol.ts';
import { NO_OUTCOME, type RunOutcome } from '#contract/runs.ts';
import type { Config } from './config.ts';
import { unavailable } from './errors.ts';
import { LocalRunner } from './runners/local-runner.ts';
import { RunnerRefusal, askHealth, askStop, streamRun, type RunnerAddress } from './runners/runner-client.ts';

/** What a run tells while it goes on. */
export type RunProgress = Extract<RunnerEvent, { type: 'queued' | 'preparing' | 'started' | 'stdout' | 'stderr' }>;

export interface RunHooks {
  /** Stops the run; what it gave until then is its outcome. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunProgress) => void;
  /** The bytes of a file that the run needs and its runner lacks. */
  readonly readBlob: (sha256: string) => Promise<Uint8Array>;
}

/** A runner as it was found; exactly one of `health` and `reason` is null. */
export interface RunnerState {
  readonly name: string;
  readonly health: RunnerHealth | null;
  /** Why it does not answer. */
  readonly reason: string | null;
}

interface Runner {
  readonly name: string;
  /** Waits for a runner that is just starting. */
  readonly address: () => Promise<RunnerAddress>;
}

const NO_RUNNER = 'No runner is available for this lesson';
const LOST = 'The runner went away while the code was running. Nothing was changed: run it again.';
/** How long a call waits for a runner that is starting. */
const START_MS = 20_000;
/** How long a stopped run may take to say what it gave. */
const STOP_MS = 10_000;

/** The runners of this product: the one beside the server, and those that the settings name. */
export class RunnerPool {
  readonly #runners: readonly Runner[];
  readonly #local: LocalRunner | null;

  private constructor(runners: readonly Runner[], local: LocalRunner | null) {
    this.#runners = runners;
    this.#local = local;
  }

  /** Does not wait until the local runner is up: whoever needs it does. */
  static async start(
    config: Pick<Config, 'dataFolder' | 'localRunner' | 'runners' | 'localRunnerSettings'>,
    log: Logger,
  ): Promise<RunnerPool> {
    const local = config.localRunner ? new LocalRunner(join(config.dataFolder, 'runner'), config.localRunnerSettings, log) : null;
    const named = config.runners.map(({ name, url, token }) => ({ name, address: () => Promise.resolve({ url, token }) }));
    return new RunnerPool(local ? [{ name: 'local', address: () => local.address() }, ...named] : named, local);
  }

  /** Stops the local runner, with all that it runs. */
  async stop(): Promise<void> {
    await this.#local?.stop();
  }

  /** Every runner, asked now. */
  async health(): Promise<RunnerState[]> {
    return Promise.all(this.#runners.map(lookAt));
  }

  /**
   * The least busy runner that can run this.
   * @throws AppError `unavailable`, with the reason, when there is none.
   */
  async pick(language: Language, version: string | null): Promise<string> {
    const states = await this.health();
    const able = states.flatMap(({ name, health }) => (health?.sandbox.ok && health.languages[language].available ? { name, health } : []));
    const exact = able.filter(({ health }) => version === null || health.languages[language].versions.includes(version));
    // Where the version is missing everywhere, the runner itself says how to add it.
    const [best] = (exact.length > 0 ? exact : able).sort((one, other) => load(one.health) - load(other.health));
    if (best) return best.name;
    throw unavailable(states.map((state) => reasonOf(state, language)).find((reason) => reason !== null) ?? NO_RUNNER);
  }

  /**
   * Runs code on a runner, which sends what it needs and tells what happens.
   * @throws AppError `unavailable` when the runner refuses, cannot start the run, or goes away.
   */
  async run(runnerName: string, request: RunnerRunRequest, hooks: RunHooks): Promise<{ outcome: RunOutcome; stopped: boolean }> {
    const runner = this.#runners.find(({ name }) => name === runnerName);
    if (!runner) throw unavailable(NO_RUNNER);
    const find = () => withinLimit(runner.address(), START_MS);
    const connection = new AbortController();
    const stop = () => void stopRun(find, request.id, connection);
    hooks.signal.addEventListener('abort', stop, { once: true });
    try {
      if (hooks.signal.aborted) return { outcome: NO_OUTCOME, stopped: true };
      for await (const event of streamRun(find, request, hooks.readBlob, connection.signal)) {
        if (event.type === 'finished' || event.type === 'stopped') return { outcome: event.outcome, stopped: event.type === 'stopped' };
        if (event.type === 'failed') throw new RunnerRefusal(event.error);
        hooks.onEvent(event);
      }
      throw new Error('The stream of a run ended without an end.');
    } catch (error) {
      if (hooks.signal.aborted) return { outcome: NO_OUTCOME, stopped: true };
      throw unavailable(error instanceof RunnerRefusal ? error.message : LOST);
    } finally {
      hooks.signal.removeEventListener('abort', stop);
      connection.abort();
    }
  }
}

/** Asks nicely, so that what was written until now is told; then breaks off. */
async function stopRun(find: () => Promise<RunnerAddress>, id: string, connection: AbortController): Promise<void> {
  try {
    await askStop(await find(), id);
    await sleep(STOP_MS, undefined, { signal: connection.signal });
  } catch {
    // The run has ended meanwhile, or its runner is gone.
  }
  connection.abort();
}

async function lookAt({ name, address }: Runner): Promise<RunnerState> {
  try {
    return { name, health: await askHealth(await withinLimit(address(), START_MS)), reason: null };
  } catch (error) {
    const text = error instanceof RunnerRefusal ? error.message : 'it does not answer';
    return { name, health: null, reason: `The runner "${name}" is not up: ${text}.` };
  }
}

/** Runs per place; below one: something is free. */
function load(health: RunnerHealth): number {
  return (health.running + health.queued) / health.capacity;
}

function reasonOf({ health, reason }: RunnerState, language: Language): string | null {
  if (health === null) return reason;
  return health.sandbox.ok ? health.languages[language].reason : health.sandbox.reason;
}

async function withinLimit<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const settled = new AbortController();
  const limit = sleep(milliseconds, undefined, { signal: settled.signal }).then(() => {
    throw new Error('The runner is not up.');
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    settled.abort();
    limit.catch(() => undefined);
  }
}
