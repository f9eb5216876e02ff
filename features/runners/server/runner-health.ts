import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '#platform/contract/languages.ts';
import type { RunnerHealth } from '#platform/contract/runner-protocol.ts';
import { RunnerRefusal, fetchRunnerHealth, type RunnerAddress } from './runner-client.ts';

/** A runner of the pool. */
export interface Runner {
  readonly name: string;
  /** Waits for a runner that is starting. */
  readonly address: () => Promise<RunnerAddress>;
  /** State of a runner that announces it: such a runner isn't asked. */
  readonly health?: RunnerHealth;
}

/** The state of a runner; exactly one of `health` and `reason` is null. */
export interface RunnerState {
  readonly name: string;
  readonly health: RunnerHealth | null;
  /** Why it doesn't respond. */
  readonly reason: string | null;
}

export const NO_RUNNER = 'No runner is available for this lesson';
/** How long a call waits for a starting runner: it inspects every interpreter, which is slow on a busy machine. */
const START_MS = 100_000;
/** How long a health reply is reused, so that a run needs no extra request. */
const FRESH_MS = 1_000;
/** A single runner isn't chosen by load, so an older reply is good enough; a new one is requested beside the run. */
const ENOUGH_MS = 60_000;

/** The latest health replies of the runners, and the choice of one for a run. */
export class RunnersHealth {
  /** What this server calls itself in the requests of its runs. */
  readonly client = randomUUID();
  readonly #list: () => readonly Runner[];
  readonly #known = new Map<string, { readonly at: number; readonly state: Promise<RunnerState> }>();
  /** Runs assigned to a runner that have not ended. */
  readonly #assigned = new Map<string, number>();

  /** @param list Returns the runners that there are now. */
  constructor(list: () => readonly Runner[]) {
    this.#list = list;
  }

  /** Asks every runner now. One that doesn't respond within `limitMs` counts as down, and doesn't hide the others. */
  askAll(limitMs: number | null = null): Promise<RunnerState[]> {
    return Promise.all(
      this.#list().map((runner) => {
        const asked = this.#ask(runner);
        return limitMs === null ? asked : withinLimit(runner.name, asked, limitMs);
      }),
    );
  }

  /** Returns every runner's state, asking only where the last reply is too old. */
  all(): Promise<RunnerState[]> {
    const runners = this.#list();
    return Promise.all(runners.map((runner) => this.#recent(runner, runners.length === 1)));
  }

  /** Counts a run for its runner until the returned function is called. */
  give(name: string): () => void {
    this.#assigned.set(name, (this.#assigned.get(name) ?? 0) + 1);
    return () => void this.#assigned.set(name, (this.#assigned.get(name) ?? 1) - 1);
  }

  /** A call to it failed: ask it before the next one. */
  doubt(name: string): void {
    this.#known.delete(name);
  }

  /**
   * Runs per slot; below one: a slot is free. This server knows how many runs it has on the runner, and the last reply says how many
   * those of others are.
   */
  load(name: string, health: RunnerHealth): number {
    const ofOthers = health.running + health.queued - (health.clients[this.client] ?? 0);
    return (Math.max(ofOthers, 0) + (this.#assigned.get(name) ?? 0)) / health.capacity;
  }

  #recent(runner: Runner, isOnlyOne: boolean): Promise<RunnerState> {
    if (runner.health) return this.#ask(runner);
    const known = this.#known.get(runner.name);
    const age = known ? performance.now() - known.at : Infinity;
    if (known && age < FRESH_MS) return known.state;
    const asked = this.#ask(runner);
    return known && isOnlyOne && age < ENOUGH_MS ? known.state : asked;
  }

  #ask(runner: Runner): Promise<RunnerState> {
    if (runner.health) return Promise.resolve({ name: runner.name, health: runner.health, reason: null });
    const state = checkRunner(runner);
    this.#known.set(runner.name, { at: performance.now(), state });
    void state.then(({ health }) => {
      if (health === null && this.#known.get(runner.name)?.state === state) this.doubt(runner.name);
    });
    return state;
  }
}

/** Describes the limits that the runners' machines can't enforce; null if none is missing. */
export function describeMissingLimits(states: readonly RunnerState[]): string | null {
  const missing = new Set(states.flatMap(({ health }) => (health?.sandbox.ok ? health.sandbox.not_enforced : [])));
  return missing.size === 0 ? null : `Runs are isolated from each other, but this machine cannot limit: ${[...missing].join('; ')}.`;
}

/** Explains why no runner can run a lesson. */
export function whyNoRunner(states: readonly RunnerState[], language: Language, requirements: readonly string[]): string {
  const reason = states.map((state) => reasonOf(state, language)).find((found) => found !== null);
  if (reason !== undefined) return reason;
  const offered = new Set(states.flatMap(({ health }) => health?.requirements ?? []));
  const missing = requirements.filter((requirement) => !offered.has(requirement));
  if (missing.length > 0) return `${NO_RUNNER}: no runner offers ${missing.join(' and ')}.`;
  return requirements.length > 1 ? `${NO_RUNNER}: no runner offers ${requirements.join(' and ')} together.` : NO_RUNNER;
}

function reasonOf({ health, reason }: RunnerState, language: Language): string | null {
  if (health === null) return reason;
  return health.sandbox.ok ? health.languages[language].reason : health.sandbox.reason;
}

async function checkRunner({ name, address }: Runner): Promise<RunnerState> {
  try {
    return { name, health: await fetchRunnerHealth(await waitForRunnerStart(address())), reason: null };
  } catch (error) {
    const text = error instanceof RunnerRefusal ? error.message : 'it is not responding';
    return { name, health: null, reason: `The runner "${name}" is not up: ${text}.` };
  }
}

async function withinLimit(name: string, asked: Promise<RunnerState>, limitMs: number): Promise<RunnerState> {
  const answered = new AbortController();
  const reason = `The runner "${name}" is not up: it did not respond within ${limitMs / 1000} seconds.`;
  const late: RunnerState = { name, health: null, reason };
  const limit = sleep(limitMs, late, { signal: answered.signal, ref: false }).catch(() => late);
  try {
    return await Promise.race([asked, limit]);
  } finally {
    answered.abort();
  }
}

/**
 * Waits for a runner that is starting.
 * @throws Error if that takes too long.
 */
export async function waitForRunnerStart<T>(promise: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const limit = sleep(START_MS, undefined, { signal: settled.signal }).then(() => {
    throw new Error('The runner is not up.');
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    settled.abort();
    limit.catch(() => undefined);
  }
}
