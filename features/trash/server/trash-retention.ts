import { TRASH_RETENTION_DAYS } from '../contract.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletions before this time are permanent: the trash keeps items for a limited time. */
export function retentionStart(now: Date): Date {
  return new Date(now.getTime() - TRASH_RETENTION_DAYS * DAY_MS);
}

/** When something deleted at this time is permanently removed. */
export function trashExpiresAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + TRASH_RETENTION_DAYS * DAY_MS);
}
