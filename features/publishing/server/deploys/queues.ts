import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

/** Time limit of a deploy in minutes, including the target environment. */
export const DEPLOY_LIMIT_MINUTES = 60;

/** One deploy; the key is the lesson, so that a lesson's deploys run one at a time. */
export const deployLessonQueue = defineQueue({
  name: 'deploy-lesson',
  schema: z.object({ deploy_id: z.number().int() }),
  policy: 'singleton',
  // Most of them wait for answers.
  concurrency: 4,
  // Longer than the deploy's own limit, so that the deploy can report it.
  timeLimitSeconds: (DEPLOY_LIMIT_MINUTES + 1) * 60,
});
