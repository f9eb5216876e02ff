import type { WebSocket } from 'ws';
import { type LiveEvent, type LiveMessage, LiveRequest } from '#platform/contract/live.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError } from './errors.ts';
import type { Visitor } from './http/visitor.ts';
import type { LiveRelay, RelayMessage } from './live/relay.ts';
import { Presence } from './presence.ts';

/** Whether `actor` may subscribe to a topic; `rest` is the part of its name after `prefix:`. */
export type TopicRule = (actor: Actor, rest: string) => Promise<boolean>;

interface TopicKind {
  readonly rule: TopicRule;
  /** Events after which the rule is asked again for each subscriber. */
  readonly endedBy: ReadonlySet<LiveEvent['type']>;
}

/** Times in milliseconds, sizes in bytes. */
const HEARTBEAT_MS = 30_000;
/** How long a page gets to confirm the end of its connection. */
const CLOSE_LIMIT_MS = 2_000;
const MAX_TOPICS = 100;
/** Connections of one user or share link: pages, and terminals in them. */
const MAX_OF_ONE = 100;
/** Requests that may be queued on one connection. */
const MAX_WAITING = 200;
/**
 * Most bytes buffered for a client that doesn't read. Live data can always be refetched, so the connection may be
 * dropped.
 */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

const NOT_FOUND = 'Topic not found.';

/** Close codes of RFC 6455 and of our own (4000 and above). */
const CLOSE = { goingAway: 1001, policy: 1008, signedOut: 4001, tooMany: 4008 } as const;

interface Connection {
  readonly socket: WebSocket;
  readonly visitor: Visitor;
  readonly topics: Set<string>;
  /** Checked by the heartbeat: whether the session or token is still valid. */
  readonly isStillValid: () => Promise<boolean>;
  hasAnswered: boolean;
  /** Requests are processed in order, so that an unsubscribe never overtakes its subscribe. */
  work: Promise<void>;
  waiting: number;
}

/**
 * The live connections of this server's pages (platform/contract/live.ts) and their subscriptions. Events are forwarded to
 * other servers on the same database. Topics without a rule for their prefix can't be subscribed to. A subscription lasts as long as the rule
 * is met: it is asked again after events that may end access, and by the heartbeat.
 */
export class LiveHub {
  readonly #connections = new Set<Connection>();
  readonly #listeners = new Map<string, Set<Connection>>();
  readonly #kinds = new Map<string, TopicKind>();
  readonly #presence = new Presence<Connection>();
  readonly #endedUserListeners = new Set<(userId: number) => void>();
  #heartbeat: NodeJS.Timeout | undefined;
  #relay: LiveRelay | null = null;
  #isLooking = false;
  readonly #maxOfOne: number;

  constructor({ maxOfOne = MAX_OF_ONE } = {}) {
    this.#maxOfOne = maxOfOne;
  }

