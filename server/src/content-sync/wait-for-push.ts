import { setTimeout as sleep } from 'node:timers/promises';
import { countOpenChanges, getRelease } from '#server/releases/index.ts';
import type { Platform } from '#server/platform/platform.ts';

const LOOK_EVERY_MS = 50;
/** How long somebody waits for a push that is on its way, in milliseconds. */
const LIMIT_MS = 5_000;

/** How far the saves of a release are on their way to the code host. */
export interface PushState {
  /** Everything that was saved is there. */
  readonly isPushed: boolean;
  /** What keeps it back; null: nothing, as far as known. */
  readonly error: string | null;
  /** Saves that are not there yet. */
  readonly open: number;
}

/** Waits until everything in a release is pushed, something holds it up, or `limitMs` are over: it goes on by itself. */
export async function waitForPush({ db }: Pick<Platform, 'db'>, releaseId: number, limitMs: number = LIMIT_MS): Promise<PushState> {
  for (const until = Date.now() + limitMs; ; await sleep(LOOK_EVERY_MS)) {
    const open = await countOpenChanges(db, releaseId);
    const { commit_sha, pushed_sha, commit_error, push_error, detached_at } = await getRelease(db, releaseId);
    const error = commit_error ?? push_error;
    const isPushed = open === 0 && pushed_sha === commit_sha;
    if (isPushed || error !== null || detached_at !== null || Date.now() > until) return { isPushed, error, open };
  }
}
