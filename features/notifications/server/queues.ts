import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

/** Posts one notification to the webhook of the installation. */
export const postWebhookQueue = defineQueue({
  name: 'post-notification',
  schema: z.object({ notification_id: z.number().int() }),
  policy: 'parallel',
});
