import type { Handle, Tx } from './database.ts';

/** Tables whose deleted rows are kept for a while. */
export type SoftDeletedTable = 'lessons' | 'screens' | 'courses' | 'paths';

/** Returns ids of rows deleted before `before`, oldest deletion first, without `skipped`. */
export async function listIdsDeletedBefore(
  handle: Handle,
  table: SoftDeletedTable,
  { before, skipped, limit }: { before: Date; skipped: readonly number[]; limit: number },
): Promise<number[]> {
  let query = handle.selectFrom(table).select('id').where('deleted_at', '<', before);
  if (skipped.length > 0) query = query.where('id', 'not in', skipped);
  return (await query.orderBy('deleted_at').limit(limit).execute()).map(({ id }) => id);
}

/** Locks a row that was deleted before `before`. Returns false if it no longer is. */
export async function lockDeletedBefore(tx: Tx, table: SoftDeletedTable, id: number, before: Date): Promise<boolean> {
  const query = tx.selectFrom(table).select('id').where('id', '=', id).where('deleted_at', '<', before);
  return (await query.forUpdate().executeTakeFirst()) !== undefined;
}
