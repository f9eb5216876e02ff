import type { webhookRoutes } from '#contract/webhooks.ts';
import { deliveryOf } from '#server/platform/code-hosts/read-webhook.ts';
import { forbidden, notFound } from '#server/platform/errors.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hearOfBranch } from './hear-of-branch.ts';
import { hearOfPullQueue } from './queues.ts';
import { SeenDeliveries } from './seen-deliveries.ts';

export function webhookHandlers(platform: Platform): Handlers<typeof webhookRoutes> {
  const { config, codeHost, db, jobs } = platform;
  const seen = new SeenDeliveries();
  return {
    receiveWebhook: async ({ params: { host }, request }) => {
      if (config.codeHost.kind !== host || config.codeHost.webhookSecret === null) throw notFound('webhook');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = await codeHost.readWebhook(request.headers, body);
      if (event === null) throw forbidden('Invalid signature: the secret of the webhook must match LESSONWRIGHT_WEBHOOK_SECRET.');
      const delivery = deliveryOf(host, request.headers);
      if (delivery !== null && seen.has(delivery)) return { ok: true };
      if (event.kind === 'push') await hearOfBranch(platform, event.branch, event.sha);
      if (event.kind === 'pull-request') {
        const { number } = event;
        await db.transaction().execute((tx) => jobs.send(tx, hearOfPullQueue, { number }, { singletonKey: String(number) }));
      }
      if (delivery !== null) seen.add(delivery);
      return { ok: true };
    },
  };
}
