import { sql } from 'kysely';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';

/** Moves a lesson to the trash. */
export async function removeLesson(tx: Tx, id: number, actor: Actor | null): Promise<void> {
  await tx
    .updateTable('lessons')
    .set({ deleted_at: sql<Date>`now()`, updated_by: actor?.id ?? null })
    .where('id', '=', id)
    .execute();
}

/** Moves every lesson of a deleted release to the trash; its branch is not changed. Returns their ids. */
export async function removeLessonsOfRelease(tx: Tx, releaseId: number, actor: Actor): Promise<number[]> {
  const rows = await tx
    .updateTable('lessons')
    .set({ deleted_at: sql<Date>`now()`, updated_by: actor.id })
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
