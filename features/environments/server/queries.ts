import { sql } from 'kysely';
import type { TriedAnswers, VersionChange } from '#features/packages/contract.ts';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/** A build without its log, which may be long. */
export interface StoredBuild {
  id: number;
  lesson_id: number;
  user_id: number | null;
  environment_hash: string;
  request: EnvironmentRequest | null;
  state: 'in_progress' | 'built' | 'failed';
  error: string | null;
  lock: string | null;
  installed: { name: string; version: string }[];
  changed: VersionChange[];
  answers: TriedAnswers | null;
  started_at: Date;
  finished_at: Date | null;
}

const COLUMNS = [
  'id',
  'lesson_id',
  'user_id',
  'environment_hash',
  'request',
  'state',
  'error',
  'lock',
  'installed',
  'changed',
  'answers',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof StoredBuild)[];

export async function findBuild(handle: Handle, id: number): Promise<StoredBuild | undefined> {
  return handle.selectFrom('builds').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The last build of a lesson. */
export async function findLastBuild(handle: Handle, lessonId: number): Promise<StoredBuild | undefined> {
  return handle.selectFrom('builds').select(COLUMNS).where('lesson_id', '=', lessonId).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** The last successful build of a lesson. */
export async function findLastSuccess(handle: Handle, lessonId: number): Promise<StoredBuild | undefined> {
  return handle
    .selectFrom('builds')
    .select(COLUMNS)
    .where('lesson_id', '=', lessonId)
    .where('state', '=', 'built')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last successful build of a lesson before another one. */
export async function findSuccessBefore(handle: Handle, lessonId: number, buildId: number): Promise<StoredBuild | undefined> {
  return handle
    .selectFrom('builds')
    .select(COLUMNS)
    .where('lesson_id', '=', lessonId)
    .where('state', '=', 'built')
    .where('id', '<', buildId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The build of another version of the lesson with the same lock: a copy needs no build of its own. */
export async function findBuildOfCopy(
  handle: Handle,
  copy: { lessonId: number; environmentHash: string; lock: string | null },
): Promise<StoredBuild | undefined> {
  return handle
    .selectFrom('builds as b')
    .innerJoin('lessons as source', 'source.id', 'b.lesson_id')
    .innerJoin('lessons as copy', 'copy.uuid', 'source.uuid')
    .select(COLUMNS.map((name) => `b.${name}` as const))
    .where('copy.id', '=', copy.lessonId)
    .where('b.environment_hash', '=', copy.environmentHash)
    .where('b.state', '=', 'built')
    .where(sql<boolean>`b.lock is not distinct from ${copy.lock}`)
    .orderBy('b.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest lock that another lesson got for the same packages, at most this many hours old. */
export async function findSharedBuild(
  handle: Handle,
  build: Pick<StoredBuild, 'lesson_id' | 'environment_hash'>,
  hours: number,
): Promise<StoredBuild | undefined> {
  return handle
    .selectFrom('builds')
    .select(COLUMNS)
    .where('environment_hash', '=', build.environment_hash)
    .where('lesson_id', '<>', build.lesson_id)
    .where('state', '=', 'built')
    .where('finished_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertBuild(
  tx: Tx,
  build: Pick<StoredBuild, 'lesson_id' | 'user_id' | 'environment_hash' | 'request'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('builds')
    .values({ ...build, request: build.request === null ? null : JSON.stringify(build.request) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a running build. Returns false if it had already ended. */
export async function finishBuild(
  handle: Handle,
  id: number,
  end:
    | {
        state: 'built';
        lock: string | null;
        installed: readonly { name: string; version: string }[];
        changed?: readonly VersionChange[];
      }
    | { state: 'failed'; error: string },
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('builds')
    .set({
      finished_at: sql<Date>`now()`,
      ...(end.state === 'failed' ? end : { ...end, installed: JSON.stringify(end.installed), changed: JSON.stringify(end.changed ?? []) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'in_progress')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps what the answers of the lesson did with the packages of a build. */
export async function keepAnswers(handle: Handle, id: number, answers: TriedAnswers): Promise<void> {
  await handle
    .updateTable('builds')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', id)
    .execute();
}

/** Appends to the log. Returns whether the build is still running. */
export async function appendLog(handle: Handle, id: number, text: string): Promise<boolean> {
  const row = await handle
    .updateTable('builds')
    .set({ log: sql<string>`log || ${text}` })
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst();
  return row?.state === 'in_progress';
}

export async function isBuildOpen(handle: Handle, id: number): Promise<boolean> {
  const row = await handle.selectFrom('builds').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state === 'in_progress';
}

export async function readLog(handle: Handle, id: number): Promise<string> {
  const row = await handle.selectFrom('builds').select('log').where('id', '=', id).executeTakeFirst();
  return row?.log ?? '';
}

export async function listOpenBuilds(handle: Handle): Promise<number[]> {
  const rows = await handle.selectFrom('builds').select('id').where('state', '=', 'in_progress').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes the builds of a permanently removed lesson. Other versions of it may use their results (see {@link
 * findBuildOfCopy}), so each lock is handed over to one of those that have no build of their own.
 */
export async function reassignBuilds(tx: Tx, lessonId: number): Promise<void> {
  const heirs = await tx
    .selectFrom('lessons as heir')
    .innerJoin('lessons as gone', 'gone.uuid', 'heir.uuid')
    .select(['heir.id', sql<string>`heir.attached->>'packages_lock'`.as('lock')])
    .where('gone.id', '=', lessonId)
    .where('heir.id', '<>', lessonId)
    .where('heir.deleted_at', 'is', null)
    .where(sql<boolean>`heir.attached->>'packages_lock' is not null`)
    .where((is) => is.not(is.exists(is.selectFrom('builds').select('id').whereRef('lesson_id', '=', 'heir.id'))))
    .execute();
  for (const [lock, [heir]] of Map.groupBy(heirs, (each) => each.lock)) {
    const newest = tx
      .selectFrom('builds')
      .select('id')
      .where('lesson_id', '=', lessonId)
      .where('state', '=', 'built')
      .where('lock', '=', lock);
    if (heir) await tx.updateTable('builds').set({ lesson_id: heir.id }).where('id', '=', newest.orderBy('id', 'desc').limit(1)).execute();
  }
  await tx.deleteFrom('builds').where('lesson_id', '=', lessonId).execute();
}

/** When the packages of these lessons were last built. Lessons without a build are left out. */
export async function listLastBuilt(handle: Handle, lessonIds: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ lesson_id: number; built_at: Date }>`
    select lesson_id, max(finished_at) as built_at from builds
    where state = 'built' and finished_at is not null and lesson_id = any(${[...lessonIds]}::integer[])
    group by lesson_id`.execute(handle);
  return new Map(rows.map(({ lesson_id, built_at }) => [lesson_id, built_at]));
}
