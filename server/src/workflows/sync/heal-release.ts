import type { Release } from '#contract/releases.ts';
import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/service.ts';
import { commitSaved, inTurn } from '#server/changes/service.ts';
import { pushBranch } from '#server/changes/push-branch.job.ts';
import { pushBranchQueue, takeInQueue } from '#server/changes/queues.ts';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { forgetRemoteBranch, setDetached, type StoredRelease } from '#server/releases/service.ts';
import { releaseView } from '../list-releases.ts';
import { getReleaseFor } from '../review/find-release.ts';
import { announceRelease } from '../announce.ts';
import { MESSAGES } from './messages.ts';

export type How = 'retry' | 'recreate' | 'detach' | 'attach';

/** Time limit of one attempt while a user waits; the jobs continue on their own. */
const ATTEMPT_LIMIT_MS = 15_000;

/**
 * The actions in a release's error banners. External authors can only repair their own drafts.
 *
 * @throws AppError `not_found`; `refused` for main, and for a branch that isn't known to be deleted.
 */
export async function healRelease(platform: Platform, actor: Actor, id: number, how: How): Promise<Release> {
  const release = await getReleaseFor(platform.db, actor, id);
  if (release.is_main) throw refused(MESSAGES.mainRelease);
  await WAYS[how](platform, release);
  await recordAudit(platform.db, { actor, action: `release.${how}`, subject: `release:${id}` });
  await announceRelease(platform, id);
  return releaseView(platform, id);
}

const WAYS: Readonly<Record<How, (platform: Platform, release: StoredRelease) => Promise<void>>> = {
  retry,
  async recreate(platform, release) {
    if (release.deleted_remotely_at === null) throw refused(MESSAGES.notDeleted(release.branch_name));
    await forgetRemoteBranch(platform.db, release.id);
    await retry(platform, release);
  },
  detach: ({ db }, { id }) => setDetached(db, id, new Date()),
  async attach({ db, jobs }, { id }) {
    await db.transaction().execute(async (tx) => {
      await setDetached(tx, id, null);
      for (const queue of [pushBranchQueue, takeInQueue]) await jobs.send(tx, queue, { release_id: id }, { singletonKey: String(id) });
    });
  },
};

/** Runs the pending jobs now instead of after their pause. Errors are recorded on the release, as the jobs do. */
async function retry(platform: Platform, { id }: StoredRelease): Promise<void> {
  const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS);
  try {
    await inTurn(platform.git, id, () => commitSaved(platform, id, limit));
    await pushBranch(platform, id, limit);
  } catch (error) {
    platform.log.info({ release: id, err: error }, 'the error of a release persists');
  }
}
