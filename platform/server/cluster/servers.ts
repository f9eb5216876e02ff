/**
 * The servers of a database, each a row in `servers` with a heartbeat. Nothing else says which there are:
 *
 *         join: row written, others notified
 *                      │
 *                      ▼    accepts no connection   ┌─────────┐
 *                  ┌────────┐ ────────────────────▶ │ doubted │ left out by this server alone, in its memory
 *   heartbeat ───▶ │ serves │ ◀──────────────────── │         │
 *   every 3 s      └────────┘  accepts one again    └─────────┘
 *                   │     │ ▲
 *                   │     │ └─ writes its row again ──────────────────────────────┐
 *      leave: row   │     │ no heartbeat for 15 s                                 │
 *      deleted,     │     ▼                                                       │
 *      others       │  ┌────────┐ row deleted by a server whose own heartbeats    │
 *      notified     │  │ silent │ were all written for 15 s                       │
 *                   ▼  └────────┘ ───────────────────────────▶ ┌──────┐           │
 *                   └────────────────────────────────────────▶ │ gone │ ──────────┘
 *                                                              └──────┘ its long runs are taken over (`onGone`)
 *
 * Of the servers with the role `git`, only the one that holds the lease serves (features/git/server/git-lease.ts): `cluster.git_holder`
 * names it. Notifications about the list only make others read it sooner.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { canConnect } from '../can-connect.ts';
import type { DatabaseClock } from '../database-clock.ts';
import type { Db, Handle } from '../database/database.ts';
import { notify, type Channel, type Notifications } from '../database/notifications.ts';
import { DatabaseStartError } from '../database/start-error.ts';
import { repeat } from '../repeat.ts';
import { newSecret } from '../secrets.ts';
import { VERSION } from '../version.ts';

/** The part that a server process takes. docs/operating.md describes them. */
export type ServerRole = 'all' | 'web' | 'git';

/** A server process of this database. */
export interface ServerEntry {
  readonly id: string;
  /** Where other servers reach it, without a trailing slash. */
  readonly url: string;
  readonly role: ServerRole;
  readonly version: string;
}

const BEAT_MS = 3_000;
/** A server without a heartbeat for this long is gone. */
const SILENCE_SECONDS = 15;
/** How often a server that could not be reached is tried again. Until it can be, it is left out. */
const RETRY_MS = 1_000;
const CONNECT_LIMIT_MS = 1_000;

/** The list of servers, or the holder of the repositories, has changed. */
const Changed = z.object({ from: z.uuid(), at: z.number() });
const changedChannel: Channel<z.infer<typeof Changed>> = { name: 'lessonwright_cluster', schema: Changed };

/** Makes every server read the list again. */
export async function notifyClusterChanged(handle: Handle, from: string): Promise<void> {
  await notify(handle, changedChannel, { from, at: Date.now() });
}

interface Options {
  readonly self: Pick<ServerEntry, 'url' | 'role'>;
  /** Where it keeps files. */
  readonly blobs: string;
  readonly notifications: Notifications;
  /** The same time for all servers. */
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly log: Logger;
  readonly beatMs?: number;
  readonly silenceSeconds?: number;
}

interface Row extends ServerEntry {
  readonly is_holder: boolean;
  readonly is_alive: boolean;
}

/** The server processes of this database, as of the last heartbeat. This one is always among them. */
export class Servers {
  readonly self: ServerEntry;
  /** Signs what servers send each other. */
  readonly secret: string;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly #db: Db;
  readonly #log: Logger;
  readonly #blobs: string;
  readonly #silenceSeconds: number;
  readonly #beat: { stop(): Promise<void> };
  /** What tries servers again that could not be reached, by their id. */
  readonly #doubted = new Map<string, { stop(): Promise<void> }>();
  readonly #goneListeners = new Set<() => Promise<void>>();
  #rows: readonly Row[] = [];
  /** The list could not be read the last time. */
  #isOutdated = false;
  /** Since when every heartbeat was written; null: the last one was not. */
  #steadySince: number | null = performance.now();

