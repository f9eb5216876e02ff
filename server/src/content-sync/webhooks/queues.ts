import { z } from 'zod';
import { defineQueue } from '#server/platform/jobs.ts';

/** A pull request of another code host may have moved: it is asked for. The key is its number. */
export const hearOfPullQueue = defineQueue({
  name: 'hear-of-pull',
  schema: z.object({ number: z.number().int().positive() }),
  policy: 'singleton',
});
