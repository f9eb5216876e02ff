import { z } from 'zod';
import { defineQueue } from '#server/platform/jobs.ts';

/** Sent with every save of a code screen, for workers that check it. */
export const screenSavedQueue = defineQueue({
  name: 'look-at-saved-screen',
  schema: z.object({ screen_id: z.number().int() }),
  policy: 'singleton',
  isForAll: true,
  concurrency: 2,
});
