import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

/** Notifications from a code host. The signature is verified over the raw bytes. */
export const webhookRoutes = {
  receiveWebhook: route({
    method: 'POST',
    path: '/api/webhooks/{host}',
    summary: 'Receives a push or a pull request event from a code host, signed with the configured secret',
    access: 'public',
    servedBy: 'git',
    params: z.object({ host: z.enum(['github', 'gitea']) }),
    bodyKind: 'raw',
    bodyLimit: 25 * 1024 * 1024,
    perMinute: 600,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found', 'forbidden'],
  }),
};
