import { z } from 'zod';
import { defineQueue } from '#server/platform/jobs.ts';

/** Minutes that a deploy may take, the environment that it goes to included. */
export const DEPLOY_LIMIT_MINUTES = 60;

/** One deploy; its key is the lesson, so that those of one lesson are made one after the other. */
export const deployLessonQueue = defineQueue({
  name: 'deploy-lesson',
  schema: z.object({ deploy_id: z.number().int() }),
  policy: 'singleton',
  // Beyond the limit that the deploy itself keeps, so that it can say so.
  timeLimitSeconds: (DEPLOY_LIMIT_MINUTES + 1) * 60,
});
