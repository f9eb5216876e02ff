import { DAY_MS } from '#platform/contract/times.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { HousekeepingContext } from './housekeeping-context.ts';
import { putLastRun } from './last-run.ts';
import { runHousekeeping } from './run-housekeeping.ts';

type Deps = HousekeepingContext['platform'];

/** When housekeeping runs, in milliseconds: once the start is over, then daily. */
const TIMES = { first: 5 * 60_000, every: DAY_MS } as const;

/** The last housekeeping of this process. */
let last: { readonly at: Date; readonly failedSteps: readonly string[] } | null = null;
let startedAt: Date | null = null;
/** The run of this process: one at a time. */
let current: Promise<void> | null = null;
let stopping = new AbortController();

/**
 * When housekeeping last ended, and which of its steps failed; before the first one, when it was scheduled. Null: another server does it.
 */
export function lastHousekeeping(): { readonly at: Date; readonly failedSteps: readonly string[] } | null {
  return last ?? (startedAt === null ? null : { at: startedAt, failedSteps: [] });
}

/** Runs housekeeping periodically until `stop`, which waits for the current run. */
export function startHousekeeping(platform: Deps, times: { first: number; every: number } = TIMES): { stop(): Promise<void> } {
  startedAt = new Date();
  stopping = new AbortController();
  const schedule = repeat(times.first, async () => {
    await housekeepNow(platform);
    return times.every;
  });
  return {
    async stop() {
      stopping.abort();
      await schedule.stop();
      await current;
    },
  };
}

/** Runs housekeeping, or joins the run that has begun. A failure is logged. */
export function housekeepNow(platform: Deps): Promise<void> {
  current ??= run(platform, stopping.signal).finally(() => (current = null));
  return current;
}

async function run(platform: Deps, signal: AbortSignal): Promise<void> {
  const started_at = new Date().toISOString();
  try {
    await putLastRun(platform.db, { started_at, ended_at: null, steps: {} });
    const steps = await runHousekeeping({ platform, now: new Date(), signal });
    last = { at: new Date(), failedSteps: Object.entries(steps).flatMap(([step, result]) => (result === null ? [step] : [])) };
    await putLastRun(platform.db, { started_at, ended_at: last.at.toISOString(), steps });
  } catch (error) {
    if (!signal.aborted) platform.log.error({ err: error }, 'housekeeping failed');
  }
}
