import { AppError } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { lookAtReleaseQueue } from './queues.ts';
import { countAllErrors } from './release-preflight.ts';

/** Runs preflight by itself, so that a review begins with what it finds. */
export async function startPreflightWorkers(platform: Platform): Promise<void> {
  await platform.jobs.work(lookAtReleaseQueue, async ({ release_id }, signal) => {
    const found = await countAllErrors(platform, release_id, { ...NO_OPERATION, signal }).catch((error: unknown) => {
      // The release was deleted in between.
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    });
    if (found) platform.live.publish('releases:all', { type: 'release-changed', release_id });
  });
}
