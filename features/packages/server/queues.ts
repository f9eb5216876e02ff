import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

export const BUILD_LIMIT_SECONDS = 30 * 60;

/** A build installed other versions than the one before, so that the lesson's answers have to be run again. The key is the build. */
export const packagesChangedQueue = defineQueue({
  name: 'packages-changed',
  schema: z.object({ build_id: z.number().int() }),
  policy: 'singleton',
});

/** One build of a lesson's packages; the key is the build, so that it never runs twice at the same time. */
export const buildPackagesQueue = defineQueue({
  name: 'build-packages',
  schema: z.object({ build_id: z.number().int() }),
  policy: 'singleton',
  // Longer than the build's own limit, so that the build can report it.
  timeLimitSeconds: BUILD_LIMIT_SECONDS + 60,
});
