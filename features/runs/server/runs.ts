/**
 * Accepts runs and replies with their results. A run passes through these files: begin-run.ts accepts it,
 * run-context.ts reads its screen, files and packages, run-request.ts builds the request for a runner, execute-run.ts
 * sends it and publishes its events, judge.ts checks the answer, and run-record.ts stores the result.
 */

import { getScreenFor } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { repeat } from '#platform/server/repeat.ts';
import { canMoveRun, type LastRun, type RunReply, type RunResult } from '../contract/runs.ts';
import { ActiveRuns, type ActiveRun, type Ended } from './active-runs.ts';
import { beginRun, resumeRun } from './begin-run.ts';
import { closeForgottenRuns } from './forgotten-runs.ts';
import { MESSAGES } from './messages.ts';
import { deleteRunsBefore, findLastRun, findRun, adoptSurvivingRuns, markOpenRunsLost, type StoredRun } from './queries.ts';
import type { RunInput } from './run-context.ts';
import { removeOldSessions } from './sessions.ts';

/** How long a call waits for its run before it returns an id to poll. */
const ANSWER_WITHIN_MS = 3_000;
const LOOK_FOR_FORGOTTEN_MS = 60_000;

/** The runs of this server: starts them, publishes their events, judges and stores the results. */
export class Runs {
  readonly #runs: ActiveRuns;
  #lookForForgotten = { stop: async () => undefined as void };
  /** Runs are taken over before this server works on them. */
  #isTakingOver = false;

  constructor(platform: Platform) {
    this.#runs = new ActiveRuns(platform);
    platform.live.allow('run', async (actor, streamId) => this.#runs.streams.claim(streamId, actor.id));
  }

  /** Call it once on start: takes over the runs of earlier processes. */
  async recover(): Promise<void> {
    await this.#takeOver();
    this.#runs.platform.cluster?.servers.onGone(() => this.#takeOver());
    this.#lookForForgotten = repeat(LOOK_FOR_FORGOTTEN_MS, async () => {
      if (!this.#isTakingOver) await closeForgottenRuns(this.#runs);
      return LOOK_FOR_FORGOTTEN_MS;
    });
  }

