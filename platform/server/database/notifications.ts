import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, escapeIdentifier, type Notification } from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Handle } from './database.ts';
import { KEEPALIVE } from './keepalive.ts';

// Servers on one database notify each other through PostgreSQL, which delivers a notification to every listening
// connection once the sending transaction commits. Each server keeps one connection open for this. Nothing is stored,
// so a disconnected server misses notifications: they are only hints, and receivers must also work without them.

/** PostgreSQL rejects 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_999;
const CONNECT_LIMIT_MS = 10_000;
/** A new connection has to receive its own first notification within this time. */
const ECHO_LIMIT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Heartbeat interval. A server's own heartbeat has to come back before the next one. */
const BEAT_MS = 10_000;
/** A server without a heartbeat for this long is considered gone. */
const SILENCE_MS = 35_000;
/** Every connected server of a database holds this lock. The number is arbitrary. */
const SERVERS_LOCK = 7_402_319_554;

/** The name of a channel and the shape of its payloads. */
export interface Channel<Payload> {
  /** In snake case, prefixed with the product's name because the database may be shared. */
  readonly name: `lessonwright_${string}`;
  readonly schema: z.ZodType<Payload>;
}

/** The payload is larger than PostgreSQL accepts. */
export class PayloadTooLargeError extends Error {
  constructor(channel: string, bytes: number) {
    super(`A notification on ${channel} has ${bytes} bytes; PostgreSQL accepts at most ${MAX_PAYLOAD_BYTES}.`);
    this.name = 'PayloadTooLargeError';
  }
}

/**
 * Notifies every server, including this one, once the transaction commits. Equal payloads in one transaction arrive
 * once.
 * @throws PayloadTooLargeError
 */
export async function notify<Payload>(handle: Handle, channel: Channel<Payload>, payload: Payload): Promise<void> {
  const { name, text } = notification(channel, payload);
  await sql`select pg_notify(${name}, ${text})`.execute(handle);
}

/** What {@link notify} sends, for a statement that does more. @throws PayloadTooLargeError */
export function notification<Payload>(channel: Channel<Payload>, payload: Payload): { readonly name: string; readonly text: string } {
  return { name: channel.name, text: encode(channel, payload) };
}

/** Whether {@link notify} accepts this payload. */
export function fitsNotification(payload: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(payload)) <= MAX_PAYLOAD_BYTES;
}

function encode<Payload>(channel: Channel<Payload>, payload: Payload): string {
  const text = JSON.stringify(channel.schema.parse(payload));
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_PAYLOAD_BYTES) throw new PayloadTooLargeError(channel.name, bytes);
  return text;
}

/** Called one at a time, and never inside a transaction. */
export interface Listener<Payload> {
  readonly onMessage: (payload: Payload) => void;
  /** This or another server was disconnected for a while, so notifications may have been lost. */
  readonly onMissed: () => void;
  /** Another server has started. */
  readonly onJoined?: () => void;
  /** Another server has stopped or gone silent. */
  readonly onLeft?: (server: string) => void;
}

/** Messages about servers: `hello` on start, `back` on reconnect, `here` in reply to both and as heartbeat. */
const Presence = z.object({ from: z.uuid(), kind: z.enum(['hello', 'back', 'here', 'bye']) });
const serversChannel: Channel<z.infer<typeof Presence>> = { name: 'lessonwright_servers', schema: Presence };

interface Options {
  readonly log: Logger;
  readonly beatMs?: number;
}

/** The listening connection of this server. It reconnects when the connection is lost. */
export class Notifications {
  /** Id of this server until it stops. */
  readonly id = randomUUID();
  readonly #url: string;
  readonly #log: Logger;
  readonly #listeners = new Map<string, { readonly channel: Channel<unknown>; readonly listener: Listener<unknown> }>();
  /** Other servers of this database and when each was last heard. */
  readonly #others = new Map<string, number>();
  readonly #closing = new AbortController();
  readonly #beat: NodeJS.Timeout;
  #client: Client | null = null;
  #reconnecting: Promise<void> = Promise.resolve();
  /** Resolved by the last notification that this server sent to itself. */
  #echo = Promise.withResolvers<undefined>();
  #hasHeardItself = true;

  private constructor(url: string, { log, beatMs = BEAT_MS }: Options) {
    this.#url = url;
    this.#log = log;
    this.#beat = setInterval(() => this.#beatOnce(), beatMs).unref();
  }

  /**
   * Connects directly to the database. If that fails it keeps trying; the product works without notifications, but
   * slower. PgBouncer in transaction mode, for example, delivers none.
   */
  static async open({ url }: Pick<Database, 'url'>, options: Options): Promise<Notifications> {
    const notifications = new Notifications(url, options);
    try {
      await notifications.#connect('hello');
    } catch (error) {
      options.log.warn(
        { err: error },
        'not connected for notifications yet: until then jobs are polled, and events of other servers do not arrive',
      );
      notifications.#reconnecting = notifications.#reconnect();
    }
    return notifications;
  }

  /** False while the connection is lost. */
  get isUp(): boolean {
    return this.#client !== null;
  }

  /** Whether another server listens on this database. */
  get hasOthers(): boolean {
    return this.#others.size > 0;
  }

