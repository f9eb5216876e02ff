import { sql } from 'kysely';
import type { Role } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';

/** Where the rules of the installation are in `settings`. */
export const RULES_KEY = 'installation-rules';

export interface TokenRow {
  id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  is_for_assistants: boolean;
}

export interface TokenVisitorRow {
  token_id: number;
  last_used_at: Date | null;
  is_for_assistants: boolean;
  id: number;
  email: string;
  name: string | null;
  role: Role;
}

export async function listTokensOf(handle: Handle, userId: number): Promise<TokenRow[]> {
  return handle
    .selectFrom('personal_tokens')
    .select(['id', 'name', 'created_at', 'last_used_at', 'is_for_assistants'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

function activeTokens(handle: Handle) {
  // Read on every call with a token, hence the one join with another module's table (read-only).
  return handle
    .selectFrom('personal_tokens')
    .innerJoin('users', 'users.id', 'personal_tokens.user_id')
    .select(['personal_tokens.id as token_id', 'personal_tokens.last_used_at', 'personal_tokens.is_for_assistants'])
    .select(['users.id', 'users.email', 'users.name', 'users.role'])
    .where('users.revoked_at', 'is', null)
    .where(isInTime)
    .where(isAllowed);
}

/** Owners may limit the days of tokens (rules.ts). Read with the token, so that a change applies at once and on every server. */
const isInTime = sql<boolean>`not exists (
  select from settings
    where key = ${RULES_KEY} and personal_tokens.created_at <= now() - make_interval(days => (value->>'token_days')::int)
)`;

/** Assistants work only while the owners allow them. */
const isAllowed = sql<boolean>`(not personal_tokens.is_for_assistants or exists (
  select from settings where key = ${RULES_KEY} and (value->>'assistants_allowed')::boolean
))`;

/** The valid tokens that were created before a time. */
export async function countTokensBefore(handle: Handle, time: Date): Promise<{ tokens: number; people: number }> {
  return activeTokens(handle)
    .clearSelect()
    .select(({ fn }) => [fn.countAll<number>().as('tokens'), fn.count<number>('users.id').distinct().as('people')])
    .where('personal_tokens.created_at', '<=', time)
    .executeTakeFirstOrThrow();
}

/** A valid token with its user. */
export async function findTokenByHash(handle: Handle, tokenHash: string): Promise<TokenVisitorRow | null> {
  return (await activeTokens(handle).where('personal_tokens.token_hash', '=', tokenHash).executeTakeFirst()) ?? null;
}

export async function findTokenName(handle: Handle, id: number): Promise<string | null> {
  return (await handle.selectFrom('personal_tokens').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
}

export async function isTokenActive(handle: Handle, id: number): Promise<boolean> {
  return (await activeTokens(handle).where('personal_tokens.id', '=', id).executeTakeFirst()) !== undefined;
}

/** Whether a user has a valid token. */
export async function hasActiveToken(handle: Handle, userId: number): Promise<boolean> {
  return (await activeTokens(handle).where('personal_tokens.user_id', '=', userId).executeTakeFirst()) !== undefined;
}

export async function insertToken(
  handle: Handle,
  token: { user_id: number; name: string; token_hash: string; is_for_assistants: boolean },
): Promise<number> {
  const row = await handle.insertInto('personal_tokens').values(token).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function updateTokenUse(handle: Handle, id: number, at: Date): Promise<void> {
  await handle.updateTable('personal_tokens').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** The name of the deleted token; null if this user has no such token. */
export async function deleteTokenOf(handle: Handle, userId: number, id: number): Promise<string | null> {
  const row = await handle
    .deleteFrom('personal_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function deleteTokensOf(handle: Handle, userId: number): Promise<void> {
  await handle.deleteFrom('personal_tokens').where('user_id', '=', userId).execute();
}
