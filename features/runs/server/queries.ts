/** The tables of runs and sessions. */

import { sql, type Expression, type SqlBool } from 'kysely';
import { documentKind } from '#platform/content/document-kind.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { RunResult, type RunState } from '../contract/runs.ts';

export interface StoredRun {
  id: string;
  user_id: number;
  screen_id: number;
  runner_name: string;
  session_id: string;
  stream_id: string | null;
  state: RunState;
  result: RunResult | null;
  error: string | null;
  server_id: string | null;
}

const STORED = ['id', 'user_id', 'screen_id', 'runner_name', 'session_id', 'stream_id', 'state', 'result', 'error', 'server_id'] as const;

/** A result as it is stored. The default of a new field goes into `defaults`. */
export const RUN_RESULT = documentKind<RunResult>(RunResult, { defaults: { limit_at: null }, first: [] });

function toStored({ result, ...row }: StoredRun): StoredRun {
  return { ...row, result: result && RUN_RESULT.read(result) };
}

export interface NewRun {
  id: string;
  user_id: number;
  lesson_id: number;
  screen_id: number;
  stream_id: string | null;
  runner_name: string;
  session_id: string;
  /** For a run that survives the server: its input. */
  input: Record<string, unknown> | null;
  /** The server that waits for it; null: there is only one. */
  server_id: string | null;
}

/** A run and its state: waiting, running, or ended. */
export async function insertRun(
  handle: Handle,
  { input, result = null, ...run }: NewRun & { state: RunState; result?: RunResult | null; error?: string | null },
): Promise<void> {
  const isOver = run.state === 'done' || run.state === 'stopped' || run.state === 'lost';
  await handle
    .insertInto('runs')
    .values({
      ...run,
      input: input === null ? null : JSON.stringify(input),
      result: result === null ? null : JSON.stringify(result),
      finished_at: isOver ? sql<Date>`now()` : null,
    })
    .execute();
}

