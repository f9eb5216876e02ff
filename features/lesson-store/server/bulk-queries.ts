import { sql } from 'kysely';
import type { Tx } from '#platform/server/database/database.ts';
import { columnsOf, type LessonValues } from './queries.ts';

interface ManyValues extends LessonValues {
  uuid: string;
  release_id: number;
  folder: string;
  created_by: number | null;
  is_shallow_import?: boolean;
  /** Omitted: now. */
  updated_at?: Date;
}

/** A lesson inserted as one of many. */
export interface InsertedLesson {
  id: number;
  folder: string;
}

/** Inserts lessons at once, skipping those whose number is taken in their release. */
export async function insertLessons(tx: Tx, lessons: readonly ManyValues[]): Promise<InsertedLesson[]> {
  if (lessons.length === 0) return [];
  const rows = lessons.map((values) => ({
    ...columnsOf(values),
    uuid: values.uuid,
    release_id: values.release_id,
    folder: values.folder,
    created_by: values.created_by,
    is_shallow_import: values.is_shallow_import ?? false,
    ...(values.updated_at ? { updated_at: values.updated_at } : { updated_at: sql<Date>`now()` }),
  }));
  return tx
    .insertInto('lessons')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'folder'])
    .execute();
}

/** Returns the ids of those that were shallow until now. */
export async function markLessonsComplete(tx: Tx, lessons: readonly (LessonValues & { id: number })[]): Promise<Set<number>> {
  const made = new Set<number>();
  for (const values of lessons) {
    const { numUpdatedRows } = await tx
      .updateTable('lessons')
      .set({ ...columnsOf(values), is_shallow_import: false })
      .where('id', '=', values.id)
      .where('is_shallow_import', '=', true)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) made.add(values.id);
  }
  return made;
}
