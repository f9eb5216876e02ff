/** Brings a run to a runner and follows it to its end. What happens when the runner goes away is drawn in runner-liveness.ts. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '#platform/contract/languages.ts';
import { NO_OUTCOME, type RunOutcome } from '#platform/contract/run-outcome.ts';
import type { EnvironmentRef, RunnerEvent, RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { toTraceparent } from '#platform/contract/trace-context.ts';
import { AppError, unavailable } from '#platform/server/errors.ts';
import { currentTrace, reportRunnerSpans, traced } from '#platform/server/tracing.ts';
import { observeRun } from './observe-run.ts';
import { RunnerRefusal, requestStop, joinRun, streamRun, type ReadBlob, type RunnerAddress } from './runner-client.ts';
import type { RunnersHealth } from './runner-health.ts';
import type { RunnerLiveness } from './runner-liveness.ts';

/** Events of a run while it is in progress. */
export type RunProgress = Extract<RunnerEvent, { type: 'queued' | 'preparing' | 'started' | 'stdout' | 'stderr' }>;

export interface RunHooks {
  /** Stops the run; its outcome is what it produced until then. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunProgress) => void;
  /** Reads a file that the run needs and its runner is missing. */
  readonly readBlob: ReadBlob;
  /** For a kept run (`keep_seconds`): leaves it running and throws {@link RunDetachedError}. */
  readonly leave?: AbortSignal;
  /** For a kept run: called before it is started from the beginning; an error ends the attempt. */
  readonly onStart?: () => Promise<void>;
}

/** The caller left a run that continues on its runner. */
export class RunDetachedError extends Error {}

/** The runner went away during a run; what the run produced until then was reported. */
export class RunnerLost extends AppError {
  constructor(cause: unknown) {
    super('unavailable', LOST);
    this.cause = cause;
  }
}

/** The runner is draining, and the run had not started. */
class RunReturned extends Error {}

const LOST = 'The connection to the runner was lost while the code was running. Nothing was changed; run it again.';
/** How long a stopped run gets to report its output. */
const STOP_MS = 10_000;
const STOP_AGAIN_MS = 100;

/** What a delivery needs of the pool. */
interface Deps {
  readonly has: (runnerName: string) => boolean;
  readonly pick: (
    language: Language,
    version: string | null,
    requirements: readonly string[],
    except: ReadonlySet<string>,
  ) => Promise<string>;
  readonly addressOf: (runnerName: string) => Promise<RunnerAddress>;
  /** The address of a runner that has the environment, if another one has built it. */
  readonly prepared: (runnerName: string, environment: EnvironmentRef | null, signal: AbortSignal) => Promise<RunnerAddress>;
  readonly health: RunnersHealth;
  readonly liveness: RunnerLiveness;
}

export class RunDelivery {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Runs code on a runner, sends it the files it needs and reports its events. A kept run (`keep_seconds`) that is
   * already running there is joined, and its events are reported from the beginning. A run that was lost with its runner before it
   * printed anything is started on another one, unless it needs a session of its runner.
   *
   * @throws AppError `unavailable` if the runner rejects or can't start the run; RunnerLost if it goes away; RunDetachedError.
   */
  run(runnerName: string, request: RunnerRunRequest, hooks: RunHooks): Promise<{ outcome: RunOutcome; stopped: boolean }> {
    return observeRun(request.language, hooks, (observed) => this.#deliver(runnerName, request, observed), nameFailure);
  }

  async #deliver(runnerName: string, request: RunnerRunRequest, hooks: RunHooks): Promise<{ outcome: RunOutcome; stopped: boolean }> {
    const tried = new Set<string>();
    let hasPrinted = false;
    const onEvent = (event: RunProgress): void => {
      if (isOutput(event)) hasPrinted = true;
      hooks.onEvent(event);
    };
    const canMove = (error: unknown): boolean => {
      if (!(error instanceof RunnerLost) || request.session !== null) return false;
      return error.cause instanceof RunReturned || (!hasPrinted && canStartAgain(request));
    };
    let name = runnerName;
    if (!this.#deps.has(name) && request.session === null) name = (await this.#another(request, tried)) ?? name;
    for (;;) {
      try {
        return await traced('run on runner', { kind: 'client', attributes: { 'lessonwright.runner': name } }, () =>
          this.#runOn(name, request, { ...hooks, onEvent }),
        );
      } catch (error) {
        const next = canMove(error) ? await this.#another(request, tried.add(name)) : null;
        if (next === null) throw error;
        name = next;
      }
    }
  }

  /** Another runner for a run; null if there is none. */
  async #another({ language, language_version, requirements }: RunnerRunRequest, tried: ReadonlySet<string>): Promise<string | null> {
    return this.#deps.pick(language, language_version, requirements, tried).catch(() => null);
  }

