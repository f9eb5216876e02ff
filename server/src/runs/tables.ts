import { sql } from 'kysely';
import type { RunResult, RunState } from '#contract/runs.ts';
import type { Handle } from '#server/platform/database/database.ts';

export interface StoredRun {
  id: string;
  user_id: number;
  screen_id: number;
  runner_name: string;
  session_id: string;
  state: RunState;
  result: RunResult | null;
  error: string | null;
}

export async function insertRun(
  handle: Handle,
  run: {
    id: string;
    user_id: number;
    lesson_id: number;
    screen_id: number;
    stream_id: string | null;
    runner_name: string;
    session_id: string;
  },
): Promise<void> {
  await handle.insertInto('runs').values(run).execute();
}

export async function findRun(handle: Handle, id: string): Promise<StoredRun | undefined> {
  return handle
    .selectFrom('runs')
    .select(['id', 'user_id', 'screen_id', 'runner_name', 'session_id', 'state', 'result', 'error'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function markRunStarted(handle: Handle, id: string): Promise<void> {
  await handle.updateTable('runs').set({ state: 'running' }).where('id', '=', id).where('state', '=', 'queued').execute();
}

/** Ends a run that has not ended yet. Answers false when something else ended it before. */
export async function finishRun(
  handle: Handle,
  id: string,
  end: { state: Extract<RunState, 'done' | 'stopped' | 'lost'>; result: RunResult | null; error: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('runs')
    .set({
      state: end.state,
      result: end.result === null ? null : JSON.stringify(end.result),
      error: end.error,
      finished_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The server that started these runs is gone, and with it whoever would have heard their end. */
export async function loseOpenRuns(handle: Handle, error: string): Promise<void> {
  await handle
    .updateTable('runs')
    .set({ state: 'lost', error, finished_at: sql<Date>`now()` })
    .where('state', 'in', ['queued', 'running'])
    .execute();
}

export async function deleteRunsOlderThan(handle: Handle, days: number): Promise<void> {
  await handle
    .deleteFrom('runs')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
