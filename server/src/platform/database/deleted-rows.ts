import type { Handle, Tx } from './database.ts';

/** Tables whose rows stay for a while after they were deleted. */
export type Kept = 'lessons' | 'screens' | 'courses' | 'paths';

/** Ids of what was deleted before `before`, the longest gone first; `skipped` are left out. */
export async function listIdsDeletedBefore(
  handle: Handle,
  table: Kept,
  { before, skipped, limit }: { before: Date; skipped: readonly number[]; limit: number },
): Promise<number[]> {
  let query = handle.selectFrom(table).select('id').where('deleted_at', '<', before);
  if (skipped.length > 0) query = query.where('id', 'not in', skipped);
  return (await query.orderBy('deleted_at').limit(limit).execute()).map(({ id }) => id);
}

/** Locks a row that was deleted before `before`. False when it is no such row any more. */
export async function lockDeletedBefore(tx: Tx, table: Kept, id: number, before: Date): Promise<boolean> {
  const query = tx.selectFrom(table).select('id').where('id', '=', id).where('deleted_at', '<', before);
  return (await query.forUpdate().executeTakeFirst()) !== undefined;
}
