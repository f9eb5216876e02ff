import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { fromKysely, type Db as JobDatabase, PgBoss, type Job, type QueueOptions } from 'pg-boss';
import { pino, type Logger } from 'pino';
import { z } from 'zod';
import { readTraceparent, toTraceparent } from '#platform/contract/trace-context.ts';
import type { Database, Tx } from './database/database.ts';
import { notification, type Channel, type Notifications } from './database/notifications.ts';
import { JobHeldUpError } from './jobs/job-held-up-error.ts';
import { RETRY, type Queue, type QueuePolicy, type QueueSettings } from './jobs/queue.ts';
import { WorkerGroup } from './jobs/worker-group.ts';
import { observedJobs } from './observed.ts';
import { currentTrace, traced } from './tracing.ts';

export { JobHeldUpError } from './jobs/job-held-up-error.ts';
export { defineQueue, type Queue } from './jobs/queue.ts';

// Life of a job: created ──▶ active ──▶ completed
//                              │ ▲
//                              ▼ │ after a growing pause (jobs/queue.ts)
//                             retry ──▶ failed (queues of policy `parallel` only)
//
// A job is queued in the transaction of the row it is about, so neither exists without the other. On commit PostgreSQL
// notifies every server, and a worker of each polls. Workers send heartbeats; the job of a worker that stops doing so is
// given to another. A job therefore runs at least once, and its handler must tolerate running twice.

/** How often workers poll for jobs whose notification was missed. */
const POLL_SECONDS = 5;
/** How often one worker of a queue polls while notifications are down or a failed job waits for its retry. */
const QUICK_POLL_MS = 500;
/** A worker without a heartbeat for this long has lost its job. */
const HEARTBEAT_SECONDS = 10;
/** How often missing heartbeats are checked. */
const SUPERVISE_SECONDS = 5;
/** Finished jobs are kept this long for troubleshooting. */
const KEEP_FINISHED_SECONDS = 24 * 60 * 60;
/** pg-boss drops jobs past retention; ten years means "never". */
const KEEP_WAITING_SECONDS = 10 * 365 * 24 * 60 * 60;
/** Effectively disables pg-boss's polling for flows, which are not used here. */
const FLOW_SECONDS = 24 * 60 * 60;
/** Grace period for running jobs on shutdown, and again after their signal is aborted. */
const STOP_LIMIT_MS = 10_000;
const ABORT_LIMIT_MS = 2_000;
/** How long an error of the queue itself shows in {@link Jobs.state}. */
const ERROR_SHOWS_MS = 30_000;

const POLICY: Record<QueuePolicy, { policy: string; retryLimit: number }> = {
  // pg-boss also has a policy "singleton", but there a waiting job of a busy key blocks all other keys.
  singleton: { policy: 'key_strict_fifo', retryLimit: RETRY.endless },
  parallel: { policy: 'standard', retryLimit: RETRY.parallelLimit },
};

/** A job was sent. The key keeps notifications of one transaction distinct: PostgreSQL delivers equal ones once. */
const JobSent = z.object({ queue: z.string(), key: z.string() });
const sentChannel: Channel<z.infer<typeof JobSent>> = { name: 'lessonwright_job_sent', schema: JobSent };

export type JobHandler<Payload> = (payload: Payload, signal: AbortSignal) => Promise<void>;

/** Job counts of a queue. */
export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  readonly retrying: number;
  readonly failed: number;
  /** When the oldest waiting job was sent. */
  readonly oldest: Date | null;
}

interface JobsOptions {
  readonly queues?: readonly QueueSettings[];
  readonly log?: Logger;
  /** Null: jobs are found by polling only. */
  readonly notifications?: Notifications | null;
  readonly pollSeconds?: number;
}

