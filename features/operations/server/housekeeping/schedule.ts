import { DAY_MS } from '#platform/contract/times.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { HousekeepingContext } from './housekeeping-context.ts';
import { runHousekeeping } from './run-housekeeping.ts';

/** When housekeeping runs, in milliseconds: once the start is over, then daily. */
const TIMES = { first: 5 * 60_000, every: DAY_MS } as const;

/** Runs housekeeping periodically until `stop`, which waits for the current run. */
export function startHousekeeping(
  platform: HousekeepingContext['platform'],
  times: { first: number; every: number } = TIMES,
): { stop(): Promise<void> } {
  return repeat(times.first, async (signal) => {
    await runHousekeeping({ platform, now: new Date(), signal }).catch((error: unknown) => {
      if (!signal.aborted) platform.log.error({ err: error }, 'housekeeping failed');
    });
    return times.every;
  });
}