  /** Connects to other servers: events are forwarded in both directions from now on. */
  async connectServers(relay: LiveRelay): Promise<void> {
    let mayHaveMissed = false;
    this.#relay = relay;
    await relay.start({
      onMessage: (message, from) => this.#receive(message, from),
      onMissed: () => (mayHaveMissed = true),
      // Only topics of users are published on commit.
      onMissedCommits: () => this.#sayMissed((topic) => topic.startsWith('user:')),
      onJoined: () => {
        // Only now: without another server nothing was missed.
        if (mayHaveMissed) this.#sayMissed();
        mayHaveMissed = false;
        this.#passPresence();
      },
      onLeft: (server) => {
        for (const topic of this.#presence.forgetServer(server)) this.#showPresence(topic);
      },
    });
  }

  /** Number of connected pages. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Allows subscriptions to `prefix:…` for actors who satisfy the rule. `endedBy`: events that may end the access of some of them. */
  allow(prefix: string, rule: TopicRule, endedBy: readonly LiveEvent['type'][] = []): void {
    this.#kinds.set(prefix, { rule, endedBy: new Set(endedBy) });
  }

  /** Sends an event to all subscribers of `topic`: at once here, and on other servers. Never waits and never throws. */
  publish(topic: string, event: LiveEvent): void {
    this.#tell({ topic, event });
    this.#relay?.pass({ kind: 'event', topic, event });
  }

  #tell(message: LiveMessage): void {
    const listeners = this.#listeners.get(message.topic);
    if (listeners === undefined) return;
    const text = JSON.stringify(message);
    for (const connection of listeners) this.#send(connection, text);
    if ('event' in message && this.#kinds.get(prefixOf(message.topic))?.endedBy.has(message.event.type))
      void this.#endLostTopics([message.topic]);
  }

  /** Registers a page's connection. `isStillValid` returns whether the session or token is still valid. */
  connect(socket: WebSocket, visitor: Visitor, isStillValid: () => Promise<boolean>): void {
    const connection = this.#takeIn(socket, visitor, isStillValid);
    if (connection === null) return;
    socket.on('message', (data: Buffer) => this.#enqueue(connection, data.toString('utf8')));
  }

  /** Closes another WebSocket when its session or token ends, or when the server stops. */
  guard(socket: WebSocket, visitor: Visitor, isStillValid: () => Promise<boolean>): void {
    this.#takeIn(socket, visitor, isStillValid);
  }

  #takeIn(socket: WebSocket, visitor: Visitor, isStillValid: () => Promise<boolean>): Connection | null {
    const key = keyOf(visitor);
    // The new connection is rejected: many people share a link, and none may end the connections of others.
    if ([...this.#connections].filter((each) => keyOf(each.visitor) === key).length >= this.#maxOfOne) {
      socket.on('error', () => socket.terminate());
      hangUp(socket, CLOSE.tooMany, `${this.#maxOfOne} connections are already open. Close pages you no longer need.`);
      return null;
    }
    const connection: Connection = {
      socket,
      visitor,
      topics: new Set(),
      isStillValid,
      hasAnswered: true,
      work: Promise.resolve(),
      waiting: 0,
    };
    this.#connections.add(connection);
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    socket.on('pong', () => (connection.hasAnswered = true));
    socket.on('close', () => this.#forget(connection));
    socket.on('error', () => socket.terminate());
    // It may have been ended since the handshake.
    void this.#endIfInvalid(connection);
    return connection;
  }

  /** Closes all connections of an ended session or token. */
  endCredential(credential: string): void {
    this.#endCredential(credential);
    this.#relay?.pass({ kind: 'ended-credential', credential });
  }

  #endCredential(credential: string): void {
    this.#end((connection) => connection.visitor.credential === credential);
  }

  /** Closes every connection of a user whose access was revoked. */
  endUser(userId: number): void {
    this.#endUser(userId);
    this.#relay?.pass({ kind: 'ended-user', user_id: userId });
  }

  #endUser(userId: number): void {
    this.#end((connection) => connection.visitor.actor.id === userId);
    for (const listener of this.#endedUserListeners) listener(userId);
  }

  /**
   * Calls `listener` whenever all connections of a user are ended, so that it can end what else depends on the user's
   * access. It must check that access itself. Returns a function that removes the listener.
   */
  onEndedUser(listener: (userId: number) => void): () => void {
    this.#endedUserListeners.add(listener);
    return () => this.#endedUserListeners.delete(listener);
  }

  /** Closes every connection and waits for it; those that don't respond are terminated. */
  async close(): Promise<void> {
    const sockets = [...this.#connections].map(({ socket }) => socket);
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) hangUp(socket, CLOSE.goingAway, 'The server is stopping.');
    await Promise.all(closed);
  }

  #enqueue(connection: Connection, text: string): void {
    const request = parseRequest(text);
    if (request === null || connection.waiting >= MAX_WAITING) {
      hangUp(connection.socket, CLOSE.policy, request === null ? 'Invalid message.' : 'Too many messages at once.');
      return;
    }
    connection.waiting += 1;
    connection.work = connection.work.then(async () => {
      connection.waiting -= 1;
      await this.#obey(connection, request);
    });
  }

  async #obey(connection: Connection, request: LiveRequest): Promise<void> {
    if (request.type === 'unsubscribe') {
      this.#unsubscribe(connection, request.topic);
    } else if (request.type === 'present') {
      this.#present(connection, request);
    } else {
      await this.#subscribe(connection, request);
    }
  }

  async #subscribe(connection: Connection, request: Extract<LiveRequest, { type: 'subscribe' }>): Promise<void> {
    if (connection.topics.size >= MAX_TOPICS) {
      this.#refuse(connection, request.topic, 'Too many topics on one connection.');
    } else if ((await this.#judge(connection.visitor.actor, request.topic)) !== 'yes') {
      this.#refuse(connection, request.topic, NOT_FOUND);
    } else if (this.#connections.has(connection)) {
      connection.topics.add(request.topic);
      const listeners = this.#listeners.get(request.topic) ?? new Set();
      this.#listeners.set(request.topic, listeners.add(connection));
    }
  }

