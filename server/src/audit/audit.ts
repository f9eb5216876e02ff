import type { Actor } from '#contract/roles.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { currentCall } from '#server/platform/http/current-call.ts';
import type { UntoldChange } from '#server/platform/http/watch-changes.ts';
import { subjectOfCall } from './subject-of-call.ts';
import { insertAuditEntry } from './queries.ts';
import { TELLS_NOTHING } from './untold-calls.ts';

/** One line of the audit trail: who, what, to what, from where (product §9). Secrets have no place in `details`. */
export interface AuditEntry {
  /** Null: nobody who is signed in, such as a job. */
  actor: Pick<Actor, 'id'> | null;
  /** Noun and verb: `external-author.revoke`. */
  action: string;
  /** What it was done to: `lesson:12`, or for people, such as an email. */
  subject?: string;
  details?: Record<string, unknown>;
  /** Network address of the caller, or what stands for it; that of the call being answered where it is left out. */
  address?: string;
}

/** Writes a line of the audit trail, in the transaction of the change that it tells of. */
export async function recordAudit(handle: Handle, entry: AuditEntry): Promise<void> {
  const call = currentCall();
  await insertAuditEntry(handle, {
    user_id: entry.actor?.id ?? null,
    action: entry.action,
    subject: entry.subject ?? null,
    details: entry.details ?? {},
    address: entry.address ?? call?.address ?? null,
    request_id: call?.requestId ?? null,
  });
  if (call !== null) call.isRecorded = true;
}

/**
 * Writes the line of a call that changed something and left none: by its name in the contract, to what its address names. What nobody
 * would look for is left out (untold-calls.ts).
 */
export async function recordCall(handle: Handle, { name, route, actor, params }: UntoldChange): Promise<void> {
  if (TELLS_NOTHING.has(name)) return;
  const subject = subjectOfCall(route.path, params);
  await recordAudit(handle, { actor, action: `call.${name}`, details: { ...params }, ...(subject === null ? {} : { subject }) });
}
