import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/** A lesson in the trash. */
export interface DeletedLesson {
  id: number;
  uuid: string;
  sequence: number;
  title: string;
  folder: string;
  release_id: number;
  release_name: string;
  is_release_gone: boolean;
  deleted_at: Date;
  deleted_by: number | null;
}

/**
 * What users may restore: published lessons come and go with main, and a shallow one has nothing here that its branch
 * doesn't have.
 */
function deletedQuery(handle: Handle) {
  return handle
    .selectFrom('lessons as l')
    .innerJoin('releases as r', 'r.id', 'l.release_id')
    .where('r.is_main', '=', false)
    .where('l.is_shallow_import', '=', false)
    .select([
      'l.id',
      'l.uuid',
      'l.sequence',
      'l.title',
      'l.folder',
      'l.release_id',
      'r.name as release_name',
      sql<boolean>`r.deleted_at is not null`.as('is_release_gone'),
      sql<Date>`l.deleted_at`.as('deleted_at'),
      'l.updated_by as deleted_by',
    ]);
}

/** Lessons deleted at `since` or later, latest first. */
export async function listDeletedLessonRows(handle: Handle, since: Date): Promise<DeletedLesson[]> {
  return deletedQuery(handle).where('l.deleted_at', '>=', since).orderBy('l.deleted_at', 'desc').orderBy('l.id').execute();
}

/** One of {@link listDeletedLessonRows}. */
export async function findDeletedLesson(handle: Handle, id: number, since: Date): Promise<DeletedLesson | undefined> {
  return deletedQuery(handle).where('l.id', '=', id).where('l.deleted_at', '>=', since).executeTakeFirst();
}

/** One of {@link listDeletedLessonRows}, locked for the transaction. */
export async function findDeletedLessonForUpdate(tx: Tx, id: number, since: Date): Promise<DeletedLesson | undefined> {
  await tx.selectFrom('lessons').select('id').where('id', '=', id).forUpdate().execute();
  return findDeletedLesson(tx, id, since);
}

/** Restores a lesson from the trash, unchanged. */
export async function markLessonRestored(tx: Tx, id: number, by: number): Promise<void> {
  await tx.updateTable('lessons').set({ deleted_at: null, updated_by: by }).where('id', '=', id).execute();
}

/** Permanently removes a lesson. Nothing may refer to it any more. */
export async function deleteLessonRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('lessons').where('id', '=', id).execute();
}
