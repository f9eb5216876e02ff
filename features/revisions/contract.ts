import type { CallOptions } from '#platform/contract/client.ts';

/**
 * Reply header of the calls that delete a question, a data file or an image of a lesson: the id to restore it with (`POST
 * /api/trash/item/{id}/restore`). A header, because the body is the list of the remaining ones.
 */
export const DELETED_ITEM_HEADER = 'x-lessonwright-deleted-item';

/** The header as described in the contract and OpenAPI. */
export const deletedItemHeaders = { [DELETED_ITEM_HEADER]: 'Id of the deleted item, for POST /api/trash/item/{id}/restore' } as const;

/** The result of such a call. */
export interface Deletion<T> {
  remaining: T;
  /** Id to restore it with; null: a proxy removed the header. */
  deletedItem: number | null;
}

/**
 * Makes a call that deletes something in a lesson, and returns its reply with the id to restore it.
 *
 * @throws ApiError as the call does
 */
export async function deleteWithUndo<T>(call: (options: CallOptions) => Promise<T>): Promise<Deletion<T>> {
  let header: string | null = null;
  const remaining = await call({
    onHeaders: (headers) => {
      header = headers.get(DELETED_ITEM_HEADER);
    },
  });
  const deletedItem = Number(header);
  return { remaining, deletedItem: Number.isSafeInteger(deletedItem) && deletedItem > 0 ? deletedItem : null };
}
