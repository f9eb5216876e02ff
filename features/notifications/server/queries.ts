import { type Insertable, type Selectable, sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { Tables } from '#platform/server/database/tables.ts';
import type { NotificationKind, NotificationSettings } from '../contract/notifications.ts';

/** Most notifications in one email; the next one has the others. */
const DIGEST_MAX = 100;

export type NotificationRow = Selectable<Tables['notifications']>;

/** Skips users who were already notified of the same. Returns the inserted ones. */
export async function insertNotifications(
  tx: Tx,
  rows: readonly Insertable<Tables['notifications']>[],
): Promise<Pick<NotificationRow, 'id' | 'user_id' | 'in_inbox'>[]> {
  if (rows.length === 0) return [];
  return tx
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'about']).doNothing())
    .returning(['id', 'user_id', 'in_inbox'])
    .execute();
}

/** What notifies of these comments leads to another screen from now on. */
export async function moveCommentNotifications(tx: Tx, commentIds: readonly number[], screenId: number): Promise<void> {
  if (commentIds.length === 0) return;
  await tx
    .updateTable('notifications')
    .set({ screen_id: screenId })
    .where('comment_id', 'in', [...commentIds])
    .execute();
}

/** Whether a user was notified since then of something whose name starts like this. */
export async function wasNotified(tx: Tx, { userId, about, since }: { userId: number; about: string; since: Date }): Promise<boolean> {
  const row = await tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where((each) => each(each.fn<boolean>('starts_with', ['about', each.val(`${about}:`)]), '=', true))
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the settings of those among these users who changed them. */
export async function listSettingRows(handle: Handle, userIds: readonly number[]): Promise<{ user_id: number; settings: unknown }[]> {
  if (userIds.length === 0) return [];
  return handle.selectFrom('notification_settings').select(['user_id', 'settings']).where('user_id', 'in', userIds).execute();
}

/** One page of an inbox, newest first. */
export async function listInboxRows(
  handle: Handle,
  userId: number,
  { before, limit, lessons }: { before: number | undefined; limit: number; lessons: VisibleLessons },
): Promise<NotificationRow[]> {
  return inbox(handle, userId, lessons)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The lessons that a user may see, of those that their notifications are about. */
export type VisibleLessons = ReadonlySet<number>;

/** The lessons that notifications of a user are about. */
export async function listNotifiedLessons(handle: Handle, userId: number): Promise<number[]> {
  const rows = await handle
    .selectFrom('notifications')
    .select('lesson_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('lesson_id', 'is not', null)
    .execute();
  return rows.flatMap(({ lesson_id }) => lesson_id ?? []);
}

export async function countUnread(handle: Handle, userId: number, lessons: VisibleLessons): Promise<number> {
  const { count } = await inbox(handle, userId, lessons)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function inbox(handle: Handle, userId: number, lessons: VisibleLessons) {
  return handle
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('in_inbox', '=', true)
    .where('settled_at', 'is', null)
    .where(sql<boolean>`(lesson_id is null or lesson_id = any(${[...lessons]}::integer[]))`);
}

/** The most that are listed of a user's unread notifications. */
const UNREAD_MAX = 100;

/** Unread notifications of one kind in an inbox, newest first. */
export async function listUnreadRows(handle: Handle, userId: number, kind: NotificationKind): Promise<NotificationRow[]> {
  return handle
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('in_inbox', '=', true)
    .where('read_at', 'is', null)
    .where('settled_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(UNREAD_MAX)
    .execute();
}

/** Returns how many of the user's notifications with these ids exist, read or not. */
export async function markRead(tx: Tx, userId: number, ids: { only: number } | { upTo: number }): Promise<number> {
  const update = tx
    .updateTable('notifications')
    .set({ read_at: sql<Date>`coalesce(read_at, now())` })
    .where('user_id', '=', userId)
    .where('in_inbox', '=', true);
  const result = await (
    'only' in ids ? update.where('id', '=', ids.only) : update.where('id', '<=', ids.upTo).where('read_at', 'is', null)
  ).executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function upsertSettings(tx: Tx, userId: number, settings: NotificationSettings): Promise<void> {
  const text = JSON.stringify(settings);
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, settings: text })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings: text }))
    .execute();
}

/** Deletes notifications from before this time, read or not. Returns their number. */
export async function deleteNotificationsBefore(handle: Handle, before: Date): Promise<number> {
  const result = await handle.deleteFrom('notifications').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

interface UnsentDigest {
  user_id: number;
  /** When the oldest notification in it was written. */
  oldest: Date;
  settings: unknown;
}

/** The users with access who have unread notifications that were not sent yet, except those whose last failure is too recent. */
export async function listUnsentDigests(handle: Handle, now: Date): Promise<UnsentDigest[]> {
  return handle
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .leftJoin('notification_settings as s', 's.user_id', 'n.user_id')
    .where('n.by_email', '=', true)
    .where('n.emailed_at', 'is', null)
    .where('n.read_at', 'is', null)
    .where('n.settled_at', 'is', null)
    .where('u.revoked_at', 'is', null)
    .where(sql<boolean>`(s.email_retry_at is null or s.email_retry_at <= ${now})`)
    .groupBy(['n.user_id', 's.settings'])
    .select(['n.user_id', sql<Date>`min(n.created_at)`.as('oldest'), sql`coalesce(s.settings, '{}')`.as('settings')])
    .orderBy('oldest')
    .execute();
}

/** What a digest of a user contains, oldest first, locked. Empty while another server sends it. */
export async function lockUnsent(tx: Tx, userId: number): Promise<NotificationRow[]> {
  return tx
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('by_email', '=', true)
    .where('emailed_at', 'is', null)
    .where('read_at', 'is', null)
    .where('settled_at', 'is', null)
    .orderBy('id')
    .limit(DIGEST_MAX)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function markDigestSent(tx: Tx, userId: number, ids: readonly number[], at: Date): Promise<void> {
  await tx.updateTable('notifications').set({ emailed_at: at }).where('id', 'in', ids).execute();
  await tx.updateTable('notification_settings').set({ email_failures: 0, email_retry_at: null }).where('user_id', '=', userId).execute();
}

/** @param retryAt When to try again after this many failures in a row. */
export async function markDigestFailed(handle: Handle, userId: number, retryAt: (failures: number) => Date): Promise<void> {
  const { email_failures } = await handle
    .insertInto('notification_settings')
    .values({ user_id: userId, email_failures: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ email_failures: sql<number>`notification_settings.email_failures + 1` }),
    )
    .returning('email_failures')
    .executeTakeFirstOrThrow();
  await handle
    .updateTable('notification_settings')
    .set({ email_retry_at: retryAt(email_failures) })
    .where('user_id', '=', userId)
    .execute();
}

export async function listNotificationsById(handle: Handle, ids: readonly number[]): Promise<NotificationRow[]> {
  return handle.selectFrom('notifications').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** What notifications ask for is done: of one user, or of everyone. */
export interface Settled {
  readonly kind: NotificationKind;
  readonly release_id: number;
  readonly user_id: number | null;
}

/** Returns the users who had such notifications. */
export async function settleRows(tx: Tx, { kind, release_id, user_id }: Settled): Promise<number[]> {
  const rows = await tx
    .updateTable('notifications')
    .set({ settled_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('release_id', '=', release_id)
    .where('settled_at', 'is', null)
    .$if(user_id !== null, (query) => query.where('user_id', '=', user_id ?? 0))
    .returning('user_id')
    .execute();
  return [...new Set(rows.map((row) => row.user_id))];
}
