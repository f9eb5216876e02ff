import type { Actor } from '#contract/roles.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { insertAuditEntry } from './tables.ts';

/** One line of the audit trail: who, what, to what, from where (product §9). Secrets have no place in `details`. */
export interface AuditEntry {
  /** Null: nobody who is signed in, such as a job. */
  actor: Pick<Actor, 'id'> | null;
  /** Noun and verb: `external-author.revoke`. */
  action: string;
  /** What it was done to, for people: an email, a lesson's number. */
  subject?: string;
  details?: Record<string, unknown>;
  /** Network address of the caller. */
  address?: string;
}

/** Writes a line of the audit trail, in the transaction of the change that it tells of. */
export async function recordAudit(handle: Handle, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(handle, {
    user_id: entry.actor?.id ?? null,
    action: entry.action,
    subject: entry.subject ?? null,
    details: entry.details ?? {},
    address: entry.address ?? null,
  });
}
