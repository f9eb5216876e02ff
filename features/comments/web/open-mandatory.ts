import type { Comment } from '../contract.ts';

/** A screen with mandatory comments that are not approved. */
interface OpenScreen {
  screenId: number;
  sequence: number;
  count: number;
  /** The id of the comment to open first: an incomplete one, if there is any. */
  first: number;
}

/** The ids of the mandatory comments that are not approved. */
export function openMandatoryIds(comments: readonly Comment[]): number[] {
  return comments.filter(({ mandatory, approved }) => mandatory && !approved).map(({ id }) => id);
}

/** Whether the reader closed the banner about all of them. While they are loaded, it stays closed where it was. */
export function isPutAside(comments: readonly Comment[] | undefined, putAside: readonly number[]): boolean {
  if (putAside.length === 0) return false;
  return comments === undefined || openMandatoryIds(comments).every((id) => putAside.includes(id));
}

/** The screens with mandatory comments that are not approved, in their order. */
export function openMandatory(comments: readonly Comment[]): OpenScreen[] {
  const open = comments.filter(({ mandatory, approved }) => mandatory && !approved);
  return [...Map.groupBy(open, ({ screen_id }) => screen_id)]
    .map(([screenId, own]) => ({
      screenId,
      sequence: own[0]?.sequence ?? 0,
      count: own.length,
      first: (own.find(({ completed }) => !completed) ?? own[0])?.id ?? 0,
    }))
    .toSorted((a, b) => a.sequence - b.sequence);
}
