import type { Actor } from '#contract/roles.ts';
import { canMoveRun, type LastRun, type RunReply, type RunResult } from '#contract/runs.ts';
import { notFound, unavailable } from '#server/platform/errors.ts';
import { getScreenFor } from '#server/lessons/index.ts';
import { MESSAGES } from './messages.ts';
import { findLastRun, findRun, type StoredRun } from './queries.ts';
import type { ActiveRun, Ended, RunsUnderWay } from './under-way.ts';

/** How long a call waits for its run before it returns an id to poll. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * Returns the result of a run that was just started if it is available soon; else an id to poll. @throws AppError as
 * {@link resultOf}.
 */
export async function replySoon(run: ActiveRun): Promise<RunReply> {
  const ended = run.isLong ? null : await withinTime(run.ended, ANSWER_WITHIN_MS);
  return ended === null ? { ...run.pending, queue_position: run.queuePosition } : resultOf(ended);
}

/** @throws AppError `unavailable` with the reason if there is none. */
export function resultOf(ended: Ended): RunResult {
  if (ended === 'left') throw unavailable(MESSAGES.restarted);
  if ('error' in ended) throw unavailable(ended.error);
  return ended.result;
}

/** The current state of a run. @throws AppError `unavailable` with the reason if it ended without a result. */
export function replyOf(runs: RunsUnderWay, run: StoredRun): RunReply {
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

/** One of the user's own runs. @throws AppError `not_found` */
export async function getOwnRun(runs: RunsUnderWay, actor: Actor, id: string): Promise<StoredRun> {
  await runs.written(id);
  const run = isUuid(id) ? await findRun(runs.platform.db, id) : undefined;
  if (!run || run.user_id !== actor.id) throw notFound('run');
  return run;
}

/**
 * The user's last run on a screen that has or will have a result; null if there is none. @throws AppError `not_found`
 */
export async function lastRun(runs: RunsUnderWay, actor: Actor, lessonId: number, screenId: number): Promise<LastRun | null> {
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
