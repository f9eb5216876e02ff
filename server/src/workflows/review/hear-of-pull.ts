import type { Actor } from '#contract/roles.ts';
import { followReview } from '#server/lessons/review.ts';
import type { HostedPull } from '#server/platform/code-hosts/code-host.ts';
import type { Handle } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPull, findPullByNumber, storeHeardPull } from '#server/pull-requests/service.ts';
import { listReleases } from '#server/releases/service.ts';
import { importMainQueue } from '../queues.ts';
import { announceLessons } from '../announce.ts';

type Deps = Pick<Platform, 'db' | 'jobs' | 'live'>;

/**
 * Updates a pull request to the state that an external code host reports. When it becomes merged, an import of main is
 * queued. Pull requests without a release, or from another repository, are ignored.
 *
 * @param by The user who just opened it through the product; null: reported by the code host.
 */
export async function hearOfPull(platform: Deps, heard: HostedPull, by: Actor | null = null): Promise<void> {
  const releaseId = await findReleaseOf(platform.db, heard);
  if (releaseId === null) return;
  const { is_changed, lessons } = await platform.db.transaction().execute(async (tx) => {
    const { pull, before, is_changed } = await storeHeardPull(tx, releaseId, heard, by);
    const isNewest = (await findPull(tx, releaseId))?.id === pull.id;
    const isNewlyMerged = pull.state === 'merged' && before !== 'Merged';
    if (isNewlyMerged) await platform.jobs.send(tx, importMainQueue, {}, { singletonKey: 'main' });
    return { is_changed, lessons: isNewest ? await followReview(tx, releaseId, pull.status) : [] };
  });
  if (is_changed || lessons.length > 0) announceLessons(platform, releaseId, lessons);
}

async function findReleaseOf(handle: Handle, heard: HostedPull): Promise<number | null> {
  const known = await findPullByNumber(handle, heard.number);
  if (known) return known.release_id;
  const release = (await listReleases(handle)).find(({ branch_name, is_main }) => !is_main && branch_name === heard.branch);
  return release?.id ?? null;
}
