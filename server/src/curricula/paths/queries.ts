import { sql } from 'kysely';
import type { PathFields } from '#contract/paths.ts';
import { PATH_FIELDS } from '#content/field-documents.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';

/** A path as it is stored, without its steps, and what its release says about it. */
export interface StoredPath {
  id: number;
  uuid: string;
  release_id: number;
  release_name: string;
  is_main: boolean;
  sequence: number;
  folder: string;
  fields: PathFields;
  revision: number;
  updated_by: number | null;
}

/** What is written of a path. */
export interface PathValues {
  sequence: number;
  fields: PathFields;
  updated_by: number | null;
}

function storedQuery(handle: Handle) {
  return handle
    .selectFrom('paths as p')
    .innerJoin('releases as r', 'r.id', 'p.release_id')
    .where('p.deleted_at', 'is', null)
    .select([
      'p.id',
      'p.uuid',
      'p.release_id',
      'r.name as release_name',
      'r.is_main',
      'p.sequence',
      'p.folder',
      'p.fields',
      'p.revision',
      'p.updated_by',
    ]);
}

type PathRow = Awaited<ReturnType<ReturnType<typeof storedQuery>['execute']>>[number];

function toStored({ fields, ...row }: PathRow): StoredPath {
  return { ...row, fields: PATH_FIELDS.read(fields) };
}

export async function findPath(handle: Handle, id: number): Promise<StoredPath | undefined> {
  const row = await storedQuery(handle).where('p.id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

/** Locks the path until the transaction ends: what happens to it and to its steps happens one after another. */
export async function findPathForUpdate(tx: Tx, id: number): Promise<StoredPath | undefined> {
  await tx.selectFrom('paths').select('id').where('id', '=', id).forUpdate().execute();
  return findPath(tx, id);
}

export async function findPathInRelease(
  handle: Handle,
  releaseId: number,
  by: { sequence: number } | { folder: string },
): Promise<StoredPath | undefined> {
  const query = storedQuery(handle).where('p.release_id', '=', releaseId);
  const one = 'sequence' in by ? query.where('p.sequence', '=', by.sequence) : query.where('p.folder', '=', by.folder);
  const row = await one.executeTakeFirst();
  return row && toStored(row);
}

/** The paths of a release, by number. */
export async function listReleasePaths(handle: Handle, releaseId: number): Promise<StoredPath[]> {
  const rows = await storedQuery(handle).where('p.release_id', '=', releaseId).orderBy('p.sequence').execute();
  return rows.map(toStored);
}

function columnsOf({ sequence, fields, updated_by }: PathValues) {
  return { sequence, name: fields.name, fields: JSON.stringify(fields), updated_by };
}

/** Answers its id; null: the release has its number, or its folder, already. */
export async function insertPath(tx: Tx, path: PathValues & { uuid: string; release_id: number; folder: string }): Promise<number | null> {
  const { uuid, release_id, folder, updated_by } = path;
  const row = await tx
    .insertInto('paths')
    .values({ ...columnsOf(path), uuid, release_id, folder, created_by: updated_by })
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updatePathRow(tx: Tx, id: number, values: PathValues & { uuid: string; revision: number }): Promise<void> {
  await tx
    .updateTable('paths')
    .set({ ...columnsOf(values), uuid: values.uuid, revision: values.revision, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** A path that was deleted and is still kept. */
export interface DeletedPath {
  id: number;
  sequence: number;
  name: string;
  folder: string;
  release_id: number;
  release_name: string;
  is_release_gone: boolean;
  deleted_at: Date;
  deleted_by: number | null;
}

/** What people may bring back: what main lost was taken out by a merge, and git alone brings it back. */
function deletedQuery(handle: Handle, since: Date) {
  return handle
    .selectFrom('paths as p')
    .innerJoin('releases as r', 'r.id', 'p.release_id')
    .where('r.is_main', '=', false)
    .where('p.deleted_at', '>=', since)
    .select([
      'p.id',
      'p.sequence',
      'p.name',
      'p.folder',
      'p.release_id',
      'r.name as release_name',
      sql<boolean>`r.deleted_at is not null`.as('is_release_gone'),
      sql<Date>`p.deleted_at`.as('deleted_at'),
      'p.updated_by as deleted_by',
    ]);
}

/** The paths that were deleted at `since` or later and can be brought back. */
export async function listDeletedPaths(handle: Handle, since: Date): Promise<DeletedPath[]> {
  return deletedQuery(handle, since).orderBy('p.id').execute();
}

/** One of {@link listDeletedPaths}, locked for the transaction. */
export async function findDeletedPath(tx: Tx, id: number, since: Date): Promise<DeletedPath | undefined> {
  await tx.selectFrom('paths').select('id').where('id', '=', id).forUpdate().execute();
  return deletedQuery(tx, since).where('p.id', '=', id).executeTakeFirst();
}

/** Says that a step of the path changed: who, and when. */
export async function touchPathRow(tx: Tx, id: number, by: number): Promise<void> {
  await tx
    .updateTable('paths')
    .set({ updated_at: sql<Date>`now()`, updated_by: by })
    .where('id', '=', id)
    .execute();
}

export async function markPathDeleted(tx: Tx, id: number, by: number | null): Promise<void> {
  await tx
    .updateTable('paths')
    .set({ deleted_at: sql<Date>`now()`, updated_by: by })
    .where('id', '=', id)
    .execute();
}

export async function markReleasePathsDeleted(tx: Tx, releaseId: number, by: number): Promise<void> {
  await tx
    .updateTable('paths')
    .set({ deleted_at: sql<Date>`now()`, updated_by: by })
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function markPathRestored(tx: Tx, id: number, by: number): Promise<void> {
  await tx
    .updateTable('paths')
    .set({ deleted_at: null, updated_by: by, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Removes a path for good; nothing may refer to it any more. */
export async function deletePathRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('paths').where('id', '=', id).execute();
}
