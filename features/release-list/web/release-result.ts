import type { z } from 'zod';
import type { RefusedFile, Release } from '#features/releases/contract/releases.ts';

/** Reasons by failed lesson number. */
export type InvalidLessons = Readonly<Record<string, string>>;

/** What a dialog created, and what failed. */
export interface ReleaseResult {
  release: Release;
  invalid: InvalidLessons;
  refused: readonly z.output<typeof RefusedFile>[];
}

/** Whether there is something to show before the dialog closes. */
export function hasFailures({ invalid, refused }: Pick<ReleaseResult, 'invalid' | 'refused'>): boolean {
  return Object.keys(invalid).length > 0 || refused.length > 0;
}
