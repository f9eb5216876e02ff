import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Visitor } from '#platform/server/http/visitor.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret, newSecret } from '#platform/server/secrets.ts';
import type { Session } from '../contract/sessions.ts';
import { describeBrowser } from './describe-browser.ts';
import { needsSecondFactor } from './rules.ts';
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
  extendSession,
  findSession,
  insertSession,
  hasActiveSession,
  listSessionsOf,
  updateSessionData,
  type SessionRow,
} from './session-queries.ts';
import { noteSeen, type User } from './user-queries.ts';
import { toActor } from './users.ts';

/**
 * Sessions: a random id in a cookie, its hash in the database. A session in use is extended; an idle one ends after
 * {@link IDLE_MS}, and every one after {@link WHOLE_MS}.
 */
const COOKIE = 'lessonwright_session';
const IDLE_MS = 14 * DAY_MS;
const WHOLE_MS = 90 * DAY_MS;
/** How exactly the last use of a session is stored. */
const NOTE_USE_MS = 10 * 60 * 1000;

/** What is stored of a session. Those of earlier versions have only `started_at`. */
const SessionData = z.object({
  started_at: z.string(),
  used_at: z.string().optional(),
  address: z.string().optional(),
  browser: z.string().nullable().optional(),
  /** It was begun with a password alone while the rules asked for a second factor. */
  lacks_second_factor: z.literal(true).optional(),
});
type SessionData = z.infer<typeof SessionData>;

/** Where and with what a call is made. */
function originOf(request: FastifyRequest, now: Date): Pick<SessionData, 'used_at' | 'address' | 'browser'> {
  return { used_at: now.toISOString(), address: request.ip, browser: describeBrowser(request.headers['user-agent'] ?? '') };
}

type Deps = Pick<Platform, 'db' | 'config' | 'live'>;

function credentialOf(idHash: string): string {
  return `session:${idHash}`;
}

/**
 * Cookies are kept per host, whatever the port, so an application on the same host could set one of this name. Over
 * https, the prefix limits it to cookies that this host set for all its paths.
 */
function cookieOf({ config }: Pick<Deps, 'config'>): { readonly name: string; readonly secure: boolean } {
  const secure = config.publicUrl.startsWith('https:');
  return { name: secure ? `__Host-${COOKIE}` : COOKIE, secure };
}

function presentedHash(platform: Pick<Deps, 'config'>, request: FastifyRequest): string | null {
  const id = request.cookies[cookieOf(platform).name];
  return id === undefined || id === '' ? null : hashSecret(id);
}

