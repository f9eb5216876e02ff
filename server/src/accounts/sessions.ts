import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handle } from '#server/platform/database/database.ts';
import type { Visitor } from '#server/platform/http/visitor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hashSecret, newSecret } from '#server/platform/secrets.ts';
import { toActor } from './users.ts';
import type { User } from './user-queries.ts';
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
  extendSession,
  findSession,
  insertSession,
  isAnySessionThere,
  type SessionRow,
} from './session-queries.ts';

/**
 * Sessions: a random id in a cookie, its hash in the database. A session that is used lives on; one that is not ends
 * after {@link IDLE_MS}, and every one ends after {@link WHOLE_MS}.
 */
const COOKIE = 'lessonwright_session';
const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_MS = 14 * DAY_MS;
const WHOLE_MS = 90 * DAY_MS;

type Stand = Pick<Platform, 'db' | 'config' | 'live'>;

function credentialOf(idHash: string): string {
  return `session:${idHash}`;
}

/**
 * Cookies are kept by host, whatever the port: an application that shares the host could set one of this name. Over https
 * the prefix keeps it to what this host itself has set, for all of it.
 */
function cookieOf({ config }: Pick<Stand, 'config'>): { readonly name: string; readonly secure: boolean } {
  const secure = config.publicUrl.startsWith('https:');
  return { name: secure ? `__Host-${COOKIE}` : COOKIE, secure };
}

function presentedHash(platform: Pick<Stand, 'config'>, request: FastifyRequest): string | null {
  const id = request.cookies[cookieOf(platform).name];
  return id === undefined || id === '' ? null : hashSecret(id);
}

function setCookie(platform: Stand, reply: FastifyReply, id: string, maxAgeMs: number): void {
  const { name, secure } = cookieOf(platform);
  reply.setCookie(name, id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}

/** Signs a person in with a fresh session; the one that the call came with ends. */
export async function startSession(platform: Stand, request: FastifyRequest, reply: FastifyReply, user: Pick<User, 'id'>): Promise<void> {
  const earlier = presentedHash(platform, request);
  const id = newSecret();
  const now = new Date();
  await platform.db.transaction().execute(async (tx) => {
    if (earlier !== null) await deleteSession(tx, earlier);
    await deleteExpiredSessions(tx, now);
    await insertSession(tx, {
      id_hash: hashSecret(id),
      user_id: user.id,
      data: { started_at: now.toISOString() },
      expires_at: new Date(now.getTime() + IDLE_MS),
    });
  });
  if (earlier !== null) platform.live.endCredential(credentialOf(earlier));
  setCookie(platform, reply, id, IDLE_MS);
}

/** Forgets sessions that have ended by themselves. Answers how many. */
export async function forgetExpiredSessions(handle: Handle, now: Date): Promise<number> {
  return deleteExpiredSessions(handle, now);
}

/** Ends the session that the call came with, if any, with its live connections, and takes the cookie back. */
export async function endSession(platform: Stand, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const idHash = presentedHash(platform, request);
  if (idHash !== null && (await deleteSession(platform.db, idHash))) platform.live.endCredential(credentialOf(idHash));
  const { name, secure } = cookieOf(platform);
  // Without what it was set with, browsers would not take it back.
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

/** Ends every session of a person, in the caller's transaction; their live connections are the caller's to end after it. */
export async function endSessionsOf(handle: Handle, userId: number): Promise<void> {
  await deleteSessionsOf(handle, userId);
}

/**
 * Ends the sessions of a person but the one that `credential` names (all, where it names none), in the caller's transaction.
 * Answers the credentials that ended: their live connections are the caller's to end after it.
 */
export async function endOtherSessionsOf(handle: Handle, userId: number, credential: string | null): Promise<string[]> {
  const prefix = credentialOf('');
  const kept = credential?.startsWith(prefix) ? credential.slice(prefix.length) : '';
  return (await deleteOtherSessions(handle, userId, kept)).map(credentialOf);
}

/** Who the cookie of this call stands for; null: nobody, or not any more. */
export async function findSessionVisitor(platform: Stand, request: FastifyRequest, reply: FastifyReply): Promise<Visitor | null> {
  const idHash = presentedHash(platform, request);
  if (idHash === null) return null;
  const session = await findSession(platform.db, idHash);
  if (session === null) return null;
  await keepAlive(platform, request, reply, idHash, session);
  return { actor: toActor({ ...session, id: session.user_id }), credential: credentialOf(idHash) };
}

/** Moves the end of a session that is used: once a day at most, and never past its whole life. */
async function keepAlive(
  platform: Stand,
  request: FastifyRequest,
  reply: FastifyReply,
  idHash: string,
  session: SessionRow,
): Promise<void> {
  const now = Date.now();
  const startedAt = Date.parse(String(session.data['started_at']));
  const end = Math.min(now + IDLE_MS, startedAt + WHOLE_MS);
  if (end - session.expires_at.getTime() < DAY_MS) return;
  await extendSession(platform.db, idHash, new Date(end));
  setCookie(platform, reply, request.cookies[cookieOf(platform).name] ?? '', end - now);
}

/** Whether a session's credential still counts; null: it names no session. */
export async function isSessionAlive(handle: Handle, credential: string): Promise<boolean | null> {
  const prefix = credentialOf('');
  return credential.startsWith(prefix) ? (await findSession(handle, credential.slice(prefix.length))) !== null : null;
}

/** Whether a person is signed in anywhere. */
export async function isSignedInAnywhere(handle: Handle, userId: number): Promise<boolean> {
  return isAnySessionThere(handle, userId);
}
