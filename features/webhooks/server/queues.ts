import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

/** A pull request of an external code host may have changed, so it is fetched. The key is its number. */
export const syncPullQueue = defineQueue({
  name: 'hear-of-pull',
  schema: z.object({ number: z.number().int().positive() }),
  policy: 'singleton',
});