  /** A user is only present in a lesson that their page is subscribed to. */
  #present(connection: Connection, { lesson_id, screen_id, part }: Extract<LiveRequest, { type: 'present' }>): void {
    const topic = `lesson:${lesson_id}`;
    if (!connection.topics.has(topic)) {
      this.#refuse(connection, topic, NOT_FOUND);
      return;
    }
    this.#presence.enter(topic, connection, { actor: connection.visitor.actor, screenId: screen_id, part });
    this.#tellPresence(topic);
  }

  #tellPresence(topic: string): void {
    this.#showPresence(topic);
    this.#relay?.pass({ kind: 'presence', topic, people: this.#presence.peopleHere(topic) });
  }

  #showPresence(topic: string): void {
    this.#tell({ topic, event: { type: 'presence', people: this.#presence.people(topic) } });
  }

  /** To servers that don't know who is present here. */
  #passPresence(): void {
    for (const topic of this.#presence.topicsHere())
      this.#relay?.pass({ kind: 'presence', topic, people: this.#presence.peopleHere(topic) });
  }

  #receive(message: RelayMessage, from: string): void {
    switch (message.kind) {
      case 'event':
        return this.#tell({ topic: message.topic, event: message.event as LiveEvent });
      case 'presence':
        this.#presence.setServer(from, message.topic, message.people);
        return this.#showPresence(message.topic);
      case 'missed':
        return this.#sayMissed((topic) => message.topic === null || topic === message.topic);
      case 'ended-credential':
        return this.#endCredential(message.credential);
      case 'ended-user':
        return this.#endUser(message.user_id);
    }
  }

  #sayMissed(isMissed: (topic: string) => boolean = () => true): void {
    for (const topic of this.#listeners.keys()) if (isMissed(topic)) this.#tell({ topic, missed: true });
  }

  /** Whether an actor may hear a topic. `unknown`: a rule failed, such as while the database is away. */
  async #judge(actor: Actor, topic: string): Promise<'yes' | 'no' | 'unknown'> {
    const prefix = prefixOf(topic);
    const kind = this.#kinds.get(prefix);
    if (kind === undefined) return 'no';
    try {
      return (await kind.rule(actor, topic.slice(prefix.length + 1))) ? 'yes' : 'no';
    } catch (error) {
      return error instanceof AppError ? 'no' : 'unknown';
    }
  }

  /** Ends subscriptions of those who may not hear these topics any more. Each user is judged once. */
  async #endLostTopics(topics: readonly string[]): Promise<void> {
    for (const topic of topics) {
      const verdicts = new Map<number, Promise<'yes' | 'no' | 'unknown'>>();
      for (const connection of this.#listeners.get(topic) ?? []) {
        const { actor } = connection.visitor;
        const verdict = verdicts.get(actor.id) ?? this.#judge(actor, topic);
        verdicts.set(actor.id, verdict);
        if ((await verdict) !== 'no' || !connection.topics.has(topic)) continue;
        this.#unsubscribe(connection, topic);
        this.#refuse(connection, topic, NOT_FOUND);
      }
    }
  }

  #refuse(connection: Connection, topic: string, error: string): void {
    this.#send(connection, JSON.stringify({ topic, error } satisfies LiveMessage));
  }

  #send({ socket }: Connection, text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
      // Not `close`: its handshake would wait behind the unread data.
      socket.terminate();
      return;
    }
    socket.send(text);
  }

  #unsubscribe(connection: Connection, topic: string): void {
    connection.topics.delete(topic);
    const listeners = this.#listeners.get(topic);
    listeners?.delete(connection);
    if (listeners?.size === 0) this.#listeners.delete(topic);
    if (this.#presence.leave(topic, connection)) this.#tellPresence(topic);
  }

  #forget(connection: Connection): void {
    for (const topic of connection.topics) this.#unsubscribe(connection, topic);
    this.#connections.delete(connection);
    if (this.#connections.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  #end(isConcerned: (connection: Connection) => boolean): void {
    for (const connection of this.#connections) {
      if (!isConcerned(connection)) continue;
      // Forgotten at once: nothing more is sent, however long the other side takes to close.
      this.#forget(connection);
      hangUp(connection.socket, CLOSE.signedOut, 'Signed out.');
    }
  }

  #beat(): void {
    for (const connection of this.#connections) {
      if (!connection.hasAnswered) {
        connection.socket.terminate();
        continue;
      }
      connection.hasAnswered = false;
      connection.socket.ping();
      void this.#endIfInvalid(connection);
    }
    // One at a time, so that many pages are no burden for the database.
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#endLostTopics([...this.#listeners.keys()]).finally(() => (this.#isLooking = false));
  }

  async #endIfInvalid(connection: Connection): Promise<void> {
    try {
      if (await connection.isStillValid()) return;
      this.#end((other) => other === connection);
    } catch {
      // The database is briefly unavailable: the next heartbeat checks again.
    }
  }
}

/** The part of a topic's name before its colon. */
function prefixOf(topic: string): string {
  return topic.slice(0, Math.max(topic.indexOf(':'), 0));
}

/** The user, whatever the session or token; guests are identified by their link. */
function keyOf({ actor, credential }: Visitor): string {
  return actor.id === 0 ? credential : `user ${actor.id}`;
}

/** Closes gracefully; a page that doesn't respond is terminated. */
function hangUp(socket: WebSocket, code: number, reason: string): void {
  const cut = setTimeout(() => socket.terminate(), CLOSE_LIMIT_MS);
  socket.once('close', () => clearTimeout(cut));
  socket.close(code, reason);
}

function parseRequest(text: string): LiveRequest | null {
  try {
    return LiveRequest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
