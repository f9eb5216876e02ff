import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/** A screen in the trash, with its lesson. */
export interface DeletedScreen {
  id: number;
  uuid: string;
  title: string;
  folder: string;
  /** Its position in the lesson. */
  sequence: number;
  deleted_at: Date;
  deleted_by: number | null;
  lesson_id: number;
  lesson_sequence: number;
  lesson_title: string;
  is_lesson_deleted: boolean;
  release_name: string;
}

/**
 * What users may restore. Screens of main come and go with it; a screen that its lesson has again (restored by git) is
 * not in the trash; and a screen of a deleted release can't be restored alone. The joins read lessons and releases
 * only.
 */
function deletedQuery(handle: Handle) {
  return handle
    .selectFrom('screens as s')
    .innerJoin('lessons as l', 'l.id', 's.lesson_id')
    .innerJoin('releases as r', 'r.id', 'l.release_id')
    .where('r.is_main', '=', false)
    .where('r.deleted_at', 'is', null)
    .where('l.is_shallow_import', '=', false)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('screens as again')
            .select('again.id')
            .whereRef('again.lesson_id', '=', 's.lesson_id')
            .whereRef('again.uuid', '=', 's.uuid')
            .where('again.deleted_at', 'is', null),
        ),
      ),
    )
    .select([
      's.id',
      's.uuid',
      's.title',
      's.folder',
      's.sequence',
      sql<Date>`s.deleted_at`.as('deleted_at'),
      's.updated_by as deleted_by',
      's.lesson_id',
      'l.sequence as lesson_sequence',
      'l.title as lesson_title',
      sql<boolean>`l.deleted_at is not null`.as('is_lesson_deleted'),
      'r.name as release_name',
    ]);
}

/** Screens deleted at `since` or later, latest first. */
export async function listDeletedScreenRows(handle: Handle, since: Date): Promise<DeletedScreen[]> {
  return deletedQuery(handle).where('s.deleted_at', '>=', since).orderBy('s.deleted_at', 'desc').orderBy('s.id').execute();
}

/** One of {@link listDeletedScreenRows}. */
export async function findDeletedScreen(handle: Handle, id: number, since: Date): Promise<DeletedScreen | undefined> {
  return deletedQuery(handle).where('s.id', '=', id).where('s.deleted_at', '>=', since).executeTakeFirst();
}

/** Uuids of the screens that were deleted from a lesson. */
export async function listDeletedUuids(handle: Handle, lessonId: number): Promise<string[]> {
  const rows = await handle
    .selectFrom('screens')
    .select('uuid')
    .distinct()
    .where('lesson_id', '=', lessonId)
    .where('deleted_at', 'is not', null)
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** The newest deleted screen of a lesson with this uuid. */
export async function findDeletedScreenId(handle: Handle, lessonId: number, uuid: string): Promise<number | undefined> {
  const row = await handle
    .selectFrom('screens')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Restores a screen from the trash. Its position must be free. */
export async function markScreenRestored(tx: Tx, id: number, values: { sequence: number; updated_by: number }): Promise<void> {
  await tx
    .updateTable('screens')
    .set({ ...values, deleted_at: null })
    .where('id', '=', id)
    .execute();
}

/** Every screen that a lesson has or had. */
export async function listScreenIdsOfLesson(handle: Handle, lessonId: number): Promise<number[]> {
  const rows = await handle.selectFrom('screens').select('id').where('lesson_id', '=', lessonId).execute();
  return rows.map(({ id }) => id);
}

/** Permanently removes screens. Nothing may refer to them any more. */
export async function deleteScreenRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('screens').where('id', 'in', ids).execute();
}