/** Work that is queued in a transaction and done after it. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #log: Logger;
  /** Names of the queues known to pg-boss, so that sending runs no query outside the transaction. */
  readonly #open = new Set<string>();
  readonly #workers = new Map<string, WorkerGroup>();
  /** Why jobs wait, by id, as it was logged. */
  readonly #heldUp = new Map<string, string>();
  readonly #notifications: Notifications | null;
  readonly #pollSeconds: number;
  readonly #quickPoll: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #lastError: { readonly at: number; readonly reason: string } | null = null;

  private constructor(database: Database, { log, notifications = null, pollSeconds = POLL_SECONDS }: JobsOptions & { log: Logger }) {
    this.#database = database;
    this.#log = log;
    this.#notifications = notifications;
    this.#pollSeconds = pollSeconds;
    this.#quickPoll = setInterval(() => this.#pollQuickly(), QUICK_POLL_MS).unref();
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => executeSql(database, text, values) },
      backend: 'postgres',
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      flowIntervalSeconds: FLOW_SECONDS,
    });
    this.#boss.on('error', (error) => this.#noteError(error));
    this.#boss.on('warning', (warning) => log.warn({ warning }, 'the job queue reported a warning'));
  }

  /**
   * Installs or upgrades the queue's schema and starts its maintenance. Jobs of a killed server are retried at once if
   * no other server could be working on them.
   * @param options.queues Queues to open at once; others are opened by {@link Jobs.work}.
   */
  static async start(database: Database, options: JobsOptions = {}): Promise<Jobs> {
    const jobs = new Jobs(database, { ...options, log: options.log ?? pino({ level: 'warn' }) });
    await jobs.#boss.start();
    await options.notifications?.whileAlone(() => jobs.#release());
    await options.notifications?.listen(sentChannel, {
      onMessage: ({ queue }) => jobs.#workers.get(queue)?.wake(),
      onMissed: () => jobs.#lookEverywhere(),
    });
    for (const queue of options.queues ?? []) await jobs.open(queue);
    return jobs;
  }

  /** Creates the queue as declared, if needed. Call it before the first `send`, and never inside a transaction. */
  async open(queue: QueueSettings): Promise<void> {
    if (this.#open.has(queue.name)) return;
    const { policy, retryLimit } = POLICY[queue.policy];
    const options: QueueOptions = {
      retryLimit,
      retryDelay: RETRY.firstSeconds,
      retryBackoff: true,
      retryDelayMax: RETRY.longestSeconds,
      expireInSeconds: queue.timeLimitSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retentionSeconds: KEEP_WAITING_SECONDS,
      deleteAfterSeconds: KEEP_FINISHED_SECONDS,
    };
    await this.#boss.createQueue(queue.name, { policy, ...options });
    await this.#boss.updateQueue(queue.name, options);
    // Any read makes pg-boss cache the queue. If a `send` did this first, it would wait, inside a transaction, for a
    // session that the transaction holds.
    await this.#boss.findJobs(queue.name, { key: '' });
    this.#open.add(queue.name);
  }

  /**
   * Queues a job as part of the caller's transaction: it runs after the commit, or `afterMs` later, and a rollback removes it.
   * @throws ZodError if the payload doesn't match the queue's schema.
   */
  async send<Payload extends object>(
    tx: Tx,
    queue: Queue<Payload>,
    payload: Payload,
    { afterMs = 0, ...options }: { readonly singletonKey?: string; readonly afterMs?: number } = {},
  ): Promise<void> {
    if (!this.#open.has(queue.name)) throw new Error(`The queue ${queue.name} is not open.`);
    const data = { ...queue.schema.parse(payload), ...traceOfJob() };
    const startAfter = Math.ceil(afterMs / 1_000);
    // Polling finds one that waits.
    const db =
      startAfter > 0
        ? fromKysely(tx)
        : insertAndNotify(tx, notification(sentChannel, { queue: queue.name, key: options.singletonKey ?? randomUUID() }));
    await this.#boss.send(queue.name, data, { ...options, ...(startAfter > 0 && { startAfter }), db });
  }

  /**
   * Runs the jobs of a queue in this process. If a handler throws, the job is retried. Its signal is aborted on
   * shutdown, after the time limit, or if the job was given to another worker.
   */
  async work<Payload extends object>(queue: Queue<Payload>, handler: JobHandler<Payload>): Promise<void> {
    await this.open(queue);
    if (this.#workers.has(queue.name)) throw new Error(`The queue ${queue.name} already has a handler.`);
    const workers = new WorkerGroup((worker) => this.#boss.notifyWorker(worker));
    this.#workers.set(queue.name, workers);
    for (let index = 0; index < queue.concurrency; index += 1) {
      const id = Promise.withResolvers<string>();
      const run = async ([job]: Job<unknown>[]) => {
        if (!job) return;
        const worker = await id.promise;
        workers.begin(worker);
        try {
          await this.#run(queue, handler, job);
        } catch (error) {
          workers.expect(longestPauseMs(job.retryCount));
          throw error;
        } finally {
          workers.end(worker);
        }
      };
      const options = { pollingIntervalSeconds: this.#pollSeconds };
      const worker = await this.#boss.work(queue.name, options, run);
      workers.add(worker);
      id.resolve(worker);
    }
  }

  /** Job counts per queue: waiting, active, and failed for good. */
  async queues(): Promise<QueueState[]> {
    const { rows } = await this.#database.pool.query<QueueState>(
      `select q.name, (count(*) filter (where j.state = 'created' and j.start_after <= now()))::int as waiting, (count(*) filter (where j.state = 'active'))::int as active,
              (count(*) filter (where j.state = 'retry'))::int as retrying, (count(*) filter (where j.state = 'failed'))::int as failed,
              min(j.created_on) filter (where j.state = 'retry' or (j.state = 'created' and j.start_after <= now())) as oldest
       from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state in ('created', 'active', 'retry', 'failed')
       group by q.name order by q.name`,
    );
    return rows;
  }

  /** Whether no job is started any more. */
  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Whether jobs are being processed, and the problem if not. An error is shown for a while. */
  state(): { readonly up: boolean; readonly reason: string | null } {
    if (this.isStopped) return { up: false, reason: 'Jobs are stopped.' };
    const error = this.#lastError;
    if (error === null || Date.now() - error.at > ERROR_SHOWS_MS) return { up: true, reason: null };
    return { up: false, reason: error.reason };
  }

  /**
   * Starts no more jobs, lets running ones finish within `limitMs`, then aborts them; unfinished jobs run again on the
   * next start. Close the database afterwards.
   */
  async stop(limitMs = STOP_LIMIT_MS): Promise<void> {
    clearInterval(this.#quickPoll);
    const idle = Promise.all([...this.#workers.keys()].map((name) => this.#boss.offWork(name)));
    await within(idle, limitMs);
    this.#stopping.abort(new Error('the server is stopping'));
    await within(idle, ABORT_LIMIT_MS);
    await this.#boss.stop({ graceful: false });
  }

  /**
   * Releases jobs that are marked as active. Call it only while no other server is running and before the workers
   * start. A job that has failed before waits a little longer each time, as it may be what crashes the server.
   */
  async #release(): Promise<void> {
    const { rowCount } = await this.#database.pool.query(
      `update pgboss.job set state = 'retry', heartbeat_on = null,
              start_after = now() + case when retry_count = 0 then 0 else least($1, 2 ^ least(retry_count, 16)) end * interval '1s'
       where state = 'active' and retry_count < retry_limit`,
      [RETRY.longestSeconds],
    );
    if (rowCount) this.#log.info({ jobs: rowCount }, 'retrying jobs of a server that was killed');
  }

  #pollQuickly(): void {
    const isBlind = this.#notifications?.isUp !== true;
    for (const workers of this.#workers.values()) if (isBlind || workers.isExpecting) workers.look();
  }

  #lookEverywhere(): void {
    for (const workers of this.#workers.values()) workers.look();
  }

  async #run<Payload extends object>(queue: Queue<Payload>, handler: JobHandler<Payload>, job: Job<unknown>): Promise<void> {
    const startedAt = performance.now();
    let isOk = false;
    try {
      if (queue.isForAll) await this.#dropWaiting(queue.name, job.id);
      const signal = AbortSignal.any([job.signal, this.#stopping.signal]);
      const parent = readTraceparent(Traced.safeParse(job.data).data?.traceparent);
      await traced(`job ${queue.name}`, { parent }, () => handler(queue.schema.parse(job.data), signal));
      isOk = true;
      this.#heldUp.delete(job.id);
    } catch (error) {
      this.#logFailure(queue.name, job, error);
      throw error;
    } finally {
      if (observedJobs.isHeard) observedJobs.send({ queue: queue.name, isOk, seconds: (performance.now() - startedAt) / 1000 });
    }
  }

  /** A job that is held up may be retried for days, so its reason is logged once. */
  #logFailure(queue: string, { id, retryCount }: Job<unknown>, error: unknown): void {
    const about = { queue, job: id, attempt: retryCount + 1 };
    if (!(error instanceof JobHeldUpError)) {
      this.#log.error({ err: error, ...about }, 'a job failed and will be retried');
      return;
    }
    if (this.#heldUp.get(id) === error.message) return;
    this.#heldUp.set(id, error.message);
    this.#log.warn({ reason: error.message, ...about }, 'a job is held up, and retried until it succeeds');
  }

  /**
   * Drops the jobs waiting behind one that also does their work. What they are about is already committed, or they were
   * not visible yet. Those that are due later stay. If this process is killed now, the active job runs again.
   */
  async #dropWaiting(queue: string, id: string): Promise<void> {
    await this.#database.pool.query(
      `delete from pgboss.job where name = $1 and state = 'created' and start_after <= now()
         and singleton_key = (select singleton_key from pgboss.job where name = $1 and id = $2)`,
      [queue, id],
    );
  }

  #noteError(error: Error): void {
    if (this.#stopping.signal.aborted) return;
    this.#lastError = { at: Date.now(), reason: error.message };
    this.#log.error({ err: error }, 'the job queue failed');
  }
}

/** What is stored with a job that a traced call sent. */
const Traced = z.object({ traceparent: z.string() });

function traceOfJob(): Partial<z.infer<typeof Traced>> {
  const context = currentTrace();
  return context === null ? {} : { traceparent: toTraceparent(context) };
}

/** The longest pause before a failed job is retried. */
function longestPauseMs(retryCount: number): number {
  return Math.min(RETRY.longestSeconds, RETRY.firstSeconds * 2 ** (retryCount + 1)) * 1_000;
}

/** pg-boss sends several statements in one call and expects their rows in order. */
async function executeSql({ pool }: Database, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const result: { rows: unknown[] } | { rows: unknown[] }[] = await pool.query(text, values);
  return { rows: [result].flat().flatMap(({ rows }) => rows) };
}

/** Resolves when `work` does, or after the limit. */
async function within(work: Promise<unknown>, limitMs: number): Promise<void> {
  const over = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    await Promise.race([work, limit]);
  } finally {
    over.abort();
  }
}

/** Runs the statement by which pg-boss inserts a job, and notifies the workers in the same one, because every save waits for it. */
function insertAndNotify(tx: Tx, { name, text }: ReturnType<typeof notification>): JobDatabase {
  return {
    executeSql: async (insert, values = []) => {
      const [channel, payload] = [`$${values.length + 1}`, `$${values.length + 2}`];
      const statement = `with inserted as (${insert}) select (select id from inserted) as id, pg_notify(${channel}, ${payload})`;
      return tx.executeQuery(CompiledQuery.raw(statement, [...values, name, text]));
    },
  };
}