  async #runOn(runnerName: string, request: RunnerRunRequest, hooks: RunHooks): Promise<{ outcome: RunOutcome; stopped: boolean }> {
    const find = () => this.#deps.addressOf(runnerName);
    const connection = new AbortController();
    const stop = () => void stopRun(find, request.id, connection);
    const leave = () => connection.abort();
    hooks.signal.addEventListener('abort', stop, { once: true });
    hooks.leave?.addEventListener('abort', leave, { once: true });
    const giveBack = this.#deps.health.give(runnerName);
    const unfollow = this.#deps.liveness.follow(runnerName, connection);
    let unwatch = (): void => undefined;
    try {
      if (hooks.leave?.aborted) throw new RunDetachedError();
      if (hooks.signal.aborted && request.keep_seconds === 0) return { outcome: NO_OUTCOME, stopped: true };
      if (hooks.signal.aborted) stop();
      const { url } = await this.#deps.prepared(runnerName, request.environment, connection.signal);
      if (canStartAgain(request)) unwatch = this.#deps.liveness.watch(runnerName, url, connection);
      const onEvent = (event: RunProgress): void => {
        if (isOutput(event)) unwatch();
        hooks.onEvent(event);
      };
      return await this.#follow(runnerName, request, { ...hooks, onEvent }, connection.signal);
    } catch (error) {
      if (hooks.leave?.aborted) throw new RunDetachedError();
      if (hooks.signal.aborted) return { outcome: NO_OUTCOME, stopped: true };
      if (error instanceof AppError) throw error;
      if (error instanceof RunnerRefusal) throw unavailable(error.message);
      this.#deps.liveness.doubt(runnerName);
      throw new RunnerLost(error);
    } finally {
      hooks.signal.removeEventListener('abort', stop);
      hooks.leave?.removeEventListener('abort', leave);
      giveBack();
      unfollow();
      unwatch();
      connection.abort();
    }
  }

  async #follow(
    runnerName: string,
    request: RunnerRunRequest,
    hooks: RunHooks,
    signal: AbortSignal,
  ): Promise<{ outcome: RunOutcome; stopped: boolean }> {
    let end: { outcome: RunOutcome; stopped: boolean } | null = null;
    const trace = currentTrace();
    const sent = { ...request, client: this.#deps.health.client, traceparent: trace && toTraceparent(trace) };
    for await (const event of await this.#eventsOf(() => this.#deps.addressOf(runnerName), sent, hooks, signal)) {
      if (event.type === 'failed') throw new RunnerRefusal(event.error);
      if (event.type === 'returned') throw new RunReturned();
      if (event.type === 'traced') {
        if (trace !== null) reportRunnerSpans(runnerName, trace.traceId, event.spans);
        continue;
      }
      // Keep reading to the end of the response, so that its connection can be reused.
      if (event.type === 'finished' || event.type === 'stopped') end = { outcome: event.outcome, stopped: event.type === 'stopped' };
      else hooks.onEvent(event);
    }
    if (end === null) throw new Error('The run stream ended without a result.');
    return end;
  }

  async #eventsOf(find: () => Promise<RunnerAddress>, request: RunnerRunRequest, hooks: RunHooks, signal: AbortSignal) {
    if (request.keep_seconds > 0) {
      const joined = await joinRun(find, request.id, signal);
      if (joined !== null) return joined;
      await hooks.onStart?.();
    }
    return streamRun(find, request, hooks.readBlob, signal);
  }
}

/** Whether a run that printed nothing yet can be started on another runner. */
function canStartAgain({ session, keep_seconds }: RunnerRunRequest): boolean {
  return session === null && keep_seconds === 0;
}

const isOutput = ({ type }: RunProgress): boolean => type === 'stdout' || type === 'stderr';

/** How a failed run ended, for metrics; null: it continues without this server. */
function nameFailure(error: unknown): 'lost' | 'refused' | null {
  if (error instanceof RunDetachedError) return null;
  return error instanceof RunnerLost ? 'lost' : 'refused';
}

/** Asks the run to stop, so that its output until now is reported; then closes the connection. */
async function stopRun(find: () => Promise<RunnerAddress>, id: string, connection: AbortController): Promise<void> {
  try {
    const end = performance.now() + STOP_MS;
    // A run that is stopped immediately may still be on its way to its runner.
    while (!(await requestStop(await find(), id)) && performance.now() < end) {
      await sleep(STOP_AGAIN_MS, undefined, { signal: connection.signal });
    }
    await sleep(STOP_MS, undefined, { signal: connection.signal });
  } catch {
    // The run has ended, or its runner is gone.
  }
  connection.abort();
}
