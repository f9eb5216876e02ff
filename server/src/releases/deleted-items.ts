import type { Actor } from '#contract/roles.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import {
  findDeletedItem,
  insertDeletedItem,
  listDeletedItemRows,
  removeDeletedItem,
  type DeletedItem,
  type ItemToKeep,
} from './deleted-item-queries.ts';

/**
 * Keeps a question, a data file or an image that leaves its lesson, so that it can be brought back for 30 days (product §3).
 * Call it in the transaction that takes it out. Answers the number by which it comes back.
 */
export async function keepDeleted(tx: Tx, actor: Pick<Actor, 'id'> | null, item: ItemToKeep): Promise<number> {
  return insertDeletedItem(tx, { ...item, deleted_by: actor?.id ?? null });
}

/** What was deleted at `since` or later and has a place to come back to, the last one first. */
export async function listDeletedItems(handle: Handle, since: Date): Promise<DeletedItem[]> {
  return listDeletedItemRows(handle, since);
}

/** @throws AppError `not_found` when it was never deleted, is back already, or has no place any more. */
export async function getDeletedItem(handle: Handle, id: number, since: Date): Promise<DeletedItem> {
  const item = await findDeletedItem(handle, id, since);
  if (!item) throw notFound('deleted item');
  return item;
}

/**
 * Takes an item out of the trash, in the transaction that puts it back.
 * @throws AppError `not_found` when somebody else was first.
 */
export async function takeDeletedItem(tx: Tx, id: number): Promise<void> {
  if (!(await removeDeletedItem(tx, id))) throw notFound('deleted item');
}
