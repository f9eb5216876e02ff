import { keepHouse } from './keep-house.ts';
import type { House } from './house.ts';

/** When housekeeping is done, in milliseconds: once the start is over, then daily. */
const TIMES = { first: 5 * 60_000, every: 24 * 60 * 60_000 } as const;

/** Keeps house again and again, until `stop`, which waits for what is under way. */
export function startHousekeeping(platform: House['platform'], times: { first: number; every: number } = TIMES): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let work: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const later = (ms: number) => {
    timer = setTimeout(() => {
      work = keepHouse({ platform, now: new Date(), signal: stopping.signal })
        .catch((error: unknown) => stopping.signal.aborted || platform.log.error({ err: error }, 'housekeeping failed'))
        .finally(() => stopping.signal.aborted || later(times.every));
    }, ms).unref();
  };
  later(times.first);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await work;
    },
  };
}
