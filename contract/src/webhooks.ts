import { z } from 'zod';
import { route } from './route.ts';

/** What a code host tells of by itself (product §4). The signature is checked over the bytes as they came. */
export const webhookRoutes = {
  receiveWebhook: route({
    method: 'POST',
    path: '/api/webhooks/{host}',
    summary: 'A code host tells of a push or a pull request; signed with the secret of the settings',
    access: 'public',
    params: z.object({ host: z.enum(['github', 'gitea']) }),
    bodyKind: 'raw',
    bodyLimit: 25 * 1024 * 1024,
    perMinute: 600,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found', 'forbidden'],
  }),
};
