import { listReleases } from '#features/releases/server/index.ts';
import { commitDueChanges, type ChangesPlatform } from './commit-changes.job.ts';
import { pushBranch } from './push-branch.job.ts';
import { listReleasesWithOpenChanges } from './queries.ts';
import { commitChangesQueue, pushBranchQueue, mergeRemoteQueue } from './queues.ts';

/**
 * Starts the commit and push workers, and processes everything that is open. Call it before the first save: it opens
 * the queues that saves use.
 */
export async function startChangeWorkers(platform: ChangesPlatform): Promise<void> {
  await openChangeQueues(platform);
  await platform.jobs.work(commitChangesQueue, ({ release_id }, signal) => commitDueChanges(platform, release_id, signal));
  await platform.jobs.work(pushBranchQueue, ({ release_id }, signal) => pushBranch(platform, release_id, signal));
  const releases = platform.git.isRebuilt
    ? (await listReleases(platform.db)).map(({ id }) => id)
    : await listReleasesWithOpenChanges(platform.db);
  await platform.db.transaction().execute(async (tx) => {
    for (const release_id of releases) {
      for (const queue of [commitChangesQueue, pushBranchQueue]) {
        await platform.jobs.send(tx, queue, { release_id }, { singletonKey: String(release_id) });
      }
    }
  });
}

/** Opens the queues that saves use. For a server that leaves the work to the one with the repositories. */
export async function openChangeQueues({ jobs }: Pick<ChangesPlatform, 'jobs'>): Promise<void> {
  // The worker of the last one starts later (features/sync/server/branches/).
  for (const queue of [commitChangesQueue, pushBranchQueue, mergeRemoteQueue]) await jobs.open(queue);
}
