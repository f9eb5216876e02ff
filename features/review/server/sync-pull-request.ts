import { recordAudit, type AuditEntry } from '#features/audit/server/index.ts';
import type { HostedPull } from '#features/code-hosts/server/index.ts';
import { publishLessonsChanged, publishReleaseChanged } from '#features/lessons/server/index.ts';
import { listReleases } from '#features/releases/server/index.ts';
import { importMainQueue } from '#features/sync/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { followReview } from './lesson-review.ts';
import type { StoredPull } from './pulls/pull-request-queries.ts';
import { findPull, findPullByNumber, storeHostedPull } from './pulls/pull-requests.ts';

type Deps = Pick<Platform, 'db' | 'live'> & { readonly jobs: Pick<Platform['jobs'], 'send'> };

/** A change made through the product. */
interface Change {
  /** The user who just opened it on the code host. */
  readonly by?: Actor;
  /** Written in the same transaction. */
  readonly audit?: AuditEntry;
  /** Called in the same transaction. */
  readonly record?: (tx: Tx, pull: StoredPull) => Promise<void>;
}

/**
 * Updates a pull request to the state that an external code host reports. When it becomes merged, an import of main is
 * queued. Pull requests without a release, from another repository, or into another branch than main are ignored.
 *
 * @param change Left out when the code host reported it.
 */
export async function syncPullRequest(platform: Deps, heard: HostedPull, change: Change = {}): Promise<void> {
  const releaseId = await findReleaseOf(platform.db, heard);
  if (releaseId === null) return;
  const { is_changed, hasMoved, lessons } = await platform.db.transaction().execute(async (tx) => {
    const { pull, before, is_changed } = await storeHostedPull(tx, releaseId, asOfMain(heard), change.by ?? null);
    if (change.audit) await recordAudit(tx, change.audit);
    await change.record?.(tx, pull);
    const isNewest = (await findPull(tx, releaseId))?.id === pull.id;
    const isNewlyMerged = pull.state === 'merged' && before !== 'Merged';
    if (isNewlyMerged) await platform.jobs.send(tx, importMainQueue, {}, { singletonKey: 'main' });
    const hasMoved = pull.status !== before && (pull.state === 'merged' || pull.state === 'open');
    return { is_changed, hasMoved, lessons: isNewest ? await followReview(tx, releaseId, pull.status) : [] };
  });
  // A merge closes the release, and a new pull request reopens it.
  if (hasMoved) await publishReleaseChanged(platform, releaseId);
  else if (is_changed || lessons.length > 0) publishLessonsChanged(platform, releaseId, lessons);
}

/** One that goes into another branch now asks for no merge into main any more, and its merge there publishes nothing. */
function asOfMain(heard: HostedPull): HostedPull {
  if (heard.branch !== null) return heard;
  return { ...heard, state: 'closed', status: 'Closed', merge_sha: null, merged_by: null, merged_at: null };
}

async function findReleaseOf(handle: Handle, heard: HostedPull): Promise<number | null> {
  const known = await findPullByNumber(handle, heard.number);
  if (known) return known.release_id;
  const release = (await listReleases(handle)).find(({ branch_name, is_main }) => !is_main && branch_name === heard.branch);
  // Everyone can make a public host report an old pull request again. One of an earlier use of the branch is not the release's.
  const isEarlier = release !== undefined && heard.merged_at !== null && heard.merged_at < release.created_at;
  return release === undefined || isEarlier ? null : release.id;
}
