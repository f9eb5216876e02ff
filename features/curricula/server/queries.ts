import { sql } from 'kysely';
import type { CurriculumContent } from '#features/content-model/rules/curriculum-content.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { CurriculumKind, StoredCurriculum } from './kind.ts';

/** Courses and paths have their own tables with the same columns, but for the lessons of a course. */
function tableOf({ root }: Pick<CurriculumKind, 'root'>): 'courses' {
  return root as 'courses';
}

type By = { id: number } | { release_id: number; sequence?: number; folder?: string };

async function listStored<C extends CurriculumContent>(
  handle: Handle,
  kind: CurriculumKind<C>,
  by: By,
): Promise<StoredCurriculum<C['fields']>[]> {
  const rows = await handle
    .selectFrom(`${tableOf(kind)} as c` as const)
    .innerJoin('releases as r', 'r.id', 'c.release_id')
    .where('c.deleted_at', 'is', null)
    .where((of) => of.and(Object.fromEntries(Object.entries(by).map(([column, value]) => [`c.${column}`, value]))))
    .select([
      'c.id',
      'c.uuid',
      'c.release_id',
      'r.name as release_name',
      'r.is_main',
      sql<boolean>`r.closed_at is not null`.as('is_closed'),
      'c.sequence',
      'c.folder',
      'c.fields',
      'c.revision',
      'c.updated_by',
    ])
    .orderBy('c.sequence')
    .execute();
  return rows.map((row) => ({ ...row, fields: kind.fields.read(row.fields) }));
}

export async function findCurriculum<C extends CurriculumContent>(
  handle: Handle,
  kind: CurriculumKind<C>,
  id: number,
): Promise<StoredCurriculum<C['fields']> | undefined> {
  return (await listStored(handle, kind, { id }))[0];
}

/** Locks the row until the transaction ends: saves of it, and of its steps, happen one after another. */
export async function findCurriculumForUpdate<C extends CurriculumContent>(
  tx: Tx,
  kind: CurriculumKind<C>,
  id: number,
): Promise<StoredCurriculum<C['fields']> | undefined> {
  await tx.selectFrom(tableOf(kind)).select('id').where('id', '=', id).forUpdate().execute();
  return findCurriculum(tx, kind, id);
}

export async function findInRelease<C extends CurriculumContent>(
  handle: Handle,
  kind: CurriculumKind<C>,
  release_id: number,
  by: { sequence: number } | { folder: string },
): Promise<StoredCurriculum<C['fields']> | undefined> {
  return (await listStored(handle, kind, { release_id, ...by }))[0];
}

/** Those of a release, by number. */
export async function listInRelease(handle: Handle, kind: CurriculumKind, release_id: number): Promise<StoredCurriculum[]> {
  return listStored(handle, kind, { release_id });
}

/** The number of a course or path, also of a deleted one: a list may still have it. */
export async function findNumber(handle: Handle, kind: CurriculumKind, id: number): Promise<number | undefined> {
  return (await handle.selectFrom(tableOf(kind)).select('sequence').where('id', '=', id).executeTakeFirst())?.sequence;
}

interface CurriculumValues {
  uuid: string;
  sequence: number;
  fields: CurriculumContent['fields'];
  updated_by: number | null;
}

function columnsOf({ uuid, sequence, fields, updated_by }: CurriculumValues) {
  return { uuid, sequence, name: fields.name, fields: JSON.stringify(fields), updated_by };
}

/** Returns its id; null: the release already has its number or its folder. */
export async function insertCurriculum(
  tx: Tx,
  kind: CurriculumKind,
  { release_id, folder, ...values }: CurriculumValues & { release_id: number; folder: string },
): Promise<number | null> {
  const row = await tx
    .insertInto(tableOf(kind))
    .values({ ...columnsOf(values), release_id, folder, created_by: values.updated_by })
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateCurriculumRow(
  tx: Tx,
  kind: CurriculumKind,
  id: number,
  values: CurriculumValues & { revision: number },
): Promise<void> {
  await tx
    .updateTable(tableOf(kind))
    .set({ ...columnsOf(values), revision: values.revision, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Updates who changed it last, and when, after its lessons or steps changed. */
export async function touchCurriculum(tx: Tx, kind: CurriculumKind, id: number, by: number): Promise<void> {
  await tx
    .updateTable(tableOf(kind))
    .set({ updated_at: sql<Date>`now()`, updated_by: by })
    .where('id', '=', id)
    .execute();
}

/** Puts it into the trash. `by` null: it was deleted in git. */
export async function markCurriculumDeleted(tx: Tx, kind: CurriculumKind, id: number, by: number | null): Promise<void> {
  await tx
    .updateTable(tableOf(kind))
    .set({ deleted_at: sql<Date>`now()`, updated_by: by })
    .where('id', '=', id)
    .execute();
}

/** Puts all of a release into the trash. */
export async function markAllDeleted(tx: Tx, kind: CurriculumKind, releaseId: number, by: number): Promise<void> {
  await tx
    .updateTable(tableOf(kind))
    .set({ deleted_at: sql<Date>`now()`, updated_by: by })
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function markCurriculumRestored(tx: Tx, kind: CurriculumKind, id: number, by: number): Promise<void> {
  await tx
    .updateTable(tableOf(kind))
    .set({ deleted_at: null, updated_by: by, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** A deleted course or path that is still in the trash. */
export interface DeletedCurriculum {
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

/** What main lost was deleted by a merge, and only git restores it. */
function deletedQuery(handle: Handle, kind: CurriculumKind, since: Date) {
  return handle
    .selectFrom(`${tableOf(kind)} as c` as const)
    .innerJoin('releases as r', 'r.id', 'c.release_id')
    .where('r.is_main', '=', false)
    .where('c.deleted_at', '>=', since)
    .select([
      'c.id',
      'c.sequence',
      'c.name',
      'c.folder',
      'c.release_id',
      'r.name as release_name',
      sql<boolean>`r.deleted_at is not null`.as('is_release_gone'),
      sql<Date>`c.deleted_at`.as('deleted_at'),
      'c.updated_by as deleted_by',
    ]);
}

/** Those that were deleted at `since` or later and can be restored. */
export async function listDeletedCurricula(handle: Handle, kind: CurriculumKind, since: Date): Promise<DeletedCurriculum[]> {
  return deletedQuery(handle, kind, since).orderBy('c.id').execute();
}

/** One of {@link listDeletedCurricula}, locked for the transaction. */
export async function findDeletedCurriculum(tx: Tx, kind: CurriculumKind, id: number, since: Date): Promise<DeletedCurriculum | undefined> {
  await tx.selectFrom(tableOf(kind)).select('id').where('id', '=', id).forUpdate().execute();
  return deletedQuery(tx, kind, since).where('c.id', '=', id).executeTakeFirst();
}

/** Deletes a course, or a path with its steps, for good. */
export async function deleteCurriculumRow(tx: Tx, kind: CurriculumKind, id: number): Promise<void> {
  await kind.deleteItems(tx, id);
  await tx.deleteFrom(tableOf(kind)).where('id', '=', id).execute();
}