function setCookie(platform: Deps, reply: FastifyReply, id: string, maxAgeMs: number): void {
  const { name, secure } = cookieOf(platform);
  reply.setCookie(name, id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}

/**
 * Signs a user in with a new session; the call's own session ends.
 *
 * @param isByPassword Without a second factor, the session can then only add one, if the rules ask for it. Providers have their own.
 */
export async function startSession(
  platform: Deps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  user: Pick<User, 'id' | 'role'>,
  { isByPassword }: { readonly isByPassword: boolean },
): Promise<{ readonly isHeld: boolean }> {
  const earlier = presentedHash(platform, request);
  const id = newSecret();
  const now = new Date();
  const isHeld = await platform.db.transaction().execute(async (tx) => {
    await noteSeen(tx, user.id, now);
    const needsOne = isByPassword && (await needsSecondFactor(tx, user));
    if (earlier !== null) await deleteSession(tx, earlier);
    await deleteExpiredSessions(tx, now);
    await insertSession(tx, {
      id_hash: hashSecret(id),
      user_id: user.id,
      data: { started_at: now.toISOString(), ...originOf(request, now), ...(needsOne ? { lacks_second_factor: true } : {}) },
      expires_at: new Date(now.getTime() + IDLE_MS),
    });
    return needsOne;
  });
  if (earlier !== null) platform.live.endCredential(credentialOf(earlier));
  setCookie(platform, reply, id, IDLE_MS);
  return { isHeld };
}

/** Signs a user out of every session but that of `credential`. */
export async function endOtherSessions(platform: Pick<Deps, 'db' | 'live'>, actor: Actor, credential: string | null): Promise<void> {
  const ended = await platform.db.transaction().execute(async (tx) => {
    await recordAudit(tx, { actor, action: 'session.end-others' });
    return endOtherSessionsOf(tx, actor.id, credential);
  });
  for (const each of ended) platform.live.endCredential(each);
}

/** The part of a session's hash that names it to its user. */
const shownId = (idHash: string): string => idHash.slice(0, 24);

/** Where a user is signed in, most recently used first. @param credential That of the call. */
export async function listSessions(handle: Handle, { id }: Pick<Actor, 'id'>, credential: string | null): Promise<Session[]> {
  const rows = await listSessionsOf(handle, id);
  return rows
    .map(({ id_hash, data }) => {
      const { started_at, used_at, address, browser } = SessionData.parse(data);
      return {
        id: shownId(id_hash),
        is_current: credentialOf(id_hash) === credential,
        started: started_at,
        last_used: used_at ?? started_at,
        address: address ?? null,
        browser: browser ?? null,
      };
    })
    .toSorted((a, b) => Number(b.is_current) - Number(a.is_current) || b.last_used.localeCompare(a.last_used));
}

/** Ends one of a user's own sessions with its live connections. @throws AppError `not_found` */
export async function endOwnSession(platform: Pick<Deps, 'db' | 'live'>, actor: Actor, id: string): Promise<void> {
  const found = (await listSessionsOf(platform.db, actor.id)).find(({ id_hash }) => shownId(id_hash) === id);
  if (found === undefined || !(await deleteSession(platform.db, found.id_hash))) throw notFound('session');
  await recordAudit(platform.db, { actor, action: 'session.end' });
  platform.live.endCredential(credentialOf(found.id_hash));
}

/** Deletes expired sessions. Returns their number. */
export async function removeExpiredSessions(handle: Handle, now: Date): Promise<number> {
  return deleteExpiredSessions(handle, now);
}

/** Ends the call's session, if any, with its live connections, and clears the cookie. */
export async function endSession(platform: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const idHash = presentedHash(platform, request);
  if (idHash !== null && (await deleteSession(platform.db, idHash))) platform.live.endCredential(credentialOf(idHash));
  const { name, secure } = cookieOf(platform);
  // Browsers only clear it with the attributes it was set with.
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

/** Ends every session of a user, in the caller's transaction. The caller then ends their live connections. */
export async function endSessionsOf(handle: Handle, userId: number): Promise<void> {
  await deleteSessionsOf(handle, userId);
}

/**
 * Ends a user's sessions except that of `credential` (all, if it names none), in the caller's transaction. Returns the
 * ended credentials: the caller then ends their live connections.
 */
export async function endOtherSessionsOf(handle: Handle, userId: number, credential: string | null): Promise<string[]> {
  const prefix = credentialOf('');
  const token = credential?.startsWith(prefix) ? credential.slice(prefix.length) : '';
  return (await deleteOtherSessions(handle, userId, token)).map(credentialOf);
}

/** The user of the call's cookie; null if there is none (any more). */
export async function findSessionVisitor(platform: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Visitor | null> {
  const idHash = presentedHash(platform, request);
  if (idHash === null) return null;
  const session = await findSession(platform.db, idHash);
  if (session === null) return null;
  await keepAlive(platform, request, reply, idHash, session);
  const user = { ...session, id: session.user_id };
  const visitor = { actor: toActor(user), credential: credentialOf(idHash) };
  // The rules or the user's second factors may have changed since.
  const isHeld = SessionData.parse(session.data).lacks_second_factor === true && (await needsSecondFactor(platform.db, user));
  return isHeld ? { ...visitor, needsSecondFactor: true } : visitor;
}

/** Extends a session in use: at most once a day, and never beyond its total lifetime. */
async function keepAlive(platform: Deps, request: FastifyRequest, reply: FastifyReply, idHash: string, session: SessionRow): Promise<void> {
  const now = Date.now();
  const data = SessionData.parse(session.data);
  if (now - Date.parse(data.used_at ?? data.started_at) > NOTE_USE_MS) {
    await updateSessionData(platform.db, idHash, { ...data, ...originOf(request, new Date(now)) });
    await noteSeen(platform.db, session.user_id, new Date(now));
  }
  const end = Math.min(now + IDLE_MS, Date.parse(data.started_at) + WHOLE_MS);
  if (end - session.expires_at.getTime() < DAY_MS) return;
  await extendSession(platform.db, idHash, new Date(end));
  setCookie(platform, reply, request.cookies[cookieOf(platform).name] ?? '', end - now);
}

/** Whether a session's credential is still valid; null if it names no session. */
export async function isSessionAlive(handle: Handle, credential: string): Promise<boolean | null> {
  const prefix = credentialOf('');
  return credential.startsWith(prefix) ? (await findSession(handle, credential.slice(prefix.length))) !== null : null;
}

/** Whether a user is signed in anywhere. */
export async function isSignedInAnywhere(handle: Handle, userId: number): Promise<boolean> {
  return hasActiveSession(handle, userId);
}
