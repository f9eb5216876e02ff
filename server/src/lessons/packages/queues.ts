import { z } from 'zod';
import { defineQueue } from '#server/platform/jobs.ts';

export const BUILD_LIMIT_SECONDS = 30 * 60;

/** One build of a lesson's packages; its key is the build, so that it is never worked on twice at the same time. */
export const buildPackagesQueue = defineQueue({
  name: 'build-packages',
  schema: z.object({ build_id: z.number().int() }),
  policy: 'singleton',
  // Beyond the limit that the build itself keeps, so that it can say so.
  timeLimitSeconds: BUILD_LIMIT_SECONDS + 60,
});
