import type { Release } from './releases.ts';

type Target = Pick<Release, 'id' | 'is_main' | 'is_drafts' | 'pull_request'>;

/** A release whose pull request was merged has done its work. Drafts go on. */
export function isMergedRelease({ is_drafts, pull_request }: Pick<Target, 'is_drafts' | 'pull_request'>): boolean {
  return !is_drafts && pull_request?.status === 'Merged';
}

/**
 * The releases that lessons can be put into: main only changes by merging, and merged ones are offered if they are asked for.
 *
 * @param except The release that they are in.
 */
export function targetReleases<T extends Target>(
  releases: readonly T[],
  { hasMerged = false, except = null }: { hasMerged?: boolean; except?: number | null },
): T[] {
  return releases.filter((release) => !release.is_main && release.id !== except && (hasMerged || !isMergedRelease(release)));
}
