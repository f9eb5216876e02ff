import { deliveryOf } from '#features/code-hosts/server/index.ts';
import { notFound, forbidden } from '#platform/server/errors.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { webhookRoutes } from '../contract.ts';
import { syncPullQueue } from './queues.ts';
import { SeenDeliveries } from './seen-deliveries.ts';
import { syncBranch } from './sync-branch.ts';

export function webhookHandlers(platform: Platform): Handlers<typeof webhookRoutes> {
  const { config, codeHost, db, jobs } = platform;
  const seen = new SeenDeliveries();
  return {
    receiveWebhook: async ({ params: { host }, request }) => {
      if (config.codeHost.kind !== host || config.codeHost.webhookSecret === null) throw notFound('webhook');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = codeHost.readWebhook(request.headers, body);
      if (event === null) throw forbidden('Invalid signature: the secret of the webhook must match LESSONWRIGHT_WEBHOOK_SECRET.');
      const delivery = deliveryOf(host, request.headers);
      if (delivery !== null && seen.has(delivery)) return { ok: true };
      if (event.kind === 'push') await syncBranch(platform, event.branch, event.sha);
      if (event.kind === 'pull-request') {
        const { number } = event;
        await db.transaction().execute((tx) => jobs.send(tx, syncPullQueue, { number }, { singletonKey: String(number) }));
      }
      if (delivery !== null) seen.add(delivery);
      return { ok: true };
    },
  };
}
