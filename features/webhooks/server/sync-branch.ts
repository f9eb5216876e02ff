import { mergeRemoteQueue } from '#features/changes/server/index.ts';
import { publishReleaseChanged } from '#features/lessons/server/index.ts';
import { branchDeleted, findMainRelease, findReleaseOfBranch, setPushError, type StoredRelease } from '#features/releases/server/index.ts';
import { importMainQueue } from '#features/sync/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'jobs' | 'live' | 'log'>;

/**
 * Handles a report that a branch of the remote is at `sha`; null: deleted. Reports may be outdated, so they only say
 * where to look. Main is imported, a release's branch is merged; other branches are ignored.
 */
export async function syncBranch(platform: Deps, branch: string, sha: string | null): Promise<void> {
  const { db, git, jobs, log } = platform;
  if (branch === git.mainBranch) {
    if (sha === null) log.error({ branch }, 'the main branch was deleted on the code host; keeping the last known state');
    else if ((await findMainRelease(db))?.commit_sha !== sha)
      await db.transaction().execute((tx) => jobs.send(tx, importMainQueue, {}, { singletonKey: 'main' }));
    return;
  }
  const release = await findReleaseOfBranch(db, branch);
  if (!release || release.detached_at !== null) return;
  // Our own push is reported back to us.
  if (sha === release.pushed_sha && release.deleted_remotely_at === null) return;
  if (sha === null && (await isDeleted(platform, release))) await recordDeletion(platform, release);
  else if (sha !== null) await queueMerge(platform, release);
}

async function queueMerge({ db, jobs }: Deps, { id }: StoredRelease): Promise<void> {
  await db.transaction().execute((tx) => jobs.send(tx, mergeRemoteQueue, { release_id: id }, { singletonKey: String(id) }));
}

/** Asks again: it may be back, or a push of ours may just have created it. */
async function isDeleted({ git }: Deps, release: StoredRelease): Promise<boolean> {
  if (release.pushed_sha === null || release.deleted_remotely_at !== null) return false;
  return (await git.fetch(release.branch_name)).kind === 'branch-missing';
}

/** Shows the banner of a deleted remote branch. Everything is kept here. */
async function recordDeletion(platform: Deps, { id, branch_name }: StoredRelease): Promise<void> {
  await setPushError(platform.db, id, { text: branchDeleted(branch_name), deleted_remotely_at: new Date() });
  await publishReleaseChanged(platform, id);
}