  /** Calls the listener for every notification that arrives on the channel from now on. */
  async listen<Payload>(channel: Channel<Payload>, listener: Listener<Payload>): Promise<void> {
    if (this.#listeners.has(channel.name)) throw new Error(`The channel ${channel.name} already has a listener.`);
    this.#listeners.set(channel.name, { channel, listener: listener as Listener<unknown> });
    // If it fails, the connection is lost and the next one listens to it.
    await this.#client?.query(listenTo(channel.name)).catch(() => undefined);
  }

  /**
   * Notifies outside of any transaction, in the order of the payloads. They have to differ: equal ones arrive once.
   * @throws Error while the connection is lost. @throws PayloadTooLargeError
   */
  async post<Payload>(channel: Channel<Payload>, payloads: readonly Payload[]): Promise<void> {
    if (this.#client === null) throw new Error('The notification connection is down.');
    await send(this.#client, channel, payloads);
  }

  /**
   * Runs `work` if no other server is connected to this database; none can connect until it is done. Returns whether it
   * ran.
   */
  async whileAlone(work: () => Promise<void>): Promise<boolean> {
    const client = this.#client;
    if (client === null) return false;
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SERVERS_LOCK]);
    if (rows[0]?.locked !== true) return false;
    try {
      await work();
    } finally {
      // The lock is also released with the connection.
      await client.query('select pg_advisory_unlock($1)', [SERVERS_LOCK]).catch(() => undefined);
    }
    return true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#beat);
    await this.#reconnecting;
    const client = this.#client;
    this.#client = null;
    if (client === null) return;
    await send(client, serversChannel, [{ from: this.id, kind: 'bye' }]).catch(() => undefined);
    await client.end();
  }

  async #connect(kind: 'hello' | 'back'): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      application_name: 'lessonwright notifications',
      ...KEEPALIVE,
    });
    client.on('error', (error) => this.#lose(client, error.message));
    client.on('end', () => this.#lose(client, 'it was closed'));
    client.on('notification', (notification) => this.#receive(notification));
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1)', [SERVERS_LOCK]);
      // Listen before sending the first notification, because the replies contain what this server needs.
      for (const name of [serversChannel.name, ...this.#listeners.keys()]) await client.query(listenTo(name));
      // It listens from here on. Report it before the replies of others arrive, which are about what comes now.
      if (kind === 'back') this.#call((listener) => listener.onMissed());
      this.#echo = Promise.withResolvers();
      await send(client, serversChannel, [{ from: this.id, kind }]);
      const { signal } = this.#closing;
      const late = sleep(ECHO_LIMIT_MS, 'late', { signal, ref: false });
      if ((await Promise.race([this.#echo.promise, late])) === 'late') throw new Error('nothing arrives on it');
      // Includes channels added in between.
      for (const name of this.#listeners.keys()) await client.query(listenTo(name));
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#hasHeardItself = true;
    this.#client = client;
    if (this.hasOthers) this.#call((listener) => listener.onJoined?.());
  }

  #lose(client: Client, reason: string): void {
    if (client !== this.#client) return;
    this.#client = null;
    for (const server of this.#others.keys()) this.#forget(server);
    // The connection may be stuck: ending it then closes its socket.
    void client.end().catch(() => undefined);
    if (this.#closing.signal.aborted) return;
    this.#log.warn({ reason }, 'the notification connection was lost');
    this.#reconnecting = this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        await sleep(pause, undefined, { signal, ref: false });
        await this.#connect('back');
        this.#log.info('the notification connection is up again');
        return;
      } catch (error) {
        if (!signal.aborted) this.#log.debug({ err: error }, 'the notification connection is still down');
      }
    }
  }

  #beatOnce(): void {
    const client = this.#client;
    if (client === null) return;
    if (!this.#hasHeardItself) {
      this.#lose(client, 'nothing arrives on it');
      return;
    }
    const now = Date.now();
    for (const [id, heard] of this.#others) if (now - heard > SILENCE_MS) this.#forget(id);
    this.#hasHeardItself = false;
    this.#sayHere(client);
  }

  #sayHere(client: Client): void {
    // Failures are noticed by the connection itself or by the next heartbeat.
    send(client, serversChannel, [{ from: this.id, kind: 'here' }]).catch(() => undefined);
  }

  #receive({ channel: name, payload }: Notification): void {
    try {
      const text: unknown = JSON.parse(payload ?? '');
      if (name === serversChannel.name) return this.#receiveServer(serversChannel.schema.parse(text));
      const known = this.#listeners.get(z.string().parse(name));
      known?.listener.onMessage(known.channel.schema.parse(text));
    } catch (error) {
      this.#log.error({ err: error, channel: name }, 'could not process a notification');
    }
  }

  #receiveServer({ from, kind }: z.infer<typeof serversChannel.schema>): void {
    if (from === this.id) {
      this.#hasHeardItself = true;
      this.#echo.resolve(undefined);
      return;
    }
    if (kind === 'bye' || kind === 'back') this.#forget(from);
    if (kind === 'bye') return;
    const isNew = !this.#others.has(from);
    this.#others.set(from, Date.now());
    if ((kind === 'hello' || kind === 'back') && this.#client !== null) this.#sayHere(this.#client);
    // What it sent while disconnected never arrived here.
    if (kind === 'back') this.#call((listener) => listener.onMissed());
    // Servers that reply before setup is complete are reported once it is.
    if (isNew && this.#client !== null) this.#call((listener) => listener.onJoined?.());
  }

  #forget(server: string): void {
    if (this.#others.delete(server)) this.#call((listener) => listener.onLeft?.(server));
  }

  #call(what: (listener: Listener<unknown>) => void): void {
    for (const { listener } of this.#listeners.values()) {
      try {
        what(listener);
      } catch (error) {
        this.#log.error({ err: error }, 'a notification listener failed');
      }
    }
  }
}

function listenTo(name: string): string {
  return `listen ${escapeIdentifier(name)}`;
}

async function send<Payload>(client: Client, channel: Channel<Payload>, payloads: readonly Payload[]): Promise<void> {
  const texts = payloads.map((payload) => encode(channel, payload));
  await client.query('select pg_notify($1, text) from unnest($2::text[]) with ordinality as sent (text, number) order by number', [
    channel.name,
    texts,
  ]);
}
