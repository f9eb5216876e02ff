import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

/** A whole release may take hours on a busy machine. */
const LIMIT_SECONDS = 24 * 60 * 60;

/** One rehearsal, from where it is to its end. */
export const rehearseQueue = defineQueue({
  name: 'rehearse-upgrade',
  schema: z.object({ rehearsal_id: z.number().int() }),
  policy: 'singleton',
  concurrency: 1,
  timeLimitSeconds: LIMIT_SECONDS,
});
