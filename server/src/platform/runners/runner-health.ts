import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '#contract/lessons.ts';
import type { RunnerHealth } from '#contract/runner-protocol.ts';
import { RunnerRefusal, askHealth, type RunnerAddress } from './runner-client.ts';

/** A runner of the pool. */
export interface Runner {
  readonly name: string;
  /** Waits for a runner that is just starting. */
  readonly address: () => Promise<RunnerAddress>;
}

/** A runner as it was found; exactly one of `health` and `reason` is null. */
export interface RunnerState {
  readonly name: string;
  readonly health: RunnerHealth | null;
  /** Why it does not answer. */
  readonly reason: string | null;
}

export const NO_RUNNER = 'No runner is available for this lesson';
/** How long a call waits for a runner that is starting: it looks at every interpreter of the machine, and a busy machine takes its time. */
const START_MS = 100_000;
/** What a runner said counts for so long: a run does not ask first. */
const FRESH_MS = 1_000;
/** The only runner is not chosen by how busy it is, so that what it said longer ago is good enough, and is asked for beside the run. */
const ENOUGH_MS = 60_000;

/** What the runners said of themselves lately, and which of them is the one for a run. */
export class RunnersHealth {
  readonly #runners: readonly Runner[];
  readonly #known = new Map<string, { readonly at: number; readonly state: Promise<RunnerState> }>();
  /** Runs that were given to a runner and are not over. */
  readonly #given = new Map<string, number>();

  constructor(runners: readonly Runner[]) {
    this.#runners = runners;
  }

  /** Every runner, asked now. */
  askAll(): Promise<RunnerState[]> {
    return Promise.all(this.#runners.map((runner) => this.#ask(runner)));
  }

  /** Every runner, as far as it need not be asked. */
  all(): Promise<RunnerState[]> {
    return Promise.all(this.#runners.map((runner) => this.#recent(runner)));
  }

  /** Counts a run for its runner until the answer is called. */
  give(name: string): () => void {
    this.#given.set(name, (this.#given.get(name) ?? 0) + 1);
    return () => void this.#given.set(name, (this.#given.get(name) ?? 1) - 1);
  }

  /** A call to it failed: it is asked before the next one. */
  doubt(name: string): void {
    this.#known.delete(name);
  }

  /** Runs per place; below one: something is free. What was given since it was asked counts as well. */
  load(name: string, health: RunnerHealth): number {
    return Math.max(health.running + health.queued, this.#given.get(name) ?? 0) / health.capacity;
  }

  #recent(runner: Runner): Promise<RunnerState> {
    const known = this.#known.get(runner.name);
    const age = known ? performance.now() - known.at : Infinity;
    if (known && age < FRESH_MS) return known.state;
    const asked = this.#ask(runner);
    return known && this.#runners.length === 1 && age < ENOUGH_MS ? known.state : asked;
  }

  #ask(runner: Runner): Promise<RunnerState> {
    const state = lookAt(runner);
    this.#known.set(runner.name, { at: performance.now(), state });
    void state.then(({ health }) => {
      if (health === null && this.#known.get(runner.name)?.state === state) this.doubt(runner.name);
    });
    return state;
  }
}

/** Which bounds the machines of these runners do not let them set, in words; null: none is missing. */
export function notEnforced(states: readonly RunnerState[]): string | null {
  const missing = new Set(states.flatMap(({ health }) => (health?.sandbox.ok ? health.sandbox.not_enforced : [])));
  return missing.size === 0 ? null : `Runs are apart from each other, but this machine does not bound: ${[...missing].join('; ')}.`;
}

/** Why a lesson cannot run anywhere, in words. */
export function whyNobody(states: readonly RunnerState[], language: Language, requirements: readonly string[]): string {
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

async function lookAt({ name, address }: Runner): Promise<RunnerState> {
  try {
    return { name, health: await askHealth(await whenStarted(address())), reason: null };
  } catch (error) {
    const text = error instanceof RunnerRefusal ? error.message : 'it does not answer';
    return { name, health: null, reason: `The runner "${name}" is not up: ${text}.` };
  }
}

/**
 * Waits for a runner that is starting.
 * @throws Error when that takes too long.
 */
export async function whenStarted<T>(promise: Promise<T>): Promise<T> {
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
