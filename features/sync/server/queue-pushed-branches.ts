import { mergeRemoteQueue } from '#features/changes/server/index.ts';
import { listReleases } from '#features/releases/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

/** After a plain git push: queues merging the branches of releases into their rows. */
export async function queuePushedBranches(
  { db, jobs, live }: Pick<Platform, 'db' | 'jobs' | 'live'>,
  branches: readonly string[],
): Promise<void> {
  const moved = (await listReleases(db)).filter(({ branch_name, is_main }) => !is_main && branches.includes(branch_name));
  if (moved.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const { id } of moved) await jobs.send(tx, mergeRemoteQueue, { release_id: id }, { singletonKey: String(id) });
  });
  // A pull request has more commits now, whatever the import does with them.
  for (const { id } of moved) live.publish('releases:all', { type: 'release-changed', release_id: id });
}