export async function findRun(handle: Handle, id: string): Promise<StoredRun | undefined> {
  const row = await handle.selectFrom('runs').select(STORED).where('id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

export async function markRunStarted(handle: Handle, id: string): Promise<void> {
  await handle.updateTable('runs').set({ state: 'running' }).where('id', '=', id).where('state', '=', 'queued').execute();
}

/** Ends a run that has not ended yet. Returns false if it had already ended. */
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
      input: null,
      finished_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Open runs for which no server waits. @param self This server; null: there is only one, and it has just started. */
function isAbandoned(self: string | null): Expression<SqlBool> {
  if (self === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`server_id is distinct from ${self}::uuid and not exists (select from servers where servers.id = server_id)`;
}

/** Marks the open runs of stopped servers as lost, except for those that survive it. */
export async function markOpenRunsLost(handle: Handle, self: string | null, error: string): Promise<void> {
  await handle
    .updateTable('runs')
    .set({ state: 'lost', error, finished_at: sql<Date>`now()` })
    .where('state', 'in', ['queued', 'running'])
    .where('input', 'is', null)
    .where(isAbandoned(self))
    .execute();
}

/** The runs of this server that have not ended, begun at least so long ago. @param self This server; null: there is only one. */
export async function listOpenRuns(handle: Handle, self: string | null, seconds: number): Promise<string[]> {
  const rows = await handle
    .selectFrom('runs')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .where('server_id', 'is not distinct from', self)
    .where('created_at', '<=', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes over the runs that survived the server which started them, and returns them. Each is taken by one server. */
export async function adoptSurvivingRuns(handle: Handle, self: string | null): Promise<NewRun[]> {
  return handle
    .updateTable('runs')
    .set({ server_id: self })
    .where('state', 'in', ['queued', 'running'])
    .where('input', 'is not', null)
    .where(isAbandoned(self))
    .returning(['id', 'user_id', 'lesson_id', 'screen_id', 'stream_id', 'runner_name', 'session_id', 'input', 'server_id'])
    .execute();
}

/** How often a run was started on a runner, including this time. */
export async function countStart(handle: Handle, id: string): Promise<number> {
  const { starts } = await handle
    .updateTable('runs')
    .set(({ eb }) => ({ starts: eb('starts', '+', 1) }))
    .where('id', '=', id)
    .returning('starts')
    .executeTakeFirstOrThrow();
  return starts;
}

/** The newest run of a user on a screen. */
export async function findLastRun(handle: Handle, userId: number, screenId: number): Promise<StoredRun | undefined> {
  const row = await handle
    .selectFrom('runs')
    .select(STORED)
    .where('user_id', '=', userId)
    .where('screen_id', '=', screenId)
    // Those of a page; screen tests and gates have no stream.
    .where('stream_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toStored(row);
}

/**
 * Deletes a user's ended runs, oldest first, until the stored results of the others are within `maxBytes`. The newest
 * is always kept. Returns their number.
 */
export async function trimResults(handle: Handle, userId: number, maxBytes: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with sized as (
      select
        id,
        sum(pg_column_size(result)) over newest_first as total,
        row_number() over newest_first as place
      from runs
      where user_id = ${userId} and result is not null
      window newest_first as (order by finished_at desc, id rows unbounded preceding)
    )
    delete from runs using sized where runs.id = sized.id and sized.total > ${maxBytes} and sized.place > 1
  `.execute(handle);
  return Number(numAffectedRows ?? 0n);
}

/** Returns their number. */
export async function deleteRunsBefore(handle: Handle, before: Date): Promise<number> {
  const { numDeletedRows } = await handle.deleteFrom('runs').where('created_at', '<', before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export interface RunSession {
  id: string;
  user_id: number;
  lesson_id: number;
  program: 'interpreter' | 'jupyterlab';
  runner_name: string;
  path_secret: string;
}

const SESSION = ['id', 'user_id', 'lesson_id', 'program', 'runner_name', 'path_secret'] as const;

export async function findRunSession(
  handle: Handle,
  owner: Pick<RunSession, 'user_id' | 'lesson_id' | 'program'>,
): Promise<RunSession | undefined> {
  return handle
    .selectFrom('run_sessions')
    .select(SESSION)
    .where('user_id', '=', owner.user_id)
    .where('lesson_id', '=', owner.lesson_id)
    .where('program', '=', owner.program)
    .executeTakeFirst();
}

export async function findRunSessionBySecret(handle: Handle, secret: string): Promise<RunSession | undefined> {
  return handle.selectFrom('run_sessions').select(SESSION).where('path_secret', '=', secret).executeTakeFirst();
}

export async function listRunSessionsOf(handle: Handle, userId: number): Promise<RunSession[]> {
  return handle.selectFrom('run_sessions').select(SESSION).where('user_id', '=', userId).execute();
}

/** Concurrent first runs share one session: the one that was written first. */
export async function insertRunSession(handle: Handle, session: RunSession): Promise<RunSession> {
  return handle
    .insertInto('run_sessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['user_id', 'lesson_id', 'program']).doUpdateSet({ program: session.program }))
    .returning(SESSION)
    .executeTakeFirstOrThrow();
}

export async function deleteRunSession(handle: Handle, id: string): Promise<void> {
  await handle.deleteFrom('run_sessions').where('id', '=', id).execute();
}

export async function deleteRunSessionsOlderThan(handle: Handle, seconds: number): Promise<void> {
  await handle
    .deleteFrom('run_sessions')
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute();
}

/** Deletes the runs of permanently removed screens, and the runs and sessions of a lesson if one is given. */
export async function deleteRunsOf(
  tx: Tx,
  { lessonId, screenIds }: { lessonId: number | null; screenIds: readonly number[] },
): Promise<void> {
  if (screenIds.length > 0) await tx.deleteFrom('runs').where('screen_id', 'in', screenIds).execute();
  if (lessonId === null) return;
  await tx.deleteFrom('runs').where('lesson_id', '=', lessonId).execute();
  await tx.deleteFrom('run_sessions').where('lesson_id', '=', lessonId).execute();
}
