import type { Actor } from '#platform/contract/roles.ts';
import { notFound, refused } from './errors.ts';
import type { LiveHub } from './live.ts';

/** Passed to long work: a signal to stop it and a way to report progress. */
export interface Operation {
  readonly signal: AbortSignal;
  /** `total` is null if unknown. Reports are throttled. */
  progress(doing: string, done: number, total: number | null): void;
}

/** For work without progress or a way to stop it. */
export const NO_OPERATION: Operation = { signal: new AbortController().signal, progress: () => {} };

interface Running {
  readonly owner: number;
  readonly stopping: AbortController;
}

/** Minimum interval between two reports of the same activity, in milliseconds. */
const TELL_EVERY_MS = 100;

/**
 * Long-running work: its progress is published on the live topic `operation:{id}`, and the user who started it may stop
 * it (platform/contract/operations.ts).
 */
export class Operations {
  readonly #live: Pick<LiveHub, 'publish'>;
  readonly #running = new Map<string, Running>();

  constructor(live: Pick<LiveHub, 'publish'>) {
    this.#live = live;
  }

  /**
   * Runs `work` as an operation. Without an id it reports no progress and can't be stopped.
   *
   * @throws AppError `refused` if the id is taken, or if it was stopped: then with the text `stopped`, which says what
   * was kept.
   */
  async run<T>(
    input: { id: string | undefined; actor: Pick<Actor, 'id'>; stopped: string },
    work: (operation: Operation) => Promise<T>,
  ): Promise<T> {
    const { id, actor, stopped } = input;
    if (id === undefined) return work(NO_OPERATION);
    if (this.#running.has(id)) throw refused('Another operation already uses this id.');
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

  /** @throws AppError `not_found` if it doesn't exist or belongs to another user. */
  stop(actor: Pick<Actor, 'id'>, id: string): void {
    const running = this.#running.get(id);
    if (running?.owner !== actor.id) throw notFound('operation');
    running.stopping.abort();
  }

  /** The topic's rule: a page may subscribe before the operation starts, because only that page knows its id. */
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
