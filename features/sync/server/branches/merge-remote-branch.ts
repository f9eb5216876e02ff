import { mergeRemoteQueue, pushBranchQueue } from '#features/changes/server/index.ts';
import { publishReleaseChanged } from '#features/lessons/server/index.ts';
import { branchDeleted, getReleaseEvenDeleted, setPushError, setRemoteHead, type StoredRelease } from '#features/releases/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mergeIntoRelease } from '../merge-into-release.ts';
import { noteMainMerged } from '../note-main-merged.ts';

/**
 * Merges what others pushed to the branch of a release, as far as possible without asking. Conflicts and a missing
 * branch are recorded on the release.
 *
 * @throws Error if the remote can't be reached, so that the job is retried.
 */
export async function mergeRemoteBranch(platform: Platform, releaseId: number, signal: AbortSignal): Promise<void> {
  const release = await getReleaseEvenDeleted(platform.db, releaseId);
  if (release.is_main || release.detached_at !== null || release.commit_sha === null) return;
  const fetched = await platform.git.fetch(release.branch_name, signal);
  if (fetched.kind === 'unreachable') throw new Error(`The code host cannot be reached: ${fetched.text}`);
  if (fetched.kind === 'branch-missing') {
    if (release.pushed_sha !== null) await noteError(platform, release, branchDeleted(release.branch_name), true);
    return;
  }
  const { branch_name: branch } = release;
  const input = { theirs: fetched.sha, source: 'branch', message: `Merge remote changes to ${branch}` } as const;
  const { conflict, from, to } = await mergeIntoRelease(platform, releaseId, input, signal);
  if (from !== to) await noteMainMerged(platform);
  if (fetched.sha !== release.pushed_sha) await setRemoteHead(platform.db, releaseId, fetched.sha);
  if (conflict !== null) await noteError(platform, release, conflict, false);
  else await pushAgain(platform, releaseId);
}

/** The push job checks whether there is anything to push, and clears the recorded error. */
async function pushAgain({ db, jobs }: Platform, releaseId: number): Promise<void> {
  await db.transaction().execute((tx) => jobs.send(tx, pushBranchQueue, { release_id: releaseId }, { singletonKey: String(releaseId) }));
}

async function noteError(platform: Platform, release: StoredRelease, text: string, isDeleted: boolean): Promise<void> {
  const deleted_remotely_at = isDeleted ? (release.deleted_remotely_at ?? new Date()) : null;
  if (release.push_error === text && deleted_remotely_at?.getTime() === release.deleted_remotely_at?.getTime()) return;
  await setPushError(platform.db, release.id, { text, deleted_remotely_at });
  await publishReleaseChanged(platform, release.id);
}

/** Starts the worker that merges what webhooks, pushes and polling report. */
export async function startSyncWorkers(platform: Platform): Promise<void> {
  await platform.jobs.work(mergeRemoteQueue, ({ release_id }, signal) => mergeRemoteBranch(platform, release_id, signal));
}
