import { getUserNames } from '#features/accounts/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import { publishOnCommit } from '#platform/server/live/relay.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Notification, NotificationDetails } from '../contract/notifications.ts';
import { countUnread, listInboxRows, listNotifiedLessons, listUnreadRows, markRead, type NotificationRow } from './queries.ts';

type Db = Pick<Platform, 'db'>;

/**
 * Returns which of these lessons a user may see. The lessons feature passes it in, because it comes after this one: access may have ended
 * since the user was notified.
 */
export type ListVisibleLessons = (handle: Handle, actor: Actor, lessonIds: readonly number[]) => Promise<ReadonlySet<number>>;

/** One page of the inbox, newest first. */
export async function listInbox(
  { db }: Db,
  visible: ListVisibleLessons,
  actor: Actor,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ notifications: Notification[]; next: number | null }> {
  const lessons = await visibleTo(db, visible, actor);
  const rows = await listInboxRows(db, actor.id, { before, limit: limit + 1, lessons });
  const shown = rows.slice(0, limit);
  return { notifications: await toNotifications(db, shown), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** The mentions of a user that they haven't read. */
export async function listUnreadMentions(handle: Handle, userId: number): Promise<Notification[]> {
  return toNotifications(handle, await listUnreadRows(handle, userId, 'mention'));
}

/** The number of unread notifications in the inbox. */
export async function countInbox({ db }: Db, visible: ListVisibleLessons, actor: Actor): Promise<number> {
  return countUnread(db, actor.id, await visibleTo(db, visible, actor));
}

/**
 * Marks one notification as read, or all up to one, and updates the user's other pages.
 * @throws AppError `not_found` if the user has no such notification.
 */
export async function readInbox({ db }: Db, actor: Actor, ids: { only: number } | { upTo: number }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const count = await markRead(tx, actor.id, ids);
    if (count === 0 && 'only' in ids) throw notFound('notification');
    if (count > 0) await publishOnCommit(tx, `user:${actor.id}`, { type: 'notifications-changed' });
  });
}

/** The lessons of a user's notifications that they may see. */
export async function visibleTo(handle: Handle, visible: ListVisibleLessons, actor: Actor): Promise<ReadonlySet<number>> {
  return visible(handle, actor, await listNotifiedLessons(handle, actor.id));
}

/** Rows as sent to the page. */
export async function toNotifications(handle: Handle, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const names = await getUserNames(
    handle,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  );
  return rows.map(({ id, kind, actor_id, details, created_at, read_at, ...row }) => ({
    id,
    kind,
    actor: actor_id === null ? null : { id: actor_id, name: names.get(actor_id) ?? '' },
    details: NotificationDetails.parse(details),
    target: {
      lesson_id: row.lesson_id,
      screen_id: row.screen_id,
      comment_id: row.comment_id,
      release_id: row.release_id,
      build_number: row.build_number,
    },
    created_at: created_at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
  }));
}
