import type { Handle } from '#server/platform/database/database.ts';

interface NewAuditEntry {
  user_id: number | null;
  action: string;
  subject: string | null;
  details: Record<string, unknown>;
  address: string | null;
}

export async function insertAuditEntry(handle: Handle, entry: NewAuditEntry): Promise<void> {
  await handle
    .insertInto('audit_entries')
    .values({ ...entry, details: JSON.stringify(entry.details) })
    .execute();
}
