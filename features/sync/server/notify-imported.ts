import { LONG_WORK_MS, notifyUsers } from '#features/notifications/server/index.ts';
import { findRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';

/**
 * Imports into a release: updates the pages that show releases, and notifies the user who started it if it took long, unless they
 * stopped it.
 */
export async function importing<T>(
  platform: Platform,
  actor: Actor,
  { releaseId, operation, longMs = LONG_WORK_MS }: { releaseId: number; operation: Pick<Operation, 'signal'>; longMs?: number },
  work: () => Promise<T>,
): Promise<T> {
  const started = Date.now();
  let has_failed = true;
  try {
    const result = await withReleaseEvents(platform, releaseId, work);
    has_failed = false;
    return result;
  } finally {
    if (Date.now() - started >= longMs && !operation.signal.aborted)
      await notifyImported(platform, actor, { releaseId, started, has_failed });
  }
}

async function notifyImported(
  platform: Platform,
  actor: Actor,
  { releaseId, started, has_failed }: { releaseId: number; started: number; has_failed: boolean },
): Promise<void> {
  const notifying = platform.db.transaction().execute(async (tx) => {
    const release = await findRelease(tx, releaseId);
    await notifyUsers(tx, platform, {
      kind: 'finished',
      about: `import:${releaseId}:${started}`,
      actor: null,
      to: [actor.id],
      details: { work: 'import', has_failed, release: release?.name ?? null },
      target: { release_id: release?.id ?? null },
    });
  });
  // The import succeeded even if the notification fails.
  await notifying.catch((error: unknown) => platform.log.error({ err: error, release: releaseId }, 'could not notify of an import'));
}

/** Runs `work` on a release and notifies the pages that show releases, also if it fails halfway. */
export async function withReleaseEvents<T>(platform: Pick<Platform, 'live'>, releaseId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    platform.live.publish('releases:all', { type: 'release-changed', release_id: releaseId });
  }
}
