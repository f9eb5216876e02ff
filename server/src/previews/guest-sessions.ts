import { randomUUID } from 'node:crypto';
import type { Platform } from '#server/platform/platform.ts';
import { requirementsOf, type ApartRun, type Place } from '#server/runs/service.ts';

/** Seconds that an interpreter of a stateful lesson stays without a run, and in all. */
const TIMES = { idle_seconds: 10 * 60, total_seconds: 60 * 60 } as const;
/** Interpreters that are kept for the people of one link, and of all. The one that was used the longest ago makes room. */
const KEPT = { perLink: 4, all: 12 } as const;

type Session = NonNullable<ApartRun['session']>;

/** The interpreters that stateful lessons keep between the runs of one visitor. */
export class GuestSessions {
  readonly #platform: Pick<Platform, 'runners' | 'log'>;
  readonly #sessions = new Map<string, Session & { readonly linkId: number }>();

  constructor(platform: Pick<Platform, 'runners' | 'log'>) {
    this.#platform = platform;
  }

  /** The visitor's session, or null: the lesson keeps none. @throws AppError `unavailable` when no runner can have it. */
  async of(linkId: number, visitor: string, { lesson }: Place): Promise<Session | null> {
    if (lesson.language !== 'python' || !lesson.enabled_features.includes('Stateful')) return null;
    const key = `${linkId} ${visitor}`;
    const { runners } = this.#platform;
    const known = this.#sessions.get(key);
    this.#sessions.delete(key);
    const isUp = known !== undefined && (await runners.isUp(known.runnerName));
    const session = isUp
      ? known
      : {
          linkId,
          runnerName: await runners.pick('python', lesson.language_version, requirementsOf(lesson)),
          settings: { ...TIMES, id: randomUUID(), ports: [] },
        };
    this.#sessions.set(key, session);
    const ofLink = [...this.#sessions].filter(([, each]) => each.linkId === linkId);
    const [tooOld] = ofLink.length > KEPT.perLink ? ofLink : this.#sessions.size > KEPT.all ? [...this.#sessions] : [];
    if (tooOld) await this.#end(...tooOld);
    return session;
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
