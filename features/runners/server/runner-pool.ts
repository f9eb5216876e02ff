import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Language, OfferedVersions } from '#platform/contract/languages.ts';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import type {
  EnvironmentRef,
  EnvironmentRequest,
  RepeatEvent,
  RepeatRequest,
  RunnerHealth,
  RunnerRunRequest,
} from '#platform/contract/runner-protocol.ts';
import { isCutOff } from '#platform/server/can-connect.ts';
import type { Config } from '#platform/server/config.ts';
import { AppError, unavailable } from '#platform/server/errors.ts';
import type { AnnouncedRunners } from './announced-runners.ts';
import { streamBuild, type BuiltEnvironment } from './build-client.ts';
import { RunDelivery, RunnerLost, type RunHooks } from './deliver-run.ts';
import type { EnvironmentArchives } from './environment-archives.ts';
import { LocalRunner } from './local-runner.ts';
import { streamRepeats } from './repeat-client.ts';
import { RunnerRefusal, type RunnerAddress } from './runner-client.ts';
import { NO_RUNNER, RunnersHealth, waitForRunnerStart, whyNoRunner, type Runner, type RunnerState } from './runner-health.ts';
import { RunnerLiveness } from './runner-liveness.ts';
import { versionsOn, whyNoCode } from './runner-offers.ts';
import { SessionsClient } from './sessions-client.ts';
import { TerminalsClient } from './terminals-client.ts';

/** How long the form of a lesson, or a new lesson, waits for what the runners offer. */
const OFFERS_MS = 10_000;

/** What all runners together can run. */
interface RunnerOffers {
  readonly versions: OfferedVersions;
  /** Why no code can run; null: some can, or it isn't known. */
  readonly reason: string | null;
}

/** All runners: the one beside the server, those in the settings, and those that announce themselves. */
export class RunnerPool {
  readonly #fixed: readonly Runner[];
  readonly #local: LocalRunner | null;
  readonly #health: RunnersHealth;
  readonly #liveness: RunnerLiveness;
  readonly #delivery: RunDelivery;
  #archives: EnvironmentArchives | null = null;
  #onStates: (states: readonly RunnerState[]) => void = () => undefined;
  /** Receives announcements; null: runners may not announce themselves here. */
  readonly announced: AnnouncedRunners | null;

  private constructor(fixed: readonly Runner[], local: LocalRunner | null, announced: AnnouncedRunners | null, isSilent: typeof isCutOff) {
    this.#fixed = fixed;
    this.#local = local;
    this.#health = new RunnersHealth(() => this.#runners);
    this.announced = announced;
    this.#liveness = new RunnerLiveness(announced, this.#health, isSilent);
    this.#delivery = new RunDelivery({
      has: (name) => this.has(name),
      pick: (...input) => this.pick(...input),
      addressOf: (name) => this.addressOf(name),
      prepared: (...input) => this.#prepared(...input),
      health: this.#health,
      liveness: this.#liveness,
    });
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
    this.#liveness.close();
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

  /** Runners that announced themselves and went away without saying that they stop, for an hour. */
  get lost(): readonly string[] {
    return this.announced?.lost ?? [];
  }

  /** Asks every runner now. One that doesn't respond within `limitMs` counts as down. */
  async health(limitMs: number | null = null): Promise<RunnerState[]> {
    const states = await this.#health.askAll(limitMs);
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

  /** What runners can run now, and why nothing can. Both are empty if they don't respond within moments, as while the local one starts. */
  async offers(): Promise<RunnerOffers> {
    const settled = new AbortController();
    const late = sleep(OFFERS_MS, null, { signal: settled.signal }).catch(() => null);
    const states = await Promise.race([this.#health.all(), late]);
    settled.abort();
    return states === null ? { versions: {}, reason: null } : { versions: versionsOn(states), reason: whyNoCode(states) };
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
    const unfollow = this.#liveness.follow(runnerName, connection);
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
      this.#liveness.doubt(runnerName);
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
    return this.#delivery.run(runnerName, request, hooks);
  }
}

declare module '#platform/server/platform.ts' {
  interface Platform {
    readonly runners: RunnerPool;
  }
}
