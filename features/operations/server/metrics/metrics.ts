import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RunnerState } from '#features/runners/server/index.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { hungServersReplaced } from '#platform/server/heartbeat.ts';
import { observedCalls, observedJobs, observedMails, observedRuns, observedSignInProblems } from '#platform/server/observed.ts';
import type { Platform } from '#platform/server/platform.ts';
import { uncaughtErrors } from '#platform/server/uncaught-errors.ts';
import { VERSION } from '#platform/server/version.ts';
import { installationGauges } from './installation-gauges.ts';

/** The connections of this server. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** A scrape doesn't wait longer for a runner or the database; what is missing is left out. */
const ASK_LIMIT_MS = 4_000;

const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const RUN_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** The metrics of this server, for Prometheus. Names and labels are listed in deploy/monitoring/README.md. */
export class Metrics {
  readonly registry = new Registry();
  readonly #stops: (() => void)[] = [];
  /** Set the gauges whose values are asked for at every scrape. */
  readonly #collectors: (() => Promise<void>)[] = [];

  readonly #pool: PoolState;
  /** The connections before a scrape, whose own queries must not be counted. */
  #connections: PoolState;

  constructor(platform: Platform, pool: PoolState) {
    this.#pool = pool;
    this.#connections = pool;
    collectDefaultMetrics({ register: this.registry });
    this.#addEvents();
    this.#addJobs(platform);
    this.#addRunners(platform);
    this.#addGit(platform);
    this.#addServer(platform);
    this.#addInstallation(platform);
  }

