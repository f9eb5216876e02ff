import type { Logger } from 'pino';
import { z } from 'zod';
import { type LiveEvent, PresenceEvent } from '#platform/contract/live.ts';
import type { Tx } from '../database/database.ts';
import { fitsNotification, notify, type Channel, type Notifications } from '../database/notifications.ts';

/**
 * What servers on one database forward to each other, so that a page receives events whichever server it is connected
 * to.
 */
const Message = z.discriminatedUnion('kind', [
  // Not validated further: a newer server may know more kinds of events.
  z.object({ kind: z.literal('event'), topic: z.string(), event: z.looseObject({ type: z.string() }) }),
  /** The users present on one server. */
  z.object({ kind: z.literal('presence'), topic: z.string(), people: PresenceEvent.shape.people }),
  /** An event could not be forwarded, on this topic or (null) on any. */
  z.object({ kind: z.literal('missed'), topic: z.string().nullable() }),
  /** The sender listens from now on. */
  z.object({ kind: z.literal('listening') }),
  z.object({ kind: z.literal('ended-credential'), credential: z.string() }),
  z.object({ kind: z.literal('ended-user'), user_id: z.number().int() }),
]);
type Passed = z.infer<typeof Message>;
export type RelayMessage = Exclude<Passed, { kind: 'listening' }>;

/** A message too large for one notification is sent in parts, in order. */
const Part = z.object({ index: z.number().int(), count: z.number().int(), data: z.base64() });
/** The number makes a server's notifications distinct: PostgreSQL delivers equal ones once. */
const Sender = z.object({ from: z.uuid(), number: z.number().int() });
const Sent = z.union([Sender.extend({ message: Message }), Sender.extend({ part: Part })]);
type Sent = z.infer<typeof Sent>;
const channel: Channel<Sent> = { name: 'lessonwright_live', schema: Sent };

/** Events of transactions: every server receives them, the sending one too. */
const Committed = z.object({ topic: z.string(), event: z.looseObject({ type: z.string() }) });
const committedChannel: Channel<z.infer<typeof Committed>> = { name: 'lessonwright_live_committed', schema: Committed };

/**
 * Sends an event to all subscribers of a user's topic once the transaction commits. Equal events of one transaction are sent once. For small
 * events: a notification has a size limit.
 */
export async function publishOnCommit(tx: Tx, topic: `user:${number}`, event: LiveEvent): Promise<void> {
  await notify(tx, committedChannel, { topic, event });
}

/** Leaves room for the rest of the notification; a multiple of 3, so that base64 needs no padding. */
const PART_BYTES = 5_700;
/** Pages refetch anything larger, about 350 kB. */
const MAX_PARTS = 64;
/** Most messages that may wait while PostgreSQL is slow. */
const MAX_PENDING = 1_000;

interface Receiver {
  /** @param from The sending server. */
  readonly onMessage: (message: RelayMessage, from: string) => void;
  readonly onMissed: () => void;
  /** Events of transactions may have been lost, whether or not there are other servers. */
  readonly onMissedCommits: () => void;
  /** Another server has started listening and needs the current state. */
  readonly onJoined: () => void;
  readonly onLeft: (server: string) => void;
}

/** Forwards live events to the other servers of the database. Sends nothing while there are none. */
export class LiveRelay {
  readonly #notifications: Notifications;
  readonly #log: Logger;
  readonly #parts = new Map<string, string[]>();
  #pending: Sent[] = [];
  #isSending = false;
  #number = 0;
  #hasDropped = false;

  constructor(notifications: Notifications, log: Logger) {
    this.#notifications = notifications;
    this.#log = log;
  }

  /** Starts receiving from other servers. */
  async start({ onMessage, onMissed, onMissedCommits, onJoined, onLeft }: Receiver): Promise<void> {
    await this.#notifications.listen(channel, {
      onMessage: (sent) => {
        if (sent.from === this.#notifications.id) return;
        const message = 'part' in sent ? this.#join(sent.from, sent.part) : sent.message;
        if (message?.kind === 'listening') onJoined();
        else if (message !== null) onMessage(message, sent.from);
      },
      onMissed,
      onJoined,
      onLeft: (server) => {
        this.#parts.delete(server);
        onLeft(server);
      },
    });
    await this.#notifications.listen(committedChannel, {
      onMessage: (committed) => onMessage({ kind: 'event', ...committed }, this.#notifications.id),
      onMissed: onMissedCommits,
    });
    // Others may have replied to this server's first notification before it listened here. If this fails, the next
    // connection asks again.
    await this.#notifications.post(channel, this.#split({ kind: 'listening' })).catch(() => undefined);
  }

  /** Never waits and never throws. */
  pass(message: RelayMessage): void {
    if (!this.#notifications.hasOthers) return;
    const sent = this.#split(message);
    if (this.#pending.length + sent.length > MAX_PENDING) this.#hasDropped = true;
    else this.#pending.push(...sent);
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#pending.length > 0) {
        const batch = this.#pending;
        this.#pending = [];
        await this.#notifications.post(channel, batch);
        if (this.#hasDropped) this.#pending.push(...this.#split({ kind: 'missed', topic: null }));
        this.#hasDropped = false;
      }
    } catch (error) {
      this.#pending = [];
      this.#hasDropped = true;
      this.#log.warn({ err: error }, 'could not forward live events to other servers');
    } finally {
      this.#isSending = false;
    }
  }

  /**
   * Returns the message once its last part arrives. Parts of a message that began before this server listened are
   * ignored.
   */
  #join(from: string, { index, count, data }: z.infer<typeof Part>): Passed | null {
    const before = index === 0 ? [] : this.#parts.get(from);
    this.#parts.delete(from);
    if (before?.length !== index) return null;
    const parts = [...before, data];
    if (parts.length < count) {
      this.#parts.set(from, parts);
      return null;
    }
    return Message.parse(JSON.parse(Buffer.from(parts.join(''), 'base64').toString('utf8')));
  }

  #split(message: Passed): Sent[] {
    const envelope = { ...this.#sender(), message };
    if (fitsNotification(envelope)) return [envelope];
    const bytes = Buffer.from(JSON.stringify(message));
    const count = Math.ceil(bytes.length / PART_BYTES);
    if (count > MAX_PARTS) return [{ ...this.#sender(), message: { kind: 'missed', topic: 'topic' in message ? message.topic : null } }];
    return Array.from({ length: count }, (_, index) => {
      const data = bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES).toString('base64');
      return { ...this.#sender(), part: { index, count, data } };
    });
  }

  #sender(): z.infer<typeof Sender> {
    this.#number += 1;
    return { from: this.#notifications.id, number: this.#number };
  }
}