  /** Runs for which no server waits any more: long ones are waited for here, others are lost. */
  async #takeOver(): Promise<void> {
    const { db } = this.#runs.platform;
    this.#isTakingOver = true;
    try {
      await markOpenRunsLost(db, this.#runs.serverId, MESSAGES.restarted);
      for (const run of await adoptSurvivingRuns(db, this.#runs.serverId)) await resumeRun(this.#runs, run);
    } finally {
      this.#isTakingOver = false;
    }
  }

  /** Stops every run that this server waits for, except for long ones, which continue; waits until that is stored. */
  async close(): Promise<void> {
    this.#runs.closing.abort();
    await this.#lookForForgotten.stop();
    const active = [...this.#runs.active.values()];
    for (const run of active) (run.isLong ? run.leave : run.stop).abort();
    await Promise.all(active.map((run) => run.ended));
    await this.#runs.written();
  }

  /**
   * Runs and checks code on a screen. Returns the result if it is available within a few seconds; Long-running code is
   * reported as pending at once.
   *
   * @throws AppError `refused` for a lesson without code; `unavailable` if nothing can run it.
   */
  async start(actor: Actor, input: RunInput): Promise<RunReply> {
    return replySoon(await beginRun(this.#runs, actor, input, { inSession: true }));
  }

  /**
   * Runs and checks code to its end in a fresh interpreter, however long it takes, for screen tests and gates.
   *
   * @throws AppError as {@link start}; `unavailable` with the reason if it ended without a result.
   */
  async complete(actor: Actor, input: RunInput, signal: AbortSignal): Promise<RunResult> {
    const { ended, stop } = await beginRun(this.#runs, actor, input, { inSession: false });
    const onAbort = () => stop.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const end = await ended;
    signal.removeEventListener('abort', onAbort);
    return resultOf(end);
  }

  /**
   * One of the user's own pending runs.
   *
   * @throws AppError `not_found`; `unavailable` with the reason if the run ended without a result.
   */
  async result(actor: Actor, address: { screenId: number; runnerName: string; sessionId: string; codeRunId: string }): Promise<RunReply> {
    const active = this.#runs.active.get(address.codeRunId);
    const run = await findOwnRun(this.#runs, actor, address.codeRunId);
    // Its row is on its way to the database.
    if (run === null && active?.userId === actor.id && isAt(active, address)) return pendingReply(active);
    if (
      run === null ||
      run.screen_id !== address.screenId ||
      run.runner_name !== address.runnerName ||
      run.session_id !== address.sessionId
    ) {
      throw notFound('run');
    }
    return replyOf(this.#runs, run);
  }

  /**
   * The user's last run on a screen that has or will have a result; null if there is none. @throws AppError `not_found`
   */
  async last(actor: Actor, lessonId: number, screenId: number): Promise<LastRun | null> {
    return lastRun(this.#runs, actor, lessonId, screenId);
  }

  /** Stops one of the user's own runs. Does nothing if it has ended. @throws AppError `not_found`, also if another server waits for it */
  async stop(actor: Actor, id: string): Promise<void> {
    const active = this.#runs.active.get(id);
    if (active?.userId !== actor.id) {
      const run = await findOwnRun(this.#runs, actor, id);
      if (run === null) throw notFound('run');
      const isElsewhere = run.server_id !== this.#runs.serverId && canMoveRun(run.state, 'stopped');
      if (active === undefined && isElsewhere) throw notFound('run');
    }
    active?.stop.abort();
    await active?.ended;
  }
}

/** Deletes runs from before a moment, and sessions that must have ended long ago. Returns the number of runs. */
export async function removeRunsBefore(handle: Handle, moment: Date): Promise<number> {
  await removeOldSessions(handle);
  return deleteRunsBefore(handle, moment);
}

/**
 * Returns the result of a run that was just started if it is available soon; else an id to poll. @throws AppError as
 * {@link resultOf}.
 */
async function replySoon(run: ActiveRun): Promise<RunReply> {
  const ended = run.isLong ? null : await withinTime(run.ended, ANSWER_WITHIN_MS);
  return ended === null ? pendingReply(run) : resultOf(ended);
}

function pendingReply({ pending, queuePosition }: ActiveRun): RunReply {
  return { ...pending, queue_position: queuePosition };
}

function isAt({ screenId, pending }: ActiveRun, address: { screenId: number; runnerName: string; sessionId: string }): boolean {
  return screenId === address.screenId && pending.runner_name === address.runnerName && pending.session_id === address.sessionId;
}

/** @throws AppError `unavailable` with the reason if there is none. */
function resultOf(ended: Ended): RunResult {
  if (ended === 'left') throw unavailable(MESSAGES.restarted);
  if ('error' in ended) throw unavailable(ended.error);
  return ended.result;
}

/** The current state of a run. @throws AppError `unavailable` with the reason if it ended without a result. */
function replyOf(runs: ActiveRuns, run: StoredRun): RunReply {
  if (run.result) return run.result;
  if (!canMoveRun(run.state, 'stopped')) throw unavailable(run.error ?? MESSAGES.lost);
  return {
    status: 'pending',
    code_run_id: run.id,
    session_id: run.session_id,
    runner_name: run.runner_name,
    queue_position: runs.active.get(run.id)?.queuePosition ?? 0,
  };
}

/** One of the user's own runs, as stored. */
async function findOwnRun(runs: ActiveRuns, actor: Actor, id: string): Promise<StoredRun | null> {
  await runs.written(id);
  const run = isUuid(id) ? await findRun(runs.platform.db, id) : undefined;
  return run?.user_id === actor.id ? run : null;
}

/**
 * The user's last run on a screen that has or will have a result; null if there is none. @throws AppError `not_found`
 */
async function lastRun(runs: ActiveRuns, actor: Actor, lessonId: number, screenId: number): Promise<LastRun | null> {
  await getScreenFor(runs.platform.db, actor, lessonId, screenId);
  await runs.written();
  const run = await findLastRun(runs.platform.db, actor.id, screenId);
  if (!run || (run.result === null && !canMoveRun(run.state, 'stopped'))) return null;
  return { reply: replyOf(runs, run), stream_id: run.stream_id };
}

/** Null: it takes longer. */
async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  const first = await Promise.race([promise, over]);
  clearTimeout(timer);
  return first;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
