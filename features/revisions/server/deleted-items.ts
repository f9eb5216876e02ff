import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import {
  findDeletedItem,
  insertDeletedItem,
  listDeletedItemRows,
  removeDeletedItem,
  type DeletedItem,
  type TrashItemValues,
} from './deleted-item-queries.ts';

/**
 * Puts a question, data file or image into the trash, from which it can be restored for 30 days. Call it in the
 * transaction that removes it. Returns the id to restore it by.
 */
export async function moveToTrash(tx: Tx, actor: Pick<Actor, 'id'> | null, item: TrashItemValues): Promise<number> {
  return insertDeletedItem(tx, { ...item, deleted_by: actor?.id ?? null });
}

/** Items deleted at `since` or later that can still be restored, latest first. */
export async function listDeletedItems(handle: Handle, since: Date): Promise<DeletedItem[]> {
  return listDeletedItemRows(handle, since);
}

/** @throws AppError `not_found` if it was never deleted, is restored already, or its screen or lesson is gone. */
export async function getDeletedItem(handle: Handle, id: number, since: Date): Promise<DeletedItem> {
  const item = await findDeletedItem(handle, id, since);
  if (!item) throw notFound('deleted item');
  return item;
}

/**
 * Takes an item out of the trash, in the transaction that restores it.
 * @throws AppError `not_found` if a concurrent call restored it first.
 */
export async function removeFromTrash(tx: Tx, id: number): Promise<void> {
  if (!(await removeDeletedItem(tx, id))) throw notFound('deleted item');
}
