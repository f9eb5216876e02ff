import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOutage } from '#platform/server/outage.ts';

/** After a power cut the database's machine often starts last. */
const PAUSE_MS = 2_000;
const LINE_EVERY_MS = 30_000;

interface Options {
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  readonly pauseMs?: number;
}

/**
 * Opens a database server, and waits for one that can't be reached. One that refuses, such as a wrong password, is a failed start.
 * @throws What `open` throws; the signal's reason.
 */
export async function waitForDatabase<T>(open: () => Promise<T>, { log, signal, pauseMs = PAUSE_MS }: Options): Promise<T> {
  let reportedAt = -Infinity;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await open();
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (performance.now() - reportedAt > LINE_EVERY_MS) {
        reportedAt = performance.now();
        log.warn(`${error instanceof Error ? error.message : String(error)} The start waits until it can be reached.`);
      }
    }
    await sleep(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}
