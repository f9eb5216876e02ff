import { sql } from 'kysely';
import type { Handle, Tx } from '#server/platform/database/database.ts';

/** A screen that was deleted and is still kept, with the lesson that it was in. */
export interface DeletedScreen {
  id: number;
  uuid: string;
  title: string;
  folder: string;
  /** Where it was in its lesson. */
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
 * What people may bring back. Screens of main come and go with it; a screen that its lesson has again (git brought it back) is
 * in no trash; and of what went with its release nothing can come back alone. Joins read lessons and releases only.
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

/** Screens that were deleted at `since` or later, the last one first. */
export async function listDeletedScreenRows(handle: Handle, since: Date): Promise<DeletedScreen[]> {
  return deletedQuery(handle).where('s.deleted_at', '>=', since).orderBy('s.deleted_at', 'desc').orderBy('s.id').execute();
}

/** One of {@link listDeletedScreenRows}. */
export async function findDeletedScreen(handle: Handle, id: number, since: Date): Promise<DeletedScreen | undefined> {
  return deletedQuery(handle).where('s.id', '=', id).where('s.deleted_at', '>=', since).executeTakeFirst();
}

/** Uuids of the screens that a lesson had and has no longer. */
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

/** Takes a screen out of the trash. Room must be there. */
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

/** Removes screens for good. Nothing may refer to them any more. */
export async function deleteScreenRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('screens').where('id', 'in', ids).execute();
}
