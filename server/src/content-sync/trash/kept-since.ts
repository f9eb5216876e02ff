import { TRASH_KEPT_DAYS } from '#contract/trash.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** What was deleted before this is gone for good (product §3). */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - TRASH_KEPT_DAYS * DAY_MS);
}

/** When something that was deleted then is gone for good. */
export function goneAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + TRASH_KEPT_DAYS * DAY_MS);
}
