import { DAY_MS } from '#platform/contract/times.ts';
import { TRASH_RETENTION_DAYS } from '../contract.ts';

/** Deletions before this time are permanent: the trash keeps items for a limited time. */
export function retentionStart(now: Date): Date {
  return new Date(now.getTime() - TRASH_RETENTION_DAYS * DAY_MS);
}

/** When something deleted at this time is permanently removed. */
export function trashExpiresAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + TRASH_RETENTION_DAYS * DAY_MS);
}
