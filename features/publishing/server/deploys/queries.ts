import { sql } from 'kysely';
import type { DeployableLesson } from '#features/lesson-store/server/index.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { DeployLine, DeployStatus, DeployTarget } from '../../contract/deploys.ts';

/** A deploy without its log and files, which may be long. */
export interface StoredDeploy {
  id: number;
  lesson_id: number;
  build_number: number;
  user_id: number | null;
  status: DeployStatus;
  target: DeployTarget;
  target_ref: string | null;
  target_url: string | null;
  error: string | null;
  /** Why it runs although answers fail; null: it doesn't. */
  anyway: string | null;
  only_answers_fail: boolean;
  snapshot: string | null;
  started_at: Date;
  finished_at: Date | null;
}

const COLUMNS = [
  'id',
  'lesson_id',
  'build_number',
  'user_id',
  'status',
  'target',
  'target_ref',
  'target_url',
  'error',
  'anyway',
  'only_answers_fail',
  'snapshot',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof StoredDeploy)[];

export async function findDeploy(handle: Handle, id: number): Promise<StoredDeploy | undefined> {
  return handle.selectFrom('deploys').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function findDeployByNumber(handle: Handle, lessonId: number, buildNumber: number): Promise<StoredDeploy | undefined> {
  const query = handle.selectFrom('deploys').select(COLUMNS).where('lesson_id', '=', lessonId);
  return query.where('build_number', '=', buildNumber).executeTakeFirst();
}

/** Latest first. */
export async function listDeployRows(handle: Handle, lessonId: number, limit: number): Promise<StoredDeploy[]> {
  const query = handle.selectFrom('deploys').select(COLUMNS).where('lesson_id', '=', lessonId);
  return query.orderBy('build_number', 'desc').limit(limit).execute();
}

export async function listNumbers(handle: Handle, lessonId: number): Promise<Pick<StoredDeploy, 'id' | 'build_number'>[]> {
  return handle.selectFrom('deploys').select(['id', 'build_number']).where('lesson_id', '=', lessonId).execute();
}

/** Inserts with the next number of a locked lesson. */
export async function insertDeploy(
  tx: Tx,
  lesson: DeployableLesson,
  deploy: { user_id: number; target: DeployTarget; after: number; anyway?: string | undefined },
): Promise<StoredDeploy> {
  const { after, ...row } = deploy;
  return tx
    .insertInto('deploys')
    .values({ ...row, lesson_id: lesson.id, build_number: after + 1 })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** So that two starts at once don't both find room. The number is arbitrary. */
const DEPLOYS_LOCK = 740_231_957;

/** How many deploys of a user run. Other transactions that ask for the same user wait until this one ends. */
export async function countRunningDeploys(tx: Tx, userId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${DEPLOYS_LOCK}::int, ${userId}::int)`.execute(tx);
  const { count } = await tx
    .selectFrom('deploys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
}

/** Appends to the log. Returns the previous number of lines, and whether the deploy is still running. */
export async function appendLines(
  handle: Handle,
  id: number,
  lines: readonly DeployLine[],
): Promise<{ isRunning: boolean; from: number } | undefined> {
  const row = await handle
    .updateTable('deploys')
    .set({ log: sql`log || ${JSON.stringify(lines)}::jsonb` })
    .where('id', '=', id)
    .returning(['status', sql<number>`jsonb_array_length(log)`.as('length')])
    .executeTakeFirst();
  return row && { isRunning: row.status === 'running', from: row.length - lines.length };
}

export async function readLines(handle: Handle, id: number, from: number): Promise<DeployLine[]> {
  const row = await handle.selectFrom('deploys').select('log').where('id', '=', id).executeTakeFirst();
  return (row?.log ?? []).slice(from);
}

export async function isDeployRunning(handle: Handle, id: number): Promise<boolean> {
  const row = await handle.selectFrom('deploys').select('status').where('id', '=', id).executeTakeFirst();
  return row?.status === 'running';
}

/** Ends a running deploy. Returns its current row; undefined if it had already ended. */
export async function finishDeploy(
  handle: Handle,
  id: number,
  end: { status: 'succeeded' } | { status: 'failed'; error: string; only_answers_fail?: boolean },
): Promise<StoredDeploy | undefined> {
  return (
    handle
      .updateTable('deploys')
      // A failed deploy isn't opened; the previous environment stays current.
      .set({ ...end, finished_at: sql<Date>`now()`, ...(end.status === 'failed' ? { snapshot: null, files: '[]' } : {}) })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .returning(COLUMNS)
      .executeTakeFirst()
  );
}

/**
 * Stores what was built and every file it needs, so that housekeeping keeps them. Returns whether the deploy is still
 * running.
 */
export async function storeSnapshot(handle: Handle, id: number, snapshot: string, files: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('deploys')
    .set({ snapshot, files: JSON.stringify(files) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the reference for polling the target, and the address of its page. */
export async function storeTarget(handle: Handle, id: number, target: { target_ref?: string; target_url?: string }): Promise<void> {
  if (Object.keys(target).length === 0) return;
  await handle.updateTable('deploys').set(target).where('id', '=', id).execute();
}

export async function storeBundle(handle: Handle, id: number, hash: string, until: Date): Promise<void> {
  await handle.updateTable('deploys').set({ bundle_hash: hash, bundle_until: until }).where('id', '=', id).execute();
}

export async function findDeployByBundle(handle: Handle, hash: string): Promise<StoredDeploy | undefined> {
  return handle
    .selectFrom('deploys')
    .select(COLUMNS)
    .where('bundle_hash', '=', hash)
    .where('bundle_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export async function listOpenDeploys(handle: Handle): Promise<Pick<StoredDeploy, 'id' | 'lesson_id'>[]> {
  return handle.selectFrom('deploys').select(['id', 'lesson_id']).where('status', '=', 'running').orderBy('id').execute();
}

/** Hashes of everything that the kept builds need. */
export async function listDeployHashes(handle: Handle): Promise<Set<string>> {
  const rows = await handle.selectFrom('deploys').select(['snapshot', 'files']).where('snapshot', 'is not', null).execute();
  return new Set(rows.flatMap(({ snapshot, files }) => (snapshot === null ? files : [snapshot, ...files])));
}

/** Drops the builds of all but the newest `kept` deploys of each lesson and those in `spared`. Returns their number. */
export async function dropOldSnapshots(handle: Handle, kept: number, spared: readonly number[]): Promise<number> {
  const ranked = handle
    .selectFrom('deploys')
    .select(['id', sql<number>`row_number() over (partition by lesson_id order by build_number desc)`.as('place')])
    .where('snapshot', 'is not', null)
    .as('ranked');
  let query = handle
    .updateTable('deploys')
    .set({ snapshot: null, files: '[]' })
    .where('status', '<>', 'running')
    .where('id', 'in', (from) => from.selectFrom(ranked).select('ranked.id').where('ranked.place', '>', kept));
  if (spared.length > 0) query = query.where('id', 'not in', spared);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Deletes the deploys of a permanently removed lesson, with their links. */
export async function deleteDeploysOf(tx: Tx, lessonId: number): Promise<void> {
  await tx.deleteFrom('deploys').where('lesson_id', '=', lessonId).execute();
}
