import type { Platform } from '#platform/server/platform.ts';

/** What housekeeping works with. */
export interface HousekeepingContext {
  readonly platform: Pick<Platform, 'config' | 'db' | 'git' | 'blobs' | 'live' | 'log'>;
  /** The current time, a parameter for tests. */
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** What a step removed, for the log: counts by name. */
export type StepResult = Readonly<Record<string, number>>;