  private constructor(
    db: Db,
    self: ServerEntry,
    secret: string,
    { blobs, log, clock, beatMs = BEAT_MS, silenceSeconds = SILENCE_SECONDS }: Options,
  ) {
    this.self = self;
    this.secret = secret;
    this.clock = clock;
    this.#db = db;
    this.#log = log;
    this.#blobs = blobs;
    this.#silenceSeconds = silenceSeconds;
    this.#beat = repeat(beatMs, async () => {
      await this.#beatOnce();
      return beatMs;
    });
  }

  /**
   * Registers this server. Others forward requests to it from now on.
   * @throws DatabaseStartError if the others keep their files somewhere else.
   */
  static async join(db: Db, options: Options): Promise<Servers> {
    const { notifications, self, blobs } = options;
    const servers = new Servers(db, { ...self, id: notifications.id, version: VERSION }, await ensureSecret(db), options);
    try {
      await servers.#removeEarlier();
      await servers.#write();
      await servers.#refuseOtherFiles(blobs);
      await notifications.listen(changedChannel, {
        onMessage: ({ from }) => void (from === servers.self.id ? undefined : servers.tryRefresh()),
        onMissed: () => void servers.tryRefresh(),
      });
      await notifyClusterChanged(db, servers.self.id);
      await servers.refresh();
      return servers;
    } catch (error) {
      await servers.leave();
      throw error;
    }
  }

  /** The other servers that answer calls. One that waits for the repositories doesn't yet. */
  others(): readonly ServerEntry[] {
    return this.#serving().filter(({ id }) => id !== this.self.id);
  }

  /** The server that holds the repositories; null: none does at the moment. */
  holder(): ServerEntry | null {
    return this.#serving().find(({ is_holder }) => is_holder) ?? null;
  }

  #serving(): readonly Row[] {
    return this.#rows.filter(({ id, role, is_holder, is_alive }) => is_alive && (role === 'web' || is_holder) && !this.#doubted.has(id));
  }

  /**
   * The server that keeps what belongs to `key` in its memory: all servers compute the same one (rendezvous hashing). It
   * only changes for the keys of a server that starts or stops.
   */
  homeOf(key: string): ServerEntry {
    const all = this.#serving();
    const web = all.filter(({ role }) => role === 'web');
    const [home = this.self] = (web.length > 0 ? web : all).toSorted((one, other) =>
      weight(key, one.id) < weight(key, other.id) ? 1 : -1,
    );
    return home;
  }

  /** This server could not be reached: it is left out until it can be. */
  doubt(id: string): void {
    if (id === this.self.id || this.#doubted.has(id)) return;
    const retry = repeat(RETRY_MS, async () => {
      const row = this.#rows.find((each) => each.id === id);
      if (row !== undefined && !(await canConnect(row.url, CONNECT_LIMIT_MS))) return RETRY_MS;
      this.#doubted.delete(id);
      void retry.stop();
      return RETRY_MS;
    });
    this.#doubted.set(id, retry);
  }

  /** Calls `listener` whenever a server was found to be gone, by at least one of the others. It may run more than once. */
  onGone(listener: () => Promise<void>): void {
    this.#goneListeners.add(listener);
  }

  /** Reads the list again. */
  async refresh(): Promise<void> {
    const before = this.#rows;
    const { rows } = await sql<Row>`
      select s.id, s.url, s.role, s.version, s.id is not distinct from c.git_holder as is_holder,
             s.heartbeat_at > now() - make_interval(secs => ${this.#silenceSeconds}) as is_alive
      from cluster c cross join servers s order by s.id`.execute(this.#db);
    this.#rows = rows;
    this.#isOutdated = false;
    const isAnyGone = before.some(({ id }) => !rows.some((row) => row.id === id));
    if (!isAnyGone) return;
    for (const listener of this.#goneListeners)
      await listener().catch((error: unknown) => this.#log.error({ err: error }, 'could not take over from a server that is gone'));
  }

  /** Reads the list again. If that fails, the last one stays in use, which is logged once until it can be read again. */
  async tryRefresh(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!this.#isOutdated) this.#log.warn({ err: error }, 'could not read the list of servers');
      this.#isOutdated = true;
    }
  }

  /** Unregisters this server, so that others send it nothing more. */
  async leave(): Promise<void> {
    await Promise.all([this.#beat, ...this.#doubted.values()].map((each) => each.stop()));
    await this.#db
      .deleteFrom('servers')
      .where('id', '=', this.self.id)
      .execute()
      .catch(() => undefined);
    await notifyClusterChanged(this.#db, this.self.id).catch(() => undefined);
  }

  async #beatOnce(): Promise<void> {
    try {
      await this.#write();
      this.#steadySince ??= performance.now();
      // After an outage of the database, the others first get the time to write theirs.
      if (performance.now() - this.#steadySince > this.#silenceSeconds * 1000)
        await sql`delete from servers where heartbeat_at < now() - make_interval(secs => ${this.#silenceSeconds})`.execute(this.#db);
      await this.refresh();
    } catch (error) {
      this.#steadySince = null;
      this.#log.warn({ err: error }, 'could not write the heartbeat of this server');
    }
  }

  /** A process that was killed here is gone for sure. Calls to it would reach this one, which doesn't know what they are about. */
  async #removeEarlier(): Promise<void> {
    const { id, url } = this.self;
    await this.#db.deleteFrom('servers').where('url', '=', url).where('id', '!=', id).execute();
  }

  /** Inserted again if the others removed it, or if PostgreSQL crashed. */
  async #write(): Promise<void> {
    const { id, url, role, version } = this.self;
    await this.#db
      .insertInto('servers')
      .values({ id, url, role, version, blobs: this.#blobs })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: sql<Date>`now()` }))
      .execute();
  }

  async #refuseOtherFiles(blobs: string): Promise<void> {
    const other = await this.#db
      .selectFrom('servers')
      .select(['url', 'blobs'])
      .where('blobs', '!=', blobs)
      .where('heartbeat_at', '>', sql<Date>`now() - make_interval(secs => ${this.#silenceSeconds})`)
      .executeTakeFirst();
    if (other === undefined) return;
    throw new DatabaseStartError(
      `The server at ${other.url} uses the same database but keeps its files in ${other.blobs}, and this one in ${blobs}. ` +
        'Servers of one database need the same LESSONWRIGHT_S3_… settings.',
    );
  }
}

/** The first server makes the secret; all others read it. */
async function ensureSecret(db: Db): Promise<string> {
  await db.updateTable('cluster').set({ secret: newSecret() }).where('secret', 'is', null).execute();
  const { secret } = await db.selectFrom('cluster').select('secret').executeTakeFirstOrThrow();
  if (secret === null) throw new Error('The database has no secret for its servers.');
  return secret;
}

function weight(key: string, id: string): string {
  return createHash('sha256').update(`${id} ${key}`).digest('hex');
}
