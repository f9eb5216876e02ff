import { sql } from 'kysely';
import type { Tx } from '#platform/server/database/database.ts';

/**
 * Moves a lesson to another release. References to it and its screens remain valid. A review ends, because it belongs
 * to the pull request of the previous release.
 */
export async function moveLessonRow(tx: Tx, id: number, to: { release_id: number; folder: string; updated_by: number }): Promise<void> {
  await tx
    .updateTable('lessons')
    .set({ ...to, review_status: null, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
