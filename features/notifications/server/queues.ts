import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

/** Posts the notifications of one event to the webhook of the installation, in one call. Version 0.2 queued one notification. */
export const postWebhookQueue = defineQueue({
  name: 'post-notification',
  schema: z.union([
    z.object({ notification_ids: z.array(z.number().int()).min(1) }),
    z.object({ notification_id: z.number().int() }).transform(({ notification_id }) => ({ notification_ids: [notification_id] })),
  ]),
  policy: 'parallel',
});
