import { recordAudit, type AuditEntry } from '#features/audit/server/index.ts';
import { publishCurriculumChanged, CURRICULUM_KINDS } from '#features/curricula/server/index.ts';
import { publishReleaseChanged } from '#features/lessons/server/index.ts';
import { ensureMainRelease, listReleases } from '#features/releases/server/index.ts';
import { importMain, importMainQueue } from '#features/sync/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { compareWithMain } from './branch-state.ts';
import { followReview } from './lesson-review.ts';
import { listOpenPullRows as listOpenPulls, type StoredPull } from './pulls/pull-request-queries.ts';
import { markPullMerged } from './pulls/pull-requests.ts';

/** Records that a pull request is merged, updates its lessons, and queues an import of main, in one transaction. */
export async function publishMerge(
  platform: Pick<Platform, 'db' | 'jobs' | 'live'>,
  pull: StoredPull,
  merge: { sha: string; by: string; at: Date },
  audit?: AuditEntry,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await markPullMerged(tx, pull, merge);
    if (audit) await recordAudit(tx, audit);
    await platform.jobs.send(tx, importMainQueue, {}, { singletonKey: 'main' });
    await followReview(tx, pull.release_id, 'Merged');
  });
  // Its lessons, courses and paths are read only now.
  await publishReleaseChanged(platform, pull.release_id);
}

/**
 * Records merges that are already in main but were not recorded because of a crash. For the built-in code host;
 * external ones report them.
 */
export async function recordFinishedMerges(platform: Platform): Promise<void> {
  if (platform.codeHost.pulls !== null) return;
  const releases = new Map((await listReleases(platform.db)).map((release) => [release.id, release]));
  for (const pull of await listOpenPulls(platform.db)) {
    const release = releases.get(pull.release_id);
    if (!release) continue;
    const { main, head } = await compareWithMain(platform, release);
    const merge = await platform.git.history.findMergeCommit(head, main);
    if (merge) await publishMerge(platform, pull, { sha: merge.sha, by: merge.author, at: merge.at });
  }
}

/** Imports main, and notifies the pages if its lessons changed. */
async function publish(platform: Platform, signal: AbortSignal): Promise<void> {
  const { imported, removed, curricula } = await importMain(platform, signal);
  if (curricula > 0) for (const kind of CURRICULUM_KINDS) publishCurriculumChanged(platform, kind, null);
  if (imported + removed === 0) return;
  const main = await ensureMainRelease(platform);
  await publishReleaseChanged(platform, main.id);
}

/** Starts the worker that imports main, and checks once for merges that were not recorded. */
export async function startReviewWorkers(platform: Platform): Promise<void> {
  await platform.jobs.work(importMainQueue, (_payload, signal) => publish(platform, signal));
  await recordFinishedMerges(platform);
}
