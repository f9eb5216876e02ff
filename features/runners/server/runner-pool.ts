import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Language } from '#platform/contract/languages.ts';
import type {
  EnvironmentRef,
  EnvironmentRequest,
  RepeatEvent,
  RepeatRequest,
  RunnerEvent,
  RunnerHealth,
  RunnerRunRequest,
} from '#platform/contract/runner-protocol.ts';
import { toTraceparent } from '#platform/contract/trace-context.ts';
import { NO_OUTCOME, type RunOutcome } from '#platform/contract/run-outcome.ts';
import type { Config } from '#platform/server/config.ts';
import { CallWatch } from '#platform/server/call-watch.ts';
import { isCutOff } from '#platform/server/can-connect.ts';
import { AppError, unavailable } from '#platform/server/errors.ts';
import type { AnnouncedRunners } from './announced-runners.ts';
import { streamBuild, type BuiltEnvironment } from './build-client.ts';
import type { EnvironmentArchives } from './environment-archives.ts';
import { LocalRunner } from './local-runner.ts';
import { observeRun } from './observe-run.ts';
import { streamRepeats } from './repeat-client.ts';
import { TerminalsClient } from './terminals-client.ts';
import { RunnerRefusal, requestStop, joinRun, streamRun, type ReadBlob, type RunnerAddress } from './runner-client.ts';
import { NO_RUNNER, RunnersHealth, waitForRunnerStart, whyNoRunner, type Runner, type RunnerState } from './runner-health.ts';
import { currentTrace, reportRunnerSpans, traced } from '#platform/server/tracing.ts';
import { SessionsClient } from './sessions-client.ts';

export { BuildFailure } from './build-client.ts';

export { describeMissingLimits, type RunnerState } from './runner-health.ts';

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
/** How often runners are checked whose runs can be started again elsewhere. */
const WATCH_EVERY_MS = 200;

/** All runners: the one beside the server, those in the settings, and those that announce themselves. */
export class RunnerPool {
  readonly #fixed: readonly Runner[];
  readonly #local: LocalRunner | null;
  readonly #health: RunnersHealth;
  readonly #followed = new FollowedRuns();
  readonly #watch: CallWatch;
  #archives: EnvironmentArchives | null = null;
  #onStates: (states: readonly RunnerState[]) => void = () => undefined;
  /** Receives announcements; null: runners may not announce themselves here. */
  readonly announced: AnnouncedRunners | null;

  private constructor(fixed: readonly Runner[], local: LocalRunner | null, announced: AnnouncedRunners | null, isSilent: typeof isCutOff) {
    this.#fixed = fixed;
    this.#local = local;
    this.#health = new RunnersHealth(() => this.#runners);
    this.announced = announced;
    announced?.onGone((name) => this.#followed.end(name));
    this.#watch = new CallWatch(async (url) => !(await isSilent(url)), WATCH_EVERY_MS);
  }

  /**
   * Doesn't wait until the local runner is up: callers that need it do.
   * @param announced Is stopped with the pool.
   * @param isSilent Whether nothing at an address responds.
   */
  static async start(
    config: Pick<Config, 'dataFolder' | 'localRunner' | 'runners' | 'localRunnerSettings'>,
    log: Logger,
    announced: AnnouncedRunners | null = null,
    isSilent = isCutOff,
  ): Promise<RunnerPool> {
    const local = config.localRunner ? new LocalRunner(join(config.dataFolder, 'runner'), config.localRunnerSettings, log) : null;
    const named = config.runners.map(({ name, url, token }) => ({ name, address: () => Promise.resolve({ url, token }) }));
    return new RunnerPool(local ? [{ name: 'local', address: () => local.address() }, ...named] : named, local, announced, isSilent);
  }

  /** Lets runners share what they build, where there are several. */
  shareEnvironments(archives: EnvironmentArchives): void {
    if (this.announced !== null || this.#fixed.length > 1) this.#archives = archives;
  }

  /** Stops the local runner and everything on it. */
  async stop(): Promise<void> {
    this.#watch.close();
    await this.announced?.stop();
    await this.#local?.stop();
  }

  get #runners(): readonly Runner[] {
    return this.announced === null ? this.#fixed : [...this.#fixed, ...this.announced.all];
  }

  /** Whether the pool has a runner of this name, up or not. */
  has(runnerName: string): boolean {
    return this.#find(runnerName) !== undefined;
  }

  #find(runnerName: string): Runner | undefined {
    return this.#fixed.find(({ name }) => name === runnerName) ?? this.announced?.find(runnerName);
  }

