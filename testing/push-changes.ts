import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { pushBranch } from '#features/changes/server/push-branch.job.ts';
import { listReleasesWithOpenChanges } from '#features/changes/server/queries.ts';
import type { Platform } from '#platform/server/platform.ts';

const LIMIT_MS = 300_000;

/**
 * Commits and pushes everything that is saved, on a server without workers: once, where workers would commit and push each save of
 * a test by itself.
 */
export async function pushChanges(platform: Platform): Promise<void> {
  for (const id of await listReleasesWithOpenChanges(platform.db)) {
    await commitChanges(platform, id, AbortSignal.timeout(LIMIT_MS));
    await pushBranch(platform, id, AbortSignal.timeout(LIMIT_MS));
  }
}
