import { randomUUID } from 'node:crypto';
import { isStateful } from '#features/lessons/lessons.policy.ts';
import { requirementsOf, type GuestRunRequest, type RunContext } from '#features/runs/server/index.ts';
import { tooMany } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';

/** How long the interpreter of a stateful lesson lives without a run, and in total, in seconds. */
const TIMES = { idle_seconds: 10 * 60, total_seconds: 60 * 60 } as const;
/**
 * Most interpreters per network and link, per link, per network, and in total. The visitor's id is made up by the page,
 * so only visitors of the same network displace each other.
 */
const KEPT = { perNetworkAndLink: 3, perLink: 4, perNetwork: 8, all: 12 } as const;

type Session = NonNullable<GuestRunRequest['session']>;

interface KeptSession extends Session {
  readonly linkId: number;
  readonly network: string;
  usedAt: number;
}

/** The interpreters that stateful lessons keep between a visitor's runs. */
export class GuestSessions {
  readonly #platform: Pick<Platform, 'runners' | 'log'>;
  readonly #sessions = new Map<string, KeptSession>();

  constructor(platform: Pick<Platform, 'runners' | 'log'>) {
    this.#platform = platform;
  }

  /**
   * Returns the visitor's session; null if the lesson keeps none. @throws AppError `too_many` if others use all that
   * are allowed; `unavailable` if no runner has room.
   */
  async of(linkId: number, network: string, visitor: string, { lesson }: RunContext): Promise<Session | null> {
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
    // Added again at the end, so that the map is ordered by last use.
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    return session;
  }

  /** Ends sessions of this network, least recently used first. @throws AppError `too_many` if there are none to end. */
  async #makeRoom(linkId: number, network: string): Promise<void> {
    // Those have ended by themselves.
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
      // It ends by itself when idle.
      .catch((error: unknown) => this.#platform.log.warn({ err: error }, 'could not end a preview session'));
  }
}
