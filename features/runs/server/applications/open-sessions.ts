/** Remembers which application sessions may be used, and closes the connections of those that ended. */

import type { Duplex } from 'node:stream';
import { hasAnyCredential } from '#features/accounts/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { listRunSessionsOf, type RunSession } from '../queries.ts';
import { endRunSession, findSessionBySecret } from '../sessions.ts';

/** How long a looked-up session is cached, and so how long access can outlive its revocation. */
const CACHE_MS = 3_000;
const REMEMBERED = 1_000;

/** Which sessions may be used now: those that are open and whose user is still signed in. */
export class OpenSessions {
  readonly #platform: Platform;
  readonly #known = new Map<string, { readonly at: number; readonly session: Promise<RunSession | null> }>();
  readonly #connections = new Map<string, Set<Duplex>>();
  readonly #watch: NodeJS.Timeout;
  readonly #unlisten: () => void;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#watch = setInterval(() => void this.#cutEnded(), CACHE_MS).unref();
    this.#unlisten = platform.live.onEndedUser((userId) => void this.#endOf(userId));
  }

  /** The session of an address; null if there is none (any more). */
  find(secret: string): Promise<RunSession | null> {
    const known = this.#known.get(secret);
    if (known && performance.now() - known.at < CACHE_MS) return known.session;
    const session = this.#lookUp(secret);
    this.#known.delete(secret);
    this.#known.set(secret, { at: performance.now(), session });
    if (this.#known.size > REMEMBERED) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    session.catch(() => this.#known.delete(secret));
    return session;
  }

  /** Cuts a connection once its session has ended. */
  watch(secret: string, connection: Duplex): void {
    const own = this.#connections.get(secret) ?? new Set();
    // One connection carries many requests.
    if (own.has(connection)) return;
    this.#connections.set(secret, own.add(connection));
    connection.once('close', () => {
      own.delete(connection);
      if (own.size === 0) this.#connections.delete(secret);
    });
  }

  close(): void {
    clearInterval(this.#watch);
    this.#unlisten();
    for (const connections of this.#connections.values()) for (const connection of connections) connection.destroy();
  }

  async #lookUp(secret: string): Promise<RunSession | null> {
    const session = await findSessionBySecret(this.#platform.db, secret);
    if (session === null || (await hasAnyCredential(this.#platform.db, session.user_id))) return session;
    await endRunSession(this.#platform, session);
    return null;
  }

  /** Ends all sessions of a user who lost access, used or not, and closes their connections. */
  async #endOf(userId: number): Promise<void> {
    const { db, log } = this.#platform;
    try {
      if (await hasAnyCredential(db, userId)) return;
      for (const session of await listRunSessionsOf(db, userId)) await endRunSession(this.#platform, session);
      this.#known.clear();
      await this.#cutEnded();
    } catch (error) {
      // Every lookup checks again.
      log.warn({ err: error, user: userId }, 'could not end the sessions of a user without access');
    }
  }

  async #cutEnded(): Promise<void> {
    for (const [secret, connections] of this.#connections) {
      // The database is briefly unavailable: the next lookup decides.
      const session = await this.find(secret).catch(() => undefined);
      if (session === null) for (const connection of connections) connection.destroy();
    }
  }
}
