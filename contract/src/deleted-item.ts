import type { CallOptions } from './client.ts';

/**
 * Reply header of the calls that take a question, a data file or an image out of a lesson: the number by which it comes back
 * (`POST /api/trash/item/{id}/restore`). A header, because the body is the list of those that remain (A §7, B §7).
 */
export const DELETED_ITEM_HEADER = 'x-lessonwright-deleted-item';

/** The header as the contract and OpenAPI tell of it. */
export const deletedItemHeaders = { [DELETED_ITEM_HEADER]: 'Number of what was taken out, for POST /api/trash/item/{id}/restore' } as const;

/** What such a call answered. */
export interface Deletion<T> {
  remaining: T;
  /** By which number it comes back; null: something on the way took the header out. */
  deletedItem: number | null;
}

/**
 * Makes a call that takes something out of a lesson, and answers, beside its reply, by which number that comes back.
 *
 * @throws ApiError as the call does.
 */
export async function takeOut<T>(call: (options: CallOptions) => Promise<T>): Promise<Deletion<T>> {
  let told: string | null = null;
  const remaining = await call({
    onHeaders: (headers) => {
      told = headers.get(DELETED_ITEM_HEADER);
    },
  });
  const deletedItem = Number(told);
  return { remaining, deletedItem: Number.isSafeInteger(deletedItem) && deletedItem > 0 ? deletedItem : null };
}
