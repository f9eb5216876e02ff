import { setTimeout as sleep } from 'node:timers/promises';
import { countOpenChanges } from '#server/changes/service.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getRelease } from '#server/releases/service.ts';

/** How long somebody waits for a push that is on its way, and how often it is looked at, in milliseconds. */
const LIMIT_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Waits until everything in a release is pushed, something holds it up, or some seconds are over: it goes on by itself. */
export async function waitForPush({ db }: Pick<Platform, 'db'>, releaseId: number): Promise<void> {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
    const { commit_sha, pushed_sha, commit_error, push_error, detached_at } = await getRelease(db, releaseId);
    if (commit_error !== null || push_error !== null || detached_at !== null) return;
    if (pushed_sha === commit_sha && (await countOpenChanges(db, releaseId)) === 0) return;
  }
}
