import { displayName, getUsers } from '#features/accounts/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { signatureOf } from '#platform/server/webhook-config.ts';
import { notificationAddress, notificationText } from '../contract/notification-text.ts';
import { toNotifications } from './inbox.ts';
import { listNotificationsById } from './queries.ts';
import { postWebhookQueue } from './queues.ts';

const ANSWER_LIMIT_MS = 10_000;

type Context = Pick<Platform, 'db' | 'config' | 'log'>;

/** Starts posting notifications to the webhook of the installation, if there is one. */
export async function startNotificationWorkers(platform: Context & Pick<Platform, 'jobs'>): Promise<void> {
  if (platform.config.notifications.webhook === null) return;
  await platform.jobs.work(postWebhookQueue, ({ notification_ids }, signal) => postWebhook(platform, notification_ids, signal));
}

/**
 * Posts the notifications of one event in one call, with everyone who got one. A receiver that refuses it is logged; one that doesn't respond or is overloaded is called again by the queue.
 * @throws Error if it should be posted again.
 */
export async function postWebhook(
  { db, config, log }: Context,
  ids: readonly number[],
  signal: AbortSignal,
  limitMs = ANSWER_LIMIT_MS,
): Promise<void> {
  const { webhook } = config.notifications;
  if (webhook === null) return;
  const rows = await listNotificationsById(db, ids);
  const [notification] = await toNotifications(db, rows);
  if (!notification) return;
  const users = await getUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const { id, kind, actor, details, target, created_at } = notification;
  const body = JSON.stringify({
    event: 'notification',
    id,
    kind,
    to: [...users.values()].map((user) => ({ id: user.id, name: displayName(user), email: user.email })),
    actor,
    text: notificationText(notification),
    url: config.publicUrl + notificationAddress(notification),
    details,
    target,
    created_at,
  });
  const response = await fetch(webhook.url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-lessonwright-delivery': `notification-${id}`,
      ...signatureOf(webhook.secret, body),
    },
    // A redirect would send it to a host that wasn't configured.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  });
  await response.body?.cancel();
  if (response.ok) return;
  if (response.status >= 500 || response.status === 429) throw new Error(`The notification webhook replied ${response.status}.`);
  log.error({ notification: id, status: response.status }, 'the notification webhook refused a notification');
}
