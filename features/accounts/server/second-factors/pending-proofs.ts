import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handle } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret, newSecret } from '#platform/server/secrets.ts';

/**
 * Exchanges with one browser that are under way: a sign-in that waits for its second factor, or a passkey that is being added or
 * used. A cookie holds a secret and the database what it stands for, so that only this browser can finish, once.
 */
export interface PendingProof {
  readonly id_hash: string;
  readonly user_id: number | null;
  readonly challenge: string | null;
}

type Purpose = 'sign-in' | 'passkey-sign-in' | 'add-passkey';
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

const VALID_MS = 5 * 60 * 1000;
const COOKIE = 'lessonwright_proof';
/** Adding a passkey is a call below /api/user. */
const COOKIE_PATH = '/api';

/** Begins an exchange in this browser; an earlier one of this browser ends. */
export async function beginProof(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  { request, reply }: Exchange,
  pending: { readonly purpose: Purpose; readonly user_id: number | null; readonly challenge: string | null },
): Promise<void> {
  const id = newSecret();
  const earlier = request.cookies[COOKIE];
  await db.deleteFrom('pending_proofs').where('expires_at', '<', new Date()).execute();
  if (earlier !== undefined) await db.deleteFrom('pending_proofs').where('id_hash', '=', hashSecret(earlier)).execute();
  await db
    .insertInto('pending_proofs')
    .values({ ...pending, id_hash: hashSecret(id), expires_at: new Date(Date.now() + VALID_MS) })
    .execute();
  reply.setCookie(COOKIE, id, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: VALID_MS / 1000,
  });
}

/** Finds the pending exchange of this browser; null if it has none or the time limit has passed. */
export async function findProof(handle: Handle, request: FastifyRequest, purpose: Purpose): Promise<PendingProof | null> {
  const id = request.cookies[COOKIE];
  if (id === undefined) return null;
  const row = await handle
    .selectFrom('pending_proofs')
    .select(['id_hash', 'user_id', 'challenge'])
    .where('id_hash', '=', hashSecret(id))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return row ?? null;
}

/** Ends an exchange. False if another call ended it first. */
export async function endProof(handle: Handle, { id_hash }: PendingProof, reply: FastifyReply): Promise<boolean> {
  const result = await handle.deleteFrom('pending_proofs').where('id_hash', '=', id_hash).executeTakeFirst();
  reply.clearCookie(COOKIE, { path: COOKIE_PATH });
  return result.numDeletedRows > 0n;
}
