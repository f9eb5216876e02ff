import { DEFAULT_RUN_LIMITS, type RunLimits, type RunnerHealth, type RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { CannotRunError } from '../cannot-run.ts';
import type { RunHooks, RuntimeDeps, Work } from '../language-runtime.ts';
import type { PythonRuntime } from '../python/python-runtime.ts';
import { PostgresProcess } from './postgres-process.ts';
import { preparePostgres, type PostgresProgram } from './postgres-program.ts';
import { type PostgresRun, runPostgres } from './run-postgres.ts';

/** A waiting PostgreSQL uses some hundred megabytes, so it ends after this long without a run. */
const IDLE_MS = 10 * 60_000;
const LABEL = 'postgres';

type Settings = NonNullable<RunnerRunRequest['sql']>;

/**
 * PostgreSQL for runs: each has its own process, used once. After the first run one is kept warm for the next, because starting
 * takes about half a second.
 */
export class Postgres {
  readonly #deps: RuntimeDeps;
  readonly #python: PythonRuntime;
  #program: Promise<PostgresProgram> | null = null;
  #waiting: PostgresProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #processes = new Set<PostgresProcess>();
  #busy = 0;
  #isClosed = false;

  /** @param python runs the checks */
  constructor(deps: RuntimeDeps, python: PythonRuntime) {
    this.#deps = deps;
    this.#python = python;
  }

  /** None before the first run. */
  get slots(): RunnerHealth['slots'] {
    if (this.#program === null) return [];
    return [{ environment: LABEL, idle: this.#waiting?.isReady === true ? 1 : 0, busy: this.#busy }];
  }

  /** Prepares a request for execution. */
  plan(request: RunnerRunRequest, settings: Settings): Work {
    return async (hooks) => {
      const submission = await this.#run(request, settings, hooks);
      const { checks } = request;
      if (checks === null || submission.isStopped) return submission;
      // The answer runs apart from the submission, on its own database.
      const answer = await this.#run({ ...request, code: checks.answer_code, checks: null }, settings, { ...hooks, onText: ignore });
      return checkPostgres(this.#python, request, settings, { submission, answer }, { ...hooks, onText: ignore });
    };
  }

  async #run(request: RunnerRunRequest, settings: Settings, hooks: RunHooks): Promise<PostgresRun> {
    const program = await this.#prepared(hooks);
    const process = this.#takeWaiting(request.limits) ?? (await this.#start(program, request.limits));
    this.#busy += 1;
    try {
      return await runPostgres(process, request, settings.max_rows, this.#deps.blobs, hooks);
    } finally {
      this.#busy -= 1;
      process.kill();
      void this.#warmNext(program);
    }
  }

  /** Ends the waiting process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const left = [...this.#processes];
    for (const process of left) process.kill();
    await Promise.all(left.map(({ ended }) => ended));
  }

  async #prepared(hooks: RunHooks): Promise<PostgresProgram> {
    if (this.#program === null) hooks.onPreparing('Preparing PostgreSQL on this runner (first use only).');
    this.#program ??= preparePostgres(this.#deps.folders);
    try {
      return await this.#program;
    } catch (error) {
      this.#program = null;
      const reason = error instanceof Error ? error.message : String(error);
      throw new CannotRunError(`PostgreSQL cannot be started on this runner: ${reason}`);
    }
  }

  async #start(program: PostgresProgram, limits: RunLimits): Promise<PostgresProcess> {
    const { sandbox, userIds } = this.#deps;
    const process = await PostgresProcess.start(sandbox, userIds, program, limits);
    this.#processes.add(process);
    void process.ended.then(() => {
      this.#processes.delete(process);
      if (this.#waiting === process) this.#waiting = null;
    });
    if (this.#isClosed) process.kill();
    return process;
  }

  /** Returns the waiting process, if it has the limits of this run. */
  #takeWaiting(limits: RunLimits): PostgresProcess | null {
    const process = this.#waiting;
    if (process === null || process.limits.memory_bytes !== limits.memory_bytes) return null;
    this.#waiting = null;
    return process;
  }

  async #warmNext(program: PostgresProgram): Promise<void> {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed) return;
    this.#idleTimer = setTimeout(() => this.#waiting?.kill(), IDLE_MS).unref();
    if (this.#waiting !== null) return;
    const process = await this.#start(program, DEFAULT_RUN_LIMITS).catch(() => null);
    // If this fails, the next run starts its own and reports the error.
    if (process === null || this.#waiting !== null) process?.kill();
    else this.#waiting = process;
  }
}

function ignore(): void {
  // Output of the answer and the checks is not for the learner.
}

/** What the Python program reads instead of querying a database; see lessonwright_run/sql_recorded.py. */
interface RecordedResults {
  readonly statements: readonly { code: string; line: number; text: string | null; is_cut: boolean }[];
  readonly error: object | null;
  readonly answer: { text: string; is_cut: boolean; error: string | null };
}

/** Runs the checks of a PostgreSQL run in Python, on the results of submission and answer. */
async function checkPostgres(
  python: PythonRuntime,
  request: RunnerRunRequest,
  settings: Settings,
  { submission, answer }: { submission: PostgresRun; answer: PostgresRun },
  hooks: RunHooks,
): Promise<PostgresRun> {
  const { error, limit } = submission.outcome;
  const given: RecordedResults = {
    statements: submission.statements.map(({ code, line, text, isCut }) => ({ code, line, text, is_cut: isCut })),
    error: error && { type: 'error', ...error, limit },
    answer: {
      text: answer.outcome.output,
      is_cut: answer.outcome.cut.includes('rows'),
      error: answer.outcome.error?.traceback ?? null,
    },
  };
  const sql: Settings & { readonly given: RecordedResults } = { ...settings, given };
  const work = python.plan({ ...request, language_version: null, environment: null, files: [], earlier: [], preamble: [], sql });
  const { outcome, isStopped } = await work(hooks);
  return { ...submission, outcome: { ...submission.outcome, custom: outcome.custom, legacy: outcome.legacy }, isStopped };
}
