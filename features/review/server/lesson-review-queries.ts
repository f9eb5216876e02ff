import type { Tx } from '#platform/server/database/database.ts';

/** Puts one lesson under review. */
export async function updateReviewStatus(tx: Tx, id: number, review_status: string): Promise<void> {
  await tx.updateTable('lessons').set({ review_status }).where('id', '=', id).execute();
}

/** Puts the lessons in these folders of a release under review. Returns the ids of those whose status changed. */
export async function putFoldersUnderReview(
  tx: Tx,
  releaseId: number,
  folders: readonly string[],
  review_status: string,
): Promise<number[]> {
  if (folders.length === 0) return [];
  const changed = await tx
    .updateTable('lessons')
    .set({ review_status })
    .where('release_id', '=', releaseId)
    .where('folder', 'in', folders)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('review_status', 'is', null), eb('review_status', '!=', review_status)]))
    .returning('id')
    .execute();
  return changed.map(({ id }) => id);
}

/** Updates the open reviews of a release's lessons. Returns the ids of those whose status changed. */
export async function moveReviewStatuses(tx: Tx, releaseId: number, review_status: string, over: string): Promise<number[]> {
  const moved = await tx
    .updateTable('lessons')
    .set({ review_status })
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .where('review_status', 'is not', null)
    .where('review_status', 'not in', [review_status, over])
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}
