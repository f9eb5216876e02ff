import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';

/** A provider account that is linked to a user. */
export interface Identity {
  issuer: string;
  subject: string;
  user_id: number;
  email: string;
  last_used_at: Date;
}

const COLUMNS = ['issuer', 'subject', 'user_id', 'email', 'last_used_at'] as const;

export async function findIdentity(handle: Handle, issuer: string, subject: string): Promise<Identity | null> {
  const row = await handle
    .selectFrom('identities')
    .select(COLUMNS)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

export async function listIdentitiesOf(handle: Handle, userIds: readonly number[]): Promise<Identity[]> {
  if (userIds.length === 0) return [];
  return handle.selectFrom('identities').select(COLUMNS).where('user_id', 'in', userIds).orderBy('created_at').execute();
}

/** The users linked to accounts of an issuer, by subject. Issuers are written with and without a slash at their end. */
export async function listUsersOfSubjects(handle: Handle, issuer: string, subjects: readonly string[]): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map();
  const rows = await handle
    .selectFrom('identities')
    .select(['subject', 'user_id'])
    .where(sql`rtrim(issuer, '/')`, '=', issuer.replace(/\/$/, ''))
    .where('subject', 'in', subjects)
    .execute();
  return new Map(rows.map(({ subject, user_id }) => [subject, user_id]));
}

export async function insertIdentity(
  handle: Handle,
  identity: { issuer: string; subject: string; user_id: number; email: string },
): Promise<void> {
  await handle.insertInto('identities').values(identity).execute();
}

export async function touchIdentity(handle: Handle, identity: Identity, email: string, at: Date): Promise<void> {
  await handle
    .updateTable('identities')
    .set({ email, last_used_at: at })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .execute();
}

export async function deleteIdentitiesOf(handle: Handle, userId: number): Promise<void> {
  await handle.deleteFrom('identities').where('user_id', '=', userId).execute();
}
