import type { Platform } from '#server/platform/platform.ts';

/** What housekeeping works with. */
export interface House {
  readonly platform: Pick<Platform, 'config' | 'db' | 'git' | 'blobs' | 'live' | 'log'>;
  /** What time it is taken to be. */
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** What a step did, for the log: counts by name. */
export type Done = Readonly<Record<string, number>>;
