import type { Actor } from '#contract/roles.ts';
import type { LastRun, RunReply, RunResult } from '#contract/runs.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getOwnRun, lastRun, replyOf, replySoon, resultOf } from './answer-run.ts';
import { beginRun, resumeRun } from './begin-run.ts';
import { MESSAGES } from './messages.ts';
import type { RunInput } from './place.ts';
import { forgetOldSessions } from './sessions.ts';
import { deleteRunsBefore, listSurvivingRuns, loseOpenRuns } from './queries.ts';
import { RunsUnderWay } from './under-way.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The runs of this server: starts them, publishes their events, judges and stores the results. */
export class Runs {
  readonly #runs: RunsUnderWay;

  constructor(platform: Platform) {
    this.#runs = new RunsUnderWay(platform);
    platform.live.allow('run', async (actor, streamId) => this.#runs.streams.claim(streamId, actor.id));
  }

  /**
   * Call it once on start: long runs are waited for again, other runs of an earlier process are lost, old ones are
   * deleted.
   */
  async recover(): Promise<void> {
    const { db } = this.#runs.platform;
    await loseOpenRuns(db, MESSAGES.restarted);
    await forgetOldRuns(db, new Date());
    for (const run of await listSurvivingRuns(db)) await resumeRun(this.#runs, run);
  }

  /** Stops every run that this server waits for, except for long ones, which continue; waits until that is stored. */
  async close(): Promise<void> {
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
    const run = await getOwnRun(this.#runs, actor, address.codeRunId);
    if (run.screen_id !== address.screenId || run.runner_name !== address.runnerName || run.session_id !== address.sessionId) {
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

  /** Stops one of the user's own runs. Does nothing if it has ended. */
  async stop(actor: Actor, id: string): Promise<void> {
    const active = this.#runs.active.get(id);
    if (active?.userId !== actor.id) await getOwnRun(this.#runs, actor, id);
    active?.stop.abort();
    await active?.ended;
  }
}

/** Deletes runs that are 30 days old, and sessions that must have ended long ago. Returns the number of runs. */
export async function forgetOldRuns(handle: Handle, now: Date): Promise<number> {
  await forgetOldSessions(handle);
  return deleteRunsBefore(handle, new Date(now.getTime() - KEPT_MS));
}
