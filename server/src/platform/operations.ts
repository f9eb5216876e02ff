import type { Actor } from '#contract/roles.ts';
import { notFound, refused } from './errors.ts';
import type { LiveHub } from './live.ts';

/** What long work is given: when to stop, and how to tell how far it is. */
export interface Operation {
  readonly signal: AbortSignal;
  /** `total` null: not known yet. Told at most some times a second. */
  progress(doing: string, done: number, total: number | null): void;
}

/** For work that nobody watches, and nobody stops. */
export const UNHEARD: Operation = { signal: new AbortController().signal, progress: () => {} };

interface Running {
  readonly owner: number;
  readonly stopping: AbortController;
}

/** Between two tellings of the same thing being done, in milliseconds. */
const TELL_EVERY_MS = 100;

/**
 * The long work that is going on: its progress is told on the live topic `operation:{id}`, and whoever began it may
 * stop it (contract/src/operations.ts).
 */
export class Operations {
  readonly #live: Pick<LiveHub, 'publish'>;
  readonly #running = new Map<string, Running>();

  constructor(live: Pick<LiveHub, 'publish'>) {
    this.#live = live;
  }

  /**
   * Does `work` as an operation. Without an id nobody hears of it, and it cannot be stopped.
   *
   * @throws AppError `refused` when the id is taken, or when it was stopped: then with the text `stopped`, which says what was kept.
   */
  async run<T>(
    given: { id: string | undefined; actor: Pick<Actor, 'id'>; stopped: string },
    work: (operation: Operation) => Promise<T>,
  ): Promise<T> {
    const { id, actor, stopped } = given;
    if (id === undefined) return work(UNHEARD);
    if (this.#running.has(id)) throw refused('Another operation has this id.');
    const stopping = new AbortController();
    this.#running.set(id, { owner: actor.id, stopping });
    try {
      return await work({ signal: stopping.signal, progress: this.#teller(id) });
    } catch (error) {
      throw stopping.signal.aborted ? refused(stopped) : error;
    } finally {
      this.#running.delete(id);
    }
  }

  /** @throws AppError `not_found` when there is none, or it is somebody else's. */
  stop(actor: Pick<Actor, 'id'>, id: string): void {
    const running = this.#running.get(id);
    if (running?.owner !== actor.id) throw notFound('operation');
    running.stopping.abort();
  }

  /** The rule of the topic: one that has not begun may be waited for, because nobody else knows its id. */
  mayHear(actor: Pick<Actor, 'id'>, id: string): boolean {
    const running = this.#running.get(id);
    return running === undefined || running.owner === actor.id;
  }

  #teller(id: string): Operation['progress'] {
    let last = { doing: '', at: 0 };
    return (doing, done, total) => {
      const now = Date.now();
      if (doing === last.doing && done !== total && now - last.at < TELL_EVERY_MS) return;
      last = { doing, at: now };
      this.#live.publish(`operation:${id}`, { type: 'progress', doing, done, total });
    };
  }
}