  /** The text that Prometheus reads. */
  async text(): Promise<string> {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    this.#connections = { totalCount, idleCount, waitingCount };
    await Promise.all(this.#collectors.map((collect) => collect()));
    return this.registry.metrics();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.registry.clear();
  }

  /** What is counted as it happens. */
  #addEvents(): void {
    const registers = [this.registry];
    const calls = new Histogram({
      name: 'lessonwright_http_request_duration_seconds',
      help: 'Duration of answered HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: CALL_SECONDS,
      registers,
    });
    const jobs = new Histogram({
      name: 'lessonwright_job_duration_seconds',
      help: 'Duration of attempts of jobs',
      labelNames: ['queue', 'result'],
      buckets: JOB_SECONDS,
      registers,
    });
    const runs = new Counter({
      name: 'lessonwright_runs_total',
      help: 'Ended runs, by how they ended: done, stopped, lost, refused, or the limit that they met',
      labelNames: ['language', 'ended'],
      registers,
    });
    const waits = new Histogram({
      name: 'lessonwright_run_wait_seconds',
      help: 'Time between sending a run to its runner and its start',
      labelNames: ['language'],
      buckets: RUN_SECONDS,
      registers,
    });
    const durations = new Histogram({
      name: 'lessonwright_run_duration_seconds',
      help: 'Time between the start and the end of a run',
      labelNames: ['language'],
      buckets: RUN_SECONDS,
      registers,
    });
    const mails = new Counter({
      name: 'lessonwright_mails_total',
      help: 'Emails that were handed to the mail server, or not',
      labelNames: ['result'],
      registers,
    });
    const signInProblems = new Counter({
      name: 'lessonwright_sign_in_problems_total',
      help: 'Sign-ins with a wrong password, and accounts that were locked after several',
      labelNames: ['problem'],
      registers,
    });
    // From the start, because an increase is only seen from a value that was there before.
    for (const result of ['sent', 'failed']) mails.inc({ result }, 0);
    for (const problem of ['failed', 'locked']) signInProblems.inc({ problem }, 0);
    for (const language of Object.keys(LANGUAGES)) runs.inc({ language, ended: 'lost' }, 0);
    this.#stops.push(
      observedMails.listen(({ isOk }) => mails.inc({ result: isOk ? 'sent' : 'failed' })),
      observedSignInProblems.listen(({ problem }) => signInProblems.inc({ problem })),
      observedCalls.listen(({ method, route, status, seconds }) => calls.observe({ method, route, status }, seconds)),
      observedJobs.listen(({ queue, isOk, seconds }) => jobs.observe({ queue, result: isOk ? 'ok' : 'failed' }, seconds)),
      observedRuns.listen(({ language, ended, waitedSeconds, seconds }) => {
        runs.inc({ language, ended });
        if (waitedSeconds !== null) waits.observe({ language }, waitedSeconds);
        if (seconds !== null) durations.observe({ language }, seconds);
      }),
    );
  }

  #addJobs({ jobs, log }: Platform): void {
    const oldest = new Gauge({
      name: 'lessonwright_jobs_oldest_waiting_seconds',
      help: 'Age of the oldest waiting job',
      labelNames: ['queue'],
      registers: [this.registry],
    });
    this.#gauge('lessonwright_jobs', 'Jobs by queue and state', ['queue', 'state'], async (gauge) => {
      oldest.reset();
      const queues = await this.#orNull(log, 'jobs', () => jobs.queues());
      for (const queue of queues ?? []) {
        for (const state of ['waiting', 'active', 'retrying', 'failed'] as const) gauge.set({ queue: queue.name, state }, queue[state]);
        oldest.set({ queue: queue.name }, queue.oldest === null ? 0 : (Date.now() - queue.oldest.getTime()) / 1000);
      }
    });
  }

  #addRunners({ runners }: Platform): void {
    const registers = [this.registry];
    const labelNames = ['runner'];
    const running = new Gauge({ name: 'lessonwright_runs_running', help: 'Runs in progress', labelNames, registers });
    const waiting = new Gauge({ name: 'lessonwright_runs_waiting', help: 'Runs that wait for a place', labelNames, registers });
    const capacity = new Gauge({ name: 'lessonwright_runner_capacity', help: 'Runs at the same time', labelNames, registers });
    const slots = new Gauge({
      name: 'lessonwright_runner_slots',
      help: 'Warm interpreters, by environment and state',
      labelNames: ['runner', 'environment', 'state'],
      registers,
    });
    const up = new Gauge({ name: 'lessonwright_runners', help: 'Runners that respond and whose sandbox works', registers });
    this.#gauge('lessonwright_runner_up', '1: the runner responds and its sandbox works', ['runner'], async (gauge) => {
      const states = await runners.health(ASK_LIMIT_MS);
      for (const each of [running, waiting, capacity, slots]) each.reset();
      for (const name of runners.lost) gauge.set({ runner: name }, 0);
      for (const state of states) {
        gauge.set({ runner: state.name }, state.health?.sandbox.ok ? 1 : 0);
        if (state.health !== null) setRunner({ running, waiting, capacity, slots }, state.name, state.health);
      }
      up.set(states.filter(({ health }) => health?.sandbox.ok).length);
    });
  }

  #addGit({ db, log }: Platform): void {
    const lag = new Gauge({
      name: 'lessonwright_git_lag_seconds',
      help: 'Age of the oldest change that is not committed, or not pushed, yet',
      labelNames: ['step'],
      registers: [this.registry],
    });
    this.#gauge(
      'lessonwright_git_changes',
      'Saved changes that are not committed, or not pushed, yet, without automatic saves that wait for a pause',
      ['step'],
      async (gauge) => {
        lag.reset();
        const found = await this.#orNull(log, 'git', () =>
          sql<{ step: string; changes: number; seconds: number }>`
          select step, count(c.id)::int as changes, coalesce(extract(epoch from now() - min(c.saved_at)), 0)::float8 as seconds
          from (values ('commit', 'saved'), ('push', 'committed')) as steps (step, state)
          left join changes c on c.state = steps.state and c.state <> 'pushed' and not c.waits
          group by step`.execute(db),
        );
        for (const { step, changes, seconds } of found?.rows ?? []) {
          gauge.set({ step }, changes);
          lag.set({ step }, seconds);
        }
      },
    );
  }

  #addServer({ db, live, clock, log }: Platform): void {
    this.#gauge('lessonwright_build_info', 'The version of this server', ['version'], (gauge) => gauge.set({ version: VERSION }, 1));
    this.#gauge('lessonwright_database_up', '1: the database responds', [], async (gauge) => {
      gauge.set((await this.#orNull(log, 'database', () => sql`select 1`.execute(db))) === null ? 0 : 1);
    });
    this.#gauge('lessonwright_database_connections', 'Connections of this server', ['state'], (gauge) => {
      gauge.set({ state: 'used' }, this.#connections.totalCount - this.#connections.idleCount);
      gauge.set({ state: 'idle' }, this.#connections.idleCount);
    });
    this.#gauge('lessonwright_database_waiting', 'Queries that wait for a connection', [], (gauge) => {
      gauge.set(this.#connections.waitingCount);
    });
    this.#gauge('lessonwright_clock_difference_seconds', 'How far this clock is ahead of the database’s', [], (gauge) => {
      gauge.set(clock.differenceMs / 1_000);
    });
    this.#gauge('lessonwright_live_connections', 'Pages with a live connection', [], (gauge) => gauge.set(live.connections));
    this.#gauge('lessonwright_uncaught_errors', 'Errors that nothing handled, since the start', [], (gauge) => {
      gauge.set(uncaughtErrors().count);
    });
    this.#gauge(
      'lessonwright_hung_servers_replaced',
      'Servers that the supervisor killed because they hung, since it started',
      [],
      (gauge) => gauge.set(hungServersReplaced()),
    );
  }

  #addInstallation(platform: Platform): void {
    for (const { name, help, label, read } of installationGauges(platform))
      this.#gauge(name, help, label === undefined ? [] : [label], async (gauge) => {
        const values = await this.#orNull(platform.log, name, read);
        // A gauge without labels would be 0 otherwise.
        if (values === null) gauge.remove({});
        for (const [key, value] of Object.entries(values ?? {})) gauge.set(label === undefined ? {} : { [label]: key }, value);
      });
  }

  /** Adds a gauge that is asked for its values at every scrape. */
  #gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (gauge: Gauge<Label>) => void | Promise<void>,
  ): void {
    const gauge = new Gauge<Label>({ name, help, labelNames, registers: [this.registry] });
    this.#collectors.push(async () => {
      gauge.reset();
      await collect(gauge);
    });
  }

  /** A part that fails or hangs leaves its own metrics out, and no others. */
  async #orNull<T>(log: Platform['log'], part: string, ask: () => Promise<T>): Promise<T | null> {
    const answered = new AbortController();
    const limit = sleep(ASK_LIMIT_MS, null, { signal: answered.signal, ref: false }).catch(() => null);
    try {
      return await Promise.race([ask(), limit]);
    } catch (error) {
      log.warn({ err: error, part }, 'could not collect metrics');
      return null;
    } finally {
      answered.abort();
    }
  }
}

type RunnerGauges = Readonly<Record<'running' | 'waiting' | 'capacity' | 'slots', Gauge>>;

function setRunner(gauges: RunnerGauges, runner: string, health: NonNullable<RunnerState['health']>): void {
  gauges.running.set({ runner }, health.running);
  gauges.waiting.set({ runner }, health.queued);
  gauges.capacity.set({ runner }, health.capacity);
  for (const { environment, idle, busy } of health.slots) {
    gauges.slots.set({ runner, environment, state: 'idle' }, idle);
    gauges.slots.set({ runner, environment, state: 'busy' }, busy);
  }
}
