import { randomUUID } from 'node:crypto';
import { isStateful } from '#contract/lessons.policy.ts';
import { tooMany } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requirementsOf, type ApartRun, type Place } from '#server/running/index.ts';
import { MESSAGES } from './messages.ts';

/** Seconds that an interpreter of a stateful lesson stays without a run, and in all. */
const TIMES = { idle_seconds: 10 * 60, total_seconds: 60 * 60 } as const;
/**
 * Interpreters that are kept for the people of one network by one link, of one link, of one network, and of all. A visitor is a
 * word of the page, which anybody can make up: so it is people of the same network alone who make room for each other.
 */
const KEPT = { perNetworkAndLink: 3, perLink: 4, perNetwork: 8, all: 12 } as const;

type Session = NonNullable<ApartRun['session']>;

interface KeptSession extends Session {
  readonly linkId: number;
  readonly network: string;
  usedAt: number;
}

/** The interpreters that stateful lessons keep between the runs of one visitor. */
export class GuestSessions {
  readonly #platform: Pick<Platform, 'runners' | 'log'>;
  readonly #sessions = new Map<string, KeptSession>();

  constructor(platform: Pick<Platform, 'runners' | 'log'>) {
    this.#platform = platform;
  }

  /** The visitor's session, or null: the lesson keeps none. @throws AppError `too_many` when others have all that there may be; `unavailable` when no runner can have it. */
  async of(linkId: number, network: string, visitor: string, { lesson }: Place): Promise<Session | null> {
    if (!isStateful(lesson)) return null;
    const key = `${linkId} ${network} ${visitor}`;
    const { runners } = this.#platform;
    const known = this.#sessions.get(key);
    if (!known) await this.#makeRoom(linkId, network);
    const isUp = known !== undefined && (await runners.isUp(known.runnerName));
    const session = isUp
      ? known
      : {
          linkId,
          network,
          usedAt: 0,
          runnerName: await runners.pick(lesson.language, lesson.language_version, requirementsOf(lesson)),
          settings: { ...TIMES, id: randomUUID(), ports: [] },
        };
    session.usedAt = performance.now();
    // Put back at the end: the order is the order of use.
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    return session;
  }

  /** Ends sessions of this network, those used longest ago first. @throws AppError `too_many` when there are none to end. */
  async #makeRoom(linkId: number, network: string): Promise<void> {
    // By then they have ended by themselves.
    const overdue = performance.now() - TIMES.idle_seconds * 1000;
    for (const [key, { usedAt }] of this.#sessions) if (usedAt < overdue) this.#sessions.delete(key);
    for (;;) {
      const all = [...this.#sessions];
      const ofLink = all.filter(([, each]) => each.linkId === linkId);
      const ofNetwork = all.filter(([, each]) => each.network === network);
      const ofBoth = ofLink.filter(([, each]) => each.network === network);
      const isLinkFull = ofLink.length >= KEPT.perLink || ofBoth.length >= KEPT.perNetworkAndLink;
      const isFull = all.length >= KEPT.all || ofNetwork.length >= KEPT.perNetwork;
      if (!isLinkFull && !isFull) return;
      const [oldest] = isLinkFull ? ofBoth : ofNetwork;
      if (!oldest) throw tooMany(MESSAGES.tooManySessions, 60);
      await this.#end(...oldest);
    }
  }

  async #end(key: string, { runnerName, settings }: Session): Promise<void> {
    this.#sessions.delete(key);
    await this.#platform.runners
      .sessions(runnerName)
      .end(settings.id)
      // It ends by itself when nobody uses it.
      .catch((error: unknown) => this.#platform.log.warn({ err: error }, 'a session of a preview could not be ended'));
  }
}
