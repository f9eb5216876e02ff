import type { Role } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';

export interface SessionRow {
  data: Record<string, unknown>;
  expires_at: Date;
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
}

/** A valid session with its user. Read on every call, hence the one join with another module's table (read-only). */
export async function findSession(handle: Handle, idHash: string): Promise<SessionRow | null> {
  const row = await handle
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.data', 'sessions.expires_at', 'users.id as user_id', 'users.email', 'users.name', 'users.role'])
    .where('sessions.id_hash', '=', idHash)
    .where('sessions.expires_at', '>', new Date())
    .where('users.revoked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a user is signed in anywhere. */
export async function hasActiveSession(handle: Handle, userId: number): Promise<boolean> {
  const row = await handle
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('sessions.expires_at', '>', new Date())
    .where('users.revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(
  handle: Handle,
  session: { id_hash: string; user_id: number; data: Record<string, unknown>; expires_at: Date },
): Promise<void> {
  await handle
    .insertInto('sessions')
    .values({ ...session, data: JSON.stringify(session.data) })
    .execute();
}

/** The valid sessions of a user. */
export async function listSessionsOf(
  handle: Handle,
  userId: number,
): Promise<{ id_hash: string; data: Record<string, unknown>; expires_at: Date }[]> {
  return handle
    .selectFrom('sessions')
    .select(['id_hash', 'data', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .execute();
}

export async function updateSessionData(handle: Handle, idHash: string, data: Record<string, unknown>): Promise<void> {
  await handle
    .updateTable('sessions')
    .set({ data: JSON.stringify(data) })
    .where('id_hash', '=', idHash)
    .execute();
}

export async function extendSession(handle: Handle, idHash: string, expiresAt: Date): Promise<void> {
  await handle.updateTable('sessions').set({ expires_at: expiresAt }).where('id_hash', '=', idHash).execute();
}

/** Returns whether there was one. */
export async function deleteSession(handle: Handle, idHash: string): Promise<boolean> {
  const result = await handle.deleteFrom('sessions').where('id_hash', '=', idHash).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteSessionsOf(handle: Handle, userId: number): Promise<void> {
  await handle.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Deletes a user's sessions except this one; returns those deleted. */
export async function deleteOtherSessions(handle: Handle, userId: number, keptHash: string): Promise<string[]> {
  const rows = await handle
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', keptHash)
    .returning('id_hash')
    .execute();
  return rows.map((row) => row.id_hash);
}

/** Returns their number. */
export async function deleteExpiredSessions(handle: Handle, now: Date): Promise<number> {
  const { numDeletedRows } = await handle.deleteFrom('sessions').where('expires_at', '<=', now).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