  /** Calls `listen` with the states of all runners each time that they are known. */
  onStates(listen: (states: readonly RunnerState[]) => void): void {
    this.#onStates = listen;
  }

  /** Asks every runner now. */
  async health(): Promise<RunnerState[]> {
    const states = await this.#health.askAll();
    this.#onStates(states);
    return states;
  }

  /**
   * Returns the least busy runner that can run the language and meets the requirements.
   * @param except Runners that must not be chosen.
   * @throws AppError `unavailable`, with the reason, if there is none.
   */
  async pick(
    language: Language,
    version: string | null,
    requirements: readonly string[] = [],
    except: ReadonlySet<string> = new Set(),
  ): Promise<string> {
    const states = await this.#health.all();
    this.#onStates(states);
    const able = states.flatMap(({ name, health }) => {
      const isOpen = health?.sandbox.ok && !health.draining && !except.has(name);
      const isAble = isOpen && health.languages[language].available && requirements.every((need) => health.requirements.includes(need));
      return isAble ? { name, health } : [];
    });
    const exact = able.filter(({ health }) => version === null || health.languages[language].versions.includes(version));
    const loadOf = ({ name, health }: (typeof able)[number]) => this.#health.load(name, health);
    // If no runner has the version, the runner itself explains how to add it.
    const [best] = (exact.length > 0 ? exact : able).sort((one, other) => loadOf(one) - loadOf(other));
    if (best) return best.name;
    throw unavailable(whyNoRunner(states, language, requirements));
  }

