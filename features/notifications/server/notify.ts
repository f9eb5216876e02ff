import type { z } from 'zod';
import { getUsers } from '#features/accounts/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { publishOnCommit } from '#platform/server/live/relay.ts';
import type { Platform } from '#platform/server/platform.ts';
import { NotificationDetails, type NotificationKind, type NotificationTarget } from '../contract/notifications.ts';
import { insertNotifications, settleRows, type Settled } from './queries.ts';
import { postWebhookQueue } from './queues.ts';
import { readSettings, toSettings } from './settings.ts';

const EXCERPT_MAX = 200;

/** Work that takes this long sends a notification at its end: the user may have left the page. */
export const LONG_WORK_MS = 10_000;

export interface NewNotification {
  readonly kind: NotificationKind;
  /** What happened, such as `comment:12`. A user is notified of it once, whatever the kind: send the more important kind first. */
  readonly about: string;
  /** Null: the product itself. An actor is never notified of what they did. */
  readonly actor: { readonly id: number } | null;
  /** Ids of users. */
  readonly to: readonly number[];
  /** An `excerpt` of any length: its beginning is kept. */
  readonly details: Readonly<z.input<typeof NotificationDetails>>;
  readonly target: Readonly<Partial<NotificationTarget>>;
}

/**
 * Notifies users as their settings say, in the transaction of what happened: if that is rolled back, so is this. Their pages update
 * on commit. Leaves out the actor, users without access to the product, and external authors unless it is about a lesson.
 */
export async function notifyUsers(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'jobs'>,
  { kind, about, actor, to, details, target }: NewNotification,
): Promise<void> {
  const users = await getUsers(
    tx,
    to.filter((id) => id !== actor?.id),
  );
  const isAboutLesson = (target.lesson_id ?? null) !== null;
  const reached = [...users.values()].filter(({ revoked_at, role }) => revoked_at === null && (role !== 'external' || isAboutLesson));
  const settings = await readSettings(
    tx,
    reached.map(({ id }) => id),
  );
  const { excerpt, ...pieces } = NotificationDetails.parse(details);
  const stored = JSON.stringify({ ...pieces, excerpt: excerpt && shortened(excerpt) });
  const rows = reached.flatMap(({ id }) => {
    const { kinds, email } = settings.get(id) ?? toSettings({});
    const [in_inbox, by_email] = [kinds[kind].inbox, kinds[kind].email && email !== 'off'];
    if (!in_inbox && !by_email) return [];
    return [{ user_id: id, kind, about, actor_id: actor?.id ?? null, ...target, details: stored, in_inbox, by_email }];
  });
  const added = await insertNotifications(tx, rows);
  for (const { user_id, in_inbox } of added) if (in_inbox) await notifyPages(tx, user_id);
  if (added.length > 0 && platform.config.notifications.webhook !== null)
    await platform.jobs.send(tx, postWebhookQueue, { notification_ids: added.map(({ id }) => id) });
}

/** What notifications ask for is done: inboxes and digests leave them out from now on. */
export async function settleNotifications(tx: Tx, settled: Settled): Promise<void> {
  for (const userId of await settleRows(tx, settled)) await notifyPages(tx, userId);
}

function notifyPages(tx: Tx, userId: number): Promise<void> {
  return publishOnCommit(tx, `user:${userId}`, { type: 'notifications-changed' });
}

/** The beginning of a text in one line, without the most common marks of Markdown. */
export function shortened(text: string): string {
  const line = text
    .replaceAll(/\*\*|`+/g, '')
    .replaceAll(/^[#>\s]+/gm, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return line.length > EXCERPT_MAX ? `${line.slice(0, EXCERPT_MAX - 1).trimEnd()}…` : line;
}
