import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handle } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret, newSecret } from '#platform/server/secrets.ts';
import type { ProviderId } from '../../contract/login.ts';
import type { LoginSecrets } from '../sign-in/provider.ts';

/** A sign-in through a provider that is in progress. */
interface LoginAttempt {
  provider: string;
  state: string;
  nonce: string;
  code_verifier: string;
  expires_at: Date;
}

const COLUMNS = ['provider', 'state', 'nonce', 'code_verifier', 'expires_at'] as const;

async function insertAttempt(handle: Handle, attempt: LoginAttempt & { id_hash: string }): Promise<void> {
  await handle.insertInto('login_attempts').values(attempt).execute();
}

/** Deletes and returns an attempt, so that it is found only once; null if there is none. */
async function takeAttempt(handle: Handle, idHash: string): Promise<LoginAttempt | null> {
  const row = await handle.deleteFrom('login_attempts').where('id_hash', '=', idHash).returning(COLUMNS).executeTakeFirst();
  return row ?? null;
}

async function deleteAttemptsBefore(handle: Handle, before: Date): Promise<void> {
  await handle.deleteFrom('login_attempts').where('expires_at', '<', before).execute();
}

/**
 * Sign-ins through a provider that are in progress. A cookie holds a secret, and the database the matching state; the
 * first return deletes both. So a callback is accepted once, and only in the browser that began.
 */
const COOKIE = 'lessonwright_login';
/** The scope of the cookie, and of the callback. */
const COOKIE_PATH = '/api/login';
const VALID_MS = 10 * 60 * 1000;

type Deps = Pick<Platform, 'db' | 'config'>;

/** Begins a sign-in in this browser and invalidates an earlier one. */
export async function startOAuth(
  { db, config }: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  provider: ProviderId,
): Promise<LoginSecrets> {
  const id = newSecret();
  const secrets: LoginSecrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() };
  const now = Date.now();
  await deleteAttemptsBefore(db, new Date(now));
  const earlier = request.cookies[COOKIE];
  if (earlier !== undefined) await takeAttempt(db, hashSecret(earlier));
  await insertAttempt(db, {
    id_hash: hashSecret(id),
    provider,
    state: secrets.state,
    nonce: secrets.nonce,
    code_verifier: secrets.codeVerifier,
    expires_at: new Date(now + VALID_MS),
  });
  reply.setCookie(COOKIE, id, {
    path: COOKIE_PATH,
    httpOnly: true,
    // Lax, not strict, so that it is sent when the provider redirects back.
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: VALID_MS / 1000,
  });
  return secrets;
}

/** Ends the sign-in that this browser began with a provider; null if it began none, or took too long. */
export async function finishOAuth(
  { db }: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  provider: ProviderId,
): Promise<LoginSecrets | null> {
  reply.clearCookie(COOKIE, { path: COOKIE_PATH });
  const id = request.cookies[COOKIE];
  const attempt = id === undefined ? null : await takeAttempt(db, hashSecret(id));
  if (attempt === null || attempt.provider !== provider || attempt.expires_at.getTime() <= Date.now()) return null;
  return { state: attempt.state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier };
}
