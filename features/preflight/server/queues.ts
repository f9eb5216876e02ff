import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

/** Looks at all lessons of a release that changed. The key is the release. */
export const lookAtReleaseQueue = defineQueue({
  name: 'look-at-release',
  schema: z.object({ release_id: z.number().int() }),
  policy: 'singleton',
});
