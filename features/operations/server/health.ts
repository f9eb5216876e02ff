import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import { gitHere } from '#features/git/server/index.ts';
import { describeMissingLimits, type RunnerState } from '#features/runners/server/index.ts';
import { isDatabaseFull, isDiskFull } from '#platform/server/full-disk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { uncaughtErrors } from '#platform/server/uncaught-errors.ts';
import { VERSION } from '#platform/server/version.ts';
import type { healthRoutes, PARTS, PartState } from '../contract/health.ts';

type Part = (typeof PARTS)[number];
type State = z.infer<typeof PartState>;
type Ready = Required<z.infer<typeof healthRoutes.getReady.reply>>;

/** A part that doesn't respond within this time counts as down. */
const ANSWER_LIMIT_MS = 5_000;
/** The same for the probe of load balancers, which wait less. */
const PROBE_LIMIT_MS = 1_000;
/** A database that responded this recently and is slow now is busy. Without its servers, the others would be busier. */
const BUSY_MS = 10_000;
/** How long the answer to a probe is reused, because anyone may ask. */
const PROBE_FRESH_MS = 1_000;

const UP: State = { up: true, reason: null };
const down = (reason: string): State => ({ up: false, reason });

/**
 * Checks all parts of the product in parallel. Never throws: a part that fails is reported as down, with the reason.
 */
export async function getReadiness(platform: Platform): Promise<Ready> {
  const responds = askDatabase(platform);
  const hasSpace = withinLimit(findFullDisk(platform.config.dataFolder));
  const isBuiltIn = platform.config.databaseUrl === null;
  const runners = platform.runners.health(ANSWER_LIMIT_MS - 500);
  const checks: Record<Part, Promise<State>> = {
    database: responds.then(async (state) => (isDatabaseFull() ? down(DATABASE_FULL) : isBuiltIn ? await hasSpace : state)),
    jobs: Promise.resolve(platform.jobs.state()),
    blobs: askBlobs(platform),
    git: askGit(platform).then(async (state) => (state.up && gitHere(platform) !== null ? await hasSpace : state)),
    code_host: askCodeHost(platform),
    runners: runners.then(respondingState),
    sandbox: runners.then(sandboxState),
  };
  const states = await Promise.all(Object.entries(checks).map(async ([part, check]) => [part, await withinLimit(check)] as const));
  const parts = Object.fromEntries(states) as Ready['parts'];
  const error = platform.codeHost.lastError();
  const code_host = {
    kind: platform.codeHost.kind,
    name: platform.codeHost.name,
    is_reachable: parts.code_host.up,
    last_error: error && { text: error.text, at: error.at.toISOString() },
  };
  // People can read and unsaved edits are kept while the disk is full.
  const isServing = (await withinLimit(responds)).up;
  return { ready: isServing && !platform.jobs.isStopped, version: VERSION, parts, code_host, uncaught_errors: uncaughtErrors() };
}

/** Whether the product can serve people, for anyone who asks: a load balancer, a monitor. */
export class ReadinessProbe {
  readonly #jobs: Pick<Platform['jobs'], 'isStopped'>;
  readonly #askDatabase: () => Promise<unknown>;
  #known: { readonly at: number; readonly isReady: Promise<boolean> } | null = null;
  #respondedAt = -Infinity;

  constructor({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, ask: () => Promise<unknown> = () => askDatabase({ db })) {
    this.#jobs = jobs;
    this.#askDatabase = ask;
  }

  ask(): Promise<boolean> {
    const now = performance.now();
    if (this.#known === null || now - this.#known.at > PROBE_FRESH_MS) this.#known = { at: now, isReady: this.#ask() };
    return this.#known.isReady;
  }

  async #ask(): Promise<boolean> {
    const responded = this.#askDatabase().then(
      () => {
        this.#respondedAt = performance.now();
        return true;
      },
      () => false,
    );
    const isUp =
      (await Promise.race([responded, sleep(PROBE_LIMIT_MS, null, { ref: false })])) ?? performance.now() - this.#respondedAt < BUSY_MS;
    // Not the last error of a job: it is shown for a while, and people can work meanwhile.
    return isUp && !this.#jobs.isStopped;
  }
}

async function askDatabase({ db }: Pick<Platform, 'db'>): Promise<State> {
  await sql`select 1`.execute(db);
  return UP;
}

const DATABASE_FULL = 'The disk of the database is full. Nothing can be saved until there is space.';
/** More than what a disk hides in a started block. */
const SPACE_BYTES = 64 * 1024;

/** Writes to the disk of the data folder, because reading works when it is full. */
async function findFullDisk(dataFolder: string): Promise<State> {
  const file = join(dataFolder, `space-${randomUUID()}`);
  try {
    await writeFile(file, randomBytes(SPACE_BYTES), { flush: true });
    return UP;
  } catch (error) {
    if (isDiskFull(error)) return down(`The disk is full: nothing can be written to ${dataFolder}. Free up space.`);
    throw error;
  } finally {
    await rm(file, { force: true });
  }
}

/** A server without the repositories only knows whether another one has them. */
async function askGit(platform: Platform): Promise<State> {
  const git = gitHere(platform);
  if (git === null)
    return platform.cluster?.servers.holder()
      ? UP
      : down('No server has the content repository at the moment. Changes are saved, and committed later.');
  const { isOk, text } = await git.health();
  return isOk ? UP : down(text);
}

/** Lists its branches once. */
async function askCodeHost(platform: Platform): Promise<State> {
  const git = gitHere(platform);
  // The server with the repositories asks.
  if (git === null) return UP;
  const listed = await git.listRemoteHeads(AbortSignal.timeout(ANSWER_LIMIT_MS));
  return listed.kind === 'listed' ? UP : down(listed.text);
}

/** Writes and reads, because the typical fault is a full or read-only disk. */
async function askBlobs({ blobs }: Platform): Promise<State> {
  const { sha256 } = await blobs.put(Buffer.from('ready?')).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    throw new Error(`The disk is full: files can’t be stored in ${blobs.place.text}. Free up space.`, { cause: error });
  });
  return (await blobs.has(sha256)) ? UP : down('A stored file cannot be read back.');
}

const NO_RUNNER = 'No runner is configured.';

/** One that responds is enough. */
function respondingState(states: readonly RunnerState[]): State {
  const isUp = states.some(({ health }) => health !== null);
  return isUp ? UP : down(states.map(({ reason }) => reason).join(' ') || NO_RUNNER);
}

function sandboxState(states: readonly RunnerState[]): State {
  const sandboxes = states.flatMap(({ health }) => (health === null ? [] : [health.sandbox]));
  if (sandboxes.some(({ ok }) => ok)) return { up: true, reason: describeMissingLimits(states) };
  return down(sandboxes.map(({ reason }) => reason).join(' ') || 'No runner is responding.');
}

async function withinLimit(check: Promise<State>, limitMs = ANSWER_LIMIT_MS): Promise<State> {
  const answered = new AbortController();
  const limit = sleep(limitMs, down(`No response within ${limitMs / 1000} seconds.`), { signal: answered.signal });
  limit.catch(() => undefined);
  try {
    return await Promise.race([check, limit]);
  } catch (error) {
    return down(error instanceof Error ? error.message : String(error));
  } finally {
    answered.abort();
  }
}
