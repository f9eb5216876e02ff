import type { Actor } from '#contract/roles.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { currentCall } from '#server/platform/http/current-call.ts';
import type { UntoldChange } from '#server/platform/http/watch-changes.ts';
import { subjectOfCall } from './subject-of-call.ts';
import { insertAuditEntry } from './queries.ts';
import { TELLS_NOTHING } from './untold-calls.ts';

/** An entry of the audit trail: who did what to what, from where. Never put secrets in `details`. */
export interface AuditEntry {
  /** Null: no signed-in user, such as a job. */
  actor: Pick<Actor, 'id'> | null;
  /** Noun and verb: `external-author.revoke`. */
  action: string;
  /** The object of the action: `lesson:12`, or text such as an email address. */
  subject?: string;
  details?: Record<string, unknown>;
  /** Network address of the caller; by default that of the current call. */
  address?: string;
}

/** Writes an entry of the audit trail, in the transaction of the change it records. */
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
 * Writes an entry for a call that changed something without writing one: the call's name in the contract and the
 * subject in its address. Some calls are excluded (untold-calls.ts).
 */
export async function recordCall(handle: Handle, { name, route, actor, params }: UntoldChange): Promise<void> {
  if (TELLS_NOTHING.has(name)) return;
  const subject = subjectOfCall(route.path, params);
  await recordAudit(handle, { actor, action: `call.${name}`, details: { ...params }, ...(subject === null ? {} : { subject }) });
}
