import { recordAudit, type AuditEntry } from '#features/audit/server/index.ts';
import { commitChangesInTurn, withBranchLock, pushBranch, pushBranchQueue, mergeRemoteQueue } from '#features/changes/server/index.ts';
import { publishReleaseChanged } from '#features/lessons/server/index.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { forgetRemoteBranch, setDetached, type StoredRelease, getReleaseFor } from '#features/releases/server/index.ts';
import { BRANCHES_MESSAGES as MESSAGES } from '#features/sync/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { releaseView } from './list-releases.ts';

export type ReleaseRepair = 'retry' | 'recreate' | 'detach' | 'attach';

/** Time limit of one attempt while a user waits; the jobs continue on their own. */
const ATTEMPT_LIMIT_MS = 15_000;

/**
 * The actions in a release's error banners. External authors can only repair their own drafts.
 *
 * @throws AppError `not_found`; `refused` for main, and for a branch that isn't known to be deleted.
 */
export async function repairRelease(platform: Platform, actor: Actor, id: number, how: ReleaseRepair): Promise<Release> {
  const release = await getReleaseFor(platform.db, actor, id);
  if (release.is_main) throw refused(MESSAGES.mainRelease);
  await WAYS[how](platform, release, { actor, action: `release.${how}`, subject: `release:${id}` });
  await publishReleaseChanged(platform, id);
  return releaseView(platform, id);
}

const WAYS: Readonly<Record<ReleaseRepair, (platform: Platform, release: StoredRelease, audit: AuditEntry) => Promise<void>>> = {
  async retry(platform, release, audit) {
    await recordAudit(platform.db, audit);
    await retry(platform, release);
  },
  async recreate(platform, release, audit) {
    if (release.deleted_remotely_at === null) throw refused(MESSAGES.notDeleted(release.branch_name));
    await platform.db.transaction().execute(async (tx) => {
      await forgetRemoteBranch(tx, release.id);
      await recordAudit(tx, audit);
    });
    await retry(platform, release);
  },
  detach: ({ db }, { id }, audit) =>
    db.transaction().execute(async (tx) => {
      await setDetached(tx, id, new Date());
      await recordAudit(tx, audit);
    }),
  async attach({ db, jobs }, { id }, audit) {
    await db.transaction().execute(async (tx) => {
      await setDetached(tx, id, null);
      await recordAudit(tx, audit);
      for (const queue of [pushBranchQueue, mergeRemoteQueue]) await jobs.send(tx, queue, { release_id: id }, { singletonKey: String(id) });
    });
  },
};

/** Runs the pending jobs now instead of after their pause. Errors are recorded on the release, as the jobs do. */
async function retry(platform: Platform, { id }: StoredRelease): Promise<void> {
  const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS);
  try {
    await withBranchLock(platform.git, id, () => commitChangesInTurn(platform, id, limit));
    await pushBranch(platform, id, limit);
  } catch (error) {
    platform.log.info({ release: id, err: error }, 'the error of a release persists');
  }
}
