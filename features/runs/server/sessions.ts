/** The sessions of users: interpreters and projects that outlive a run, each on one runner. */

import { randomUUID } from 'node:crypto';
import type { Language } from '#platform/contract/languages.ts';
import type { SessionSettings } from '#platform/contract/runner-protocol.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { newSecret } from '#platform/server/secrets.ts';
import {
  deleteRunSession,
  deleteRunSessionsOlderThan,
  findRunSession,
  findRunSessionBySecret,
  insertRunSession,
  type RunSession,
} from './queries.ts';

/** Times of a session, in seconds (runner-protocol.ts). */
const IDLE_SECONDS = 30 * 60;
const TOTAL_SECONDS = 8 * 60 * 60;

/** What a session's runner must be able to do. */
interface Needs {
  readonly language: Language;
  readonly version: string | null;
  readonly requirements: readonly string[];
}

/**
 * Returns the session of a user and a lesson: the open one, or a new one on the least busy runner. The runner creates
 * it on first use.
 *
 * @throws AppError `unavailable` if no runner has room.
 */
export async function ensureRunSession(
  { db, runners }: Pick<Platform, 'db' | 'runners'>,
  owner: { user_id: number; lesson_id: number; program: RunSession['program'] },
  needs: Needs,
): Promise<RunSession> {
  const known = await findRunSession(db, owner);
  if (known && (await runners.isUp(known.runner_name))) return known;
  if (known) await deleteRunSession(db, known.id);
  const runner_name = await runners.pick(needs.language, needs.version, needs.requirements);
  return insertRunSession(db, { ...owner, id: randomUUID(), runner_name, path_secret: newSecret() });
}

/** The open session of a user and a lesson, as far as known; null if there is none. */
export async function findOpenSession(
  handle: Handle,
  owner: { user_id: number; lesson_id: number; program: RunSession['program'] },
): Promise<RunSession | null> {
  return (await findRunSession(handle, owner)) ?? null;
}

/** The session in an application's address; null if there is none (any more). */
export async function findSessionBySecret(handle: Handle, secret: string): Promise<RunSession | null> {
  return (await findRunSessionBySecret(handle, secret)) ?? null;
}

/** Deletes a session that has ended on its runner: its address becomes invalid. */
export async function removeSessionRow(handle: Handle, id: string): Promise<void> {
  await deleteRunSession(handle, id);
}

/** Ends a session and everything that runs in it. */
export async function endRunSession({ db, runners, log }: Pick<Platform, 'db' | 'runners' | 'log'>, session: RunSession): Promise<void> {
  await deleteRunSession(db, session.id);
  await runners
    .sessions(session.runner_name)
    .end(session.id)
    // An unreachable runner ends it by itself once it is idle.
    .catch((error: unknown) => log.warn({ err: error, session: session.id }, 'could not end a session on its runner'));
}

/** Deletes sessions that must have ended long ago. */
export async function removeOldSessions(handle: Handle): Promise<void> {
  await deleteRunSessionsOlderThan(handle, 2 * TOTAL_SECONDS);
}

/** A session's settings as sent to the runner. */
export function sessionSettings(session: RunSession, ports: readonly number[]): SessionSettings {
  return { id: session.id, idle_seconds: IDLE_SECONDS, total_seconds: TOTAL_SECONDS, ports: [...ports] };
}

/** The path of a port's application at the applications' origin. */
export function pathOfPort(session: Pick<RunSession, 'path_secret'>, port: number): string {
  return `/${session.path_secret}/${port}/`;
}

/** The browser's address of the application on a port. */
export function addressOfPort(config: Pick<Platform['config'], 'applicationsUrl'>, session: RunSession, port: number): string {
  return config.applicationsUrl + pathOfPort(session, port);
}
