import type { Logger } from 'pino';
import { z } from 'zod';
import { PresenceEvent } from '#contract/live.ts';
import { fitsNotification, type Channel, type Notifications } from '../database/notifications.ts';

/** What servers on one database pass on to each other, so that a page is notified whichever server it is connected to. */
const Message = z.discriminatedUnion('kind', [
  // Only its sender knows all kinds of events: it may run a newer version.
  z.object({ kind: z.literal('event'), topic: z.string(), event: z.looseObject({ type: z.string() }) }),
  /** The people of one server. */
  z.object({ kind: z.literal('presence'), topic: z.string(), people: PresenceEvent.shape.people }),
  /** Something was not passed on: on this topic, or (null) on any. */
  z.object({ kind: z.literal('missed'), topic: z.string().nullable() }),
  /** From now on the sender listens. */
  z.object({ kind: z.literal('listening') }),
  z.object({ kind: z.literal('ended-credential'), credential: z.string() }),
  z.object({ kind: z.literal('ended-user'), user_id: z.number().int() }),
]);
type Passed = z.infer<typeof Message>;
export type RelayMessage = Exclude<Passed, { kind: 'listening' }>;

/** A message that does not fit into one notification arrives in parts, in order. */
const Part = z.object({ index: z.number().int(), count: z.number().int(), data: z.base64() });
/** The number tells notifications of a server apart: PostgreSQL delivers equal ones once. */
const Sender = z.object({ from: z.uuid(), number: z.number().int() });
const Sent = z.union([Sender.extend({ message: Message }), Sender.extend({ part: Part })]);
type Sent = z.infer<typeof Sent>;
const channel: Channel<Sent> = { name: 'lessonwright_live', schema: Sent };

/** Leaves room for the rest of a part's notification; a multiple of 3, so that base64 pads nothing. */
const PART_BYTES = 5_700;
/** Pages ask for what is larger, about 350 kB. */
const MAX_PARTS = 64;
/** What may wait while PostgreSQL is slow. */
const MAX_PENDING = 1_000;

interface Receiver {
  /** @param from The server that sent it. */
  readonly onMessage: (message: RelayMessage, from: string) => void;
  readonly onMissed: () => void;
  /** Another server begins to listen: it knows nothing yet. */
  readonly onJoined: () => void;
  readonly onLeft: (server: string) => void;
}

/** Passes live events to the other servers of the database. It sends nothing while there are none. */
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

  /** Receives what other servers pass on. */
  async start({ onMessage, onMissed, onJoined, onLeft }: Receiver): Promise<void> {
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
    // Others may have answered the first notification of this server before it listened here. Where it fails, the next connection asks again.
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
      this.#log.warn({ err: error }, 'live events were not passed on to other servers');
    } finally {
      this.#isSending = false;
    }
  }

  /** Returns the message with its last part. Parts of one that began before this server listened are left out. */
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
    const whole = { ...this.#sender(), message };
    if (fitsNotification(whole)) return [whole];
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
