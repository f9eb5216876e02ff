import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { forbidden, notFound, refused } from '#platform/server/errors.ts';
import type { Visitor } from '#platform/server/http/visitor.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret, newSecret } from '#platform/server/secrets.ts';
import type { PersonalToken } from '../contract/tokens.ts';
import { getInstallationRules } from './rules.ts';
import {
  deleteTokenOf,
  deleteTokensOf,
  findTokenByHash,
  findTokenName,
  insertToken,
  hasActiveToken,
  isTokenActive,
  listTokensOf,
  updateTokenUse,
} from './token-queries.ts';
import { noteSeen, type User } from './user-queries.ts';
import { findActiveUserByEmail, getUser, toActor } from './users.ts';

/** Identifies the token to people and to scanners for leaked secrets. */
const PREFIX = 'lw_';
/** Why an assistant can't call. */
export const ASSISTANTS_OFF = 'Assistants are turned off on this server. An owner can turn them on under Rules.';
/** Precision of the last use. */
const LAST_USED_MS = 60_000;

const KIND = 'token:';

function credentialOf(tokenId: number): string {
  return `${KIND}${tokenId}`;
}

/** The token of a credential; null: it is that of a session. */
function tokenIdOf(credential: string): number | null {
  return credential.startsWith(KIND) ? Number(credential.slice(KIND.length)) : null;
}

export async function listTokens(platform: Pick<Platform, 'db'>, actor: Actor): Promise<PersonalToken[]> {
  const user = await getUser(platform.db, actor.id);
  const rows = await listTokensOf(platform.db, actor.id);
  const { token_days } = await getInstallationRules(platform.db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: user.email,
    created: row.created_at.toISOString(),
    last_used: row.last_used_at?.toISOString() ?? null,
    expires: token_days === null ? null : new Date(row.created_at.getTime() + token_days * DAY_MS).toISOString(),
    is_for_assistants: row.is_for_assistants,
  }));
}

/**
 * Creates a token; its text is not stored and can't be shown again. The owner may create one for another user.
 * @throws AppError `forbidden` for others who name another user, `not_found` if no user has the address, `refused` if it is for assistants and
 * the owners don't allow them.
 */
export async function createToken(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  input: { name: string; email?: string | undefined; is_for_assistants?: boolean; address: string },
): Promise<{ id: number; token: string }> {
  const { name, is_for_assistants = false } = input;
  if (is_for_assistants && !(await getInstallationRules(platform.db)).assistants_allowed) throw refused(ASSISTANTS_OFF);
  const holder = await getHolder(platform.db, actor, input.email);
  const token = PREFIX + newSecret();
  const id = await platform.db.transaction().execute(async (tx) => {
    const created = await insertToken(tx, { user_id: holder.id, name, token_hash: hashSecret(token), is_for_assistants });
    await recordAudit(tx, {
      actor,
      action: 'token.create',
      subject: holder.email,
      details: { id: created, name, ...(is_for_assistants ? { for: 'assistants' } : {}) },
      address: input.address,
    });
    return created;
  });
  return { id, token };
}

async function getHolder(handle: Handle, actor: Actor, email: string | undefined): Promise<User> {
  const self = await getUser(handle, actor.id);
  if (email === undefined || email === self.email) return self;
  if (actor.role !== 'owner') throw forbidden('Only the owner can create tokens for others.');
  const other = await findActiveUserByEmail(handle, email);
  if (other === null) throw notFound('user');
  return other;
}

/** Deletes one of the user's own tokens. @throws AppError `not_found`. */
export async function deleteToken(
  platform: Pick<Platform, 'db' | 'live'>,
  actor: Actor,
  input: { id: number; address: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const name = await deleteTokenOf(tx, actor.id, input.id);
    if (name === null) throw notFound('token');
    await recordAudit(tx, { actor, action: 'token.delete', subject: name, details: { id: input.id }, address: input.address });
  });
  platform.live.endCredential(credentialOf(input.id));
}

/** Deletes every token of a user, in the caller's transaction. The caller then ends their live connections. */
export async function revokeTokensOf(handle: Handle, userId: number): Promise<void> {
  await deleteTokensOf(handle, userId);
}

/** The user of a token; null if it is invalid. */
export async function findTokenVisitor(handle: Handle, token: string): Promise<Visitor | null> {
  const row = await findTokenByHash(handle, hashSecret(token));
  if (row === null) return null;
  const now = new Date();
  const isFresh = row.last_used_at !== null && now.getTime() - row.last_used_at.getTime() < LAST_USED_MS;
  if (!isFresh) {
    await updateTokenUse(handle, row.token_id, now);
    await noteSeen(handle, row.id, now);
  }
  return { actor: toActor(row), credential: credentialOf(row.token_id), ...(row.is_for_assistants ? { isAssistant: true } : {}) };
}

/** Whether a token's credential is still valid; null if it names no token. */
export async function isTokenAlive(handle: Handle, credential: string): Promise<boolean | null> {
  const id = tokenIdOf(credential);
  return id === null ? null : isTokenActive(handle, id);
}

/** The name of the token that a call came with; null: it came from a page. */
export async function nameOfCredential(handle: Handle, credential: string): Promise<string | null> {
  const id = tokenIdOf(credential);
  return id === null ? null : findTokenName(handle, id);
}

/** Whether a user has a valid token. */
export async function hasToken(handle: Handle, userId: number): Promise<boolean> {
  return hasActiveToken(handle, userId);
}