  /** Whether a runner of this name exists, responds and stays. */
  async isUp(runnerName: string): Promise<boolean> {
    return (await this.#health.all()).some(({ name, health }) => name === runnerName && health?.draining === false);
  }

  /** What a runner can vary between runs that it repeats; null: it can't repeat runs, or doesn't respond. */
  async variesOn(runnerName: string): Promise<NonNullable<RunnerHealth['varies']> | null> {
    const known = (await this.#healthOf(runnerName))?.varies;
    if (known) return known;
    // It finds that out after its start, maybe after its last reply.
    return (await this.#health.askAll()).find(({ name }) => name === runnerName)?.health?.varies ?? null;
  }

  /** How many runs it executes at once; 0: it doesn't respond. */
  async capacityOf(runnerName: string): Promise<number> {
    return (await this.#healthOf(runnerName))?.capacity ?? 0;
  }

  async #healthOf(runnerName: string): Promise<RunnerHealth | null> {
    return (await this.#health.all()).find(({ name }) => name === runnerName)?.health ?? null;
  }

  /**
   * Repeats a run on a runner and yields how each repeat ended. All are stopped when `signal` aborts or the caller ends the loop.
   *
   * @throws AppError `unavailable` if the runner rejects or can't start the runs; RunnerLost if it goes away; the signal's reason.
   */
  async *repeat(
    runnerName: string,
    { run, ...how }: RepeatRequest,
    { signal, readBlob }: Pick<RunHooks, 'signal' | 'readBlob'>,
  ): AsyncGenerator<Extract<RepeatEvent, { type: 'repeated' }>> {
    signal.throwIfAborted();
    const giveBack = this.#health.give(runnerName);
    const connection = new AbortController();
    const unfollow = this.#followed.add(runnerName, connection);
    try {
      const address = await this.#prepared(runnerName, run.environment, signal);
      const request = { ...how, run: { ...run, client: this.#health.client } };
      let ended = 0;
      for await (const event of streamRepeats(address, request, readBlob, AbortSignal.any([signal, connection.signal]))) {
        if (event.type === 'failed') throw unavailable(event.error);
        ended += 1;
        yield event;
      }
      if (ended < how.count) throw new Error('The stream of repeats ended early.');
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError) throw error;
      if (error instanceof RunnerRefusal) throw unavailable(error.message);
      this.#health.doubt(runnerName);
      throw new RunnerLost(error);
    } finally {
      giveBack();
      unfollow();
      connection.abort();
    }
  }

  /**
   * Returns the runner's current address.
   * @throws AppError `unavailable` if there is no runner of this name; Error if it doesn't come up.
   */
  async addressOf(runnerName: string): Promise<RunnerAddress> {
    const runner = this.#find(runnerName);
    if (!runner) throw unavailable(NO_RUNNER);
    return waitForRunnerStart(runner.address());
  }

  /** The sessions of a runner. */
  sessions(runnerName: string): SessionsClient {
    return new SessionsClient((environment) => this.#prepared(runnerName, environment));
  }

  /**
   * The terminals of a runner.
   * @throws AppError `unavailable` if there is no runner of this name.
   */
  terminals(runnerName: string): TerminalsClient {
    if (!this.has(runnerName)) throw unavailable(NO_RUNNER);
    return new TerminalsClient((environment) => this.#prepared(runnerName, environment));
  }

  /**
   * Installs packages on a runner and reports its log.
   * @throws BuildFailure (runners/build-client.ts) with the installer's message; AppError `unavailable` if there is no
   * such runner.
   */
  async build(
    runnerName: string,
    request: EnvironmentRequest,
    hooks: { readonly signal: AbortSignal; readonly onLog: (text: string) => void },
  ): Promise<BuiltEnvironment> {
    const runner = this.#find(runnerName);
    if (!runner) throw unavailable(NO_RUNNER);
    const address = await waitForRunnerStart(runner.address());
    const built = await streamBuild(address, request, hooks.onLog, hooks.signal);
    // Before the lesson names it, so that no other runner builds it again.
    await this.#archives?.keep(address, built.environment, hooks.signal);
    return built;
  }

  /** The address of a runner, which has this environment if another one has built it. */
  async #prepared(runnerName: string, environment: EnvironmentRef | null = null, signal?: AbortSignal): Promise<RunnerAddress> {
    const address = await this.addressOf(runnerName);
    if (environment !== null) await this.#archives?.provide(address, environment, signal);
    return address;
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
    if (!this.has(name) && request.session === null) name = (await this.#another(request, tried)) ?? name;
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
    return this.pick(language, language_version, requirements, tried).catch(() => null);
  }

  async #runOn(runnerName: string, request: RunnerRunRequest, hooks: RunHooks): Promise<{ outcome: RunOutcome; stopped: boolean }> {
    const find = () => this.addressOf(runnerName);
    const connection = new AbortController();
    const stop = () => void stopRun(find, request.id, connection);
    const leave = () => connection.abort();
    hooks.signal.addEventListener('abort', stop, { once: true });
    hooks.leave?.addEventListener('abort', leave, { once: true });
    const giveBack = this.#health.give(runnerName);
    const unfollow = this.#followed.add(runnerName, connection);
    let unwatch = (): void => undefined;
    try {
      if (hooks.leave?.aborted) throw new RunDetachedError();
      if (hooks.signal.aborted && request.keep_seconds === 0) return { outcome: NO_OUTCOME, stopped: true };
      if (hooks.signal.aborted) stop();
      const { url } = await this.#prepared(runnerName, request.environment, connection.signal);
      if (canStartAgain(request)) unwatch = this.#watch.add(url, () => this.#leaveOut(runnerName, connection));
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
      this.#health.doubt(runnerName);
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

  /** Ends a call to a runner that is cut off, and sends it no other one until it announces itself again. */
  #leaveOut(runnerName: string, connection: AbortController): void {
    this.announced?.leaveOut(runnerName);
    connection.abort();
  }

  async #follow(
    runnerName: string,
    request: RunnerRunRequest,
    hooks: RunHooks,
    signal: AbortSignal,
  ): Promise<{ outcome: RunOutcome; stopped: boolean }> {
    let end: { outcome: RunOutcome; stopped: boolean } | null = null;
    const trace = currentTrace();
    const sent = { ...request, client: this.#health.client, traceparent: trace && toTraceparent(trace) };
    for await (const event of await this.#eventsOf(() => this.addressOf(runnerName), sent, hooks, signal)) {
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

/** The connections to runs by runner, so that those of a runner that is gone end at once instead of after a timeout. */
class FollowedRuns {
  readonly #connections = new Map<string, Set<AbortController>>();

  add(runnerName: string, connection: AbortController): () => void {
    const own = this.#connections.get(runnerName) ?? new Set();
    this.#connections.set(runnerName, own.add(connection));
    return () => {
      own.delete(connection);
      if (own.size === 0 && this.#connections.get(runnerName) === own) this.#connections.delete(runnerName);
    };
  }

  /** Ends all connections to a runner. */
  end(runnerName: string): void {
    for (const connection of this.#connections.get(runnerName) ?? []) connection.abort();
  }
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

declare module '#platform/server/platform.ts' {
  interface Platform {
    readonly runners: RunnerPool;
  }
}
