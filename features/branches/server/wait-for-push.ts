import { setTimeout as sleep } from 'node:timers/promises';
import { countOpenChanges, endStretches } from '#features/changes/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

const LOOK_EVERY_MS = 50;
/** How long a user waits for a push in progress, in milliseconds. */
const LIMIT_MS = 5_000;

/** How much of a release has been pushed to the code host. */
export interface PushState {
  /** Everything that was saved is pushed. */
  readonly isPushed: boolean;
  /** What blocks the push; null: nothing known. */
  readonly error: string | null;
  /** Number of changes not pushed yet. */
  readonly open: number;
}

/**
 * Commits automatic saves without waiting for a pause, and waits until everything in a release is pushed, an error blocks it, or `limitMs` is over. Pushing continues either
 * way.
 */
export async function waitForPush(
  platform: Pick<Platform, 'db' | 'jobs'>,
  releaseId: number,
  limitMs: number = LIMIT_MS,
): Promise<PushState> {
  const { db } = platform;
  await db.transaction().execute((tx) => endStretches(tx, platform, { release_id: releaseId }));
  for (const until = Date.now() + limitMs; ; await sleep(LOOK_EVERY_MS)) {
    const open = await countOpenChanges(db, releaseId);
    const { commit_sha, pushed_sha, commit_error, push_error, detached_at } = await getRelease(db, releaseId);
    const error = commit_error ?? push_error;
    const isPushed = open === 0 && pushed_sha === commit_sha;
    if (isPushed || error !== null || detached_at !== null || Date.now() > until) return { isPushed, error, open };
  }
}
