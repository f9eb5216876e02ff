import { sql } from 'kysely';
import type { Role } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/**
 * A user. `name` is null until they joined, `password_hash` until they chose a password; `revoked_at` is set once
 * access ended. `staff_by_settings`: the settings made them staff, and can end it.
 */
export interface User {
  id: number;
  email: string;
  name: string | null;
  role: Role;
  password_hash: string | null;
  revoked_at: Date | null;
  staff_by_settings: boolean;
  last_seen_at: Date | null;
}

const COLUMNS = ['id', 'email', 'name', 'role', 'password_hash', 'revoked_at', 'staff_by_settings', 'last_seen_at'] as const;

/** Includes revoked users, whose address stays taken. `email` in lower case. */
export async function findUserByEmail(handle: Handle, email: string): Promise<User | null> {
  const row = await handle
    .selectFrom('users')
    .select(COLUMNS)
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst();
  return row ?? null;
}

export async function findUserById(handle: Handle, id: number): Promise<User | null> {
  const row = await handle.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function listUsersById(handle: Handle, ids: readonly number[]): Promise<User[]> {
  if (ids.length === 0) return [];
  return handle.selectFrom('users').select(COLUMNS).where('id', 'in', ids).execute();
}

/** Users with access who have one of these roles; the owner first, then by address. */
export async function listActiveUsers(handle: Handle, roles: readonly Role[]): Promise<User[]> {
  return handle
    .selectFrom('users')
    .select(COLUMNS)
    .where('role', 'in', roles)
    .where('revoked_at', 'is', null)
    .orderBy(sql`role <> 'owner'`)
    .orderBy('email')
    .execute();
}

/** Staff from the settings whose access was ended without taking their sessions, tokens and password. */
export async function listSuspendedStaff(handle: Handle): Promise<User[]> {
  return handle
    .selectFrom('users')
    .select(COLUMNS)
    .where('role', '=', 'staff')
    .where('staff_by_settings', '=', true)
    .where('revoked_at', 'is not', null)
    .where((is) =>
      is.or([
        is('password_hash', 'is not', null),
        is.exists(is.selectFrom('personal_tokens').select('id').whereRef('user_id', '=', 'users.id')),
        is.exists(is.selectFrom('sessions').select('id_hash').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .orderBy('email')
    .execute();
}

export async function hasUsers(handle: Handle): Promise<boolean> {
  return (await handle.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Prevents changes of users until the transaction ends. */
export async function lockUsers(tx: Tx): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(tx);
}

/** Changes to one user's rows that depend on each other take turns until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

export async function insertUser(
  handle: Handle,
  user: { email: string; name: string | null; role: Role; password_hash: string | null; staff_by_settings?: boolean },
): Promise<User> {
  return handle.insertInto('users').values(user).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function updateUser(handle: Handle, id: number, change: Partial<Omit<User, 'id'>>): Promise<User> {
  return handle.updateTable('users').set(change).where('id', '=', id).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** How exactly the last use is stored. */
const NOTE_SEEN_MS = 10 * 60 * 1000;

/** Notes that a user was here. Writes at most once in {@link NOTE_SEEN_MS}. */
export async function noteSeen(handle: Handle, id: number, now: Date): Promise<void> {
  await handle
    .updateTable('users')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where((is) => is.or([is('last_seen_at', 'is', null), is('last_seen_at', '<', new Date(now.getTime() - NOTE_SEEN_MS))]))
    .execute();
}

/** False if `from` is not the stored hash (any more). */
export async function replacePassword(handle: Handle, id: number, hash: { from: string | null; to: string }): Promise<boolean> {
  const result = await handle
    .updateTable('users')
    .set({ password_hash: hash.to })
    .where('id', '=', id)
    .where('password_hash', '=', hash.from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
