import type { z } from 'zod';
import type { RefusedFile, Release } from '#contract/releases.ts';

/** Each refused lesson number with its reason. */
export type InvalidLessons = Readonly<Record<string, string>>;

/** What a dialog has made, and what of it failed. */
export interface ReleaseResult {
  release: Release;
  invalid: InvalidLessons;
  refused: readonly z.output<typeof RefusedFile>[];
}

/** True when there is something to tell before the dialog closes. */
export function hasFailures({ invalid, refused }: Pick<ReleaseResult, 'invalid' | 'refused'>): boolean {
  return Object.keys(invalid).length > 0 || refused.length > 0;
}
