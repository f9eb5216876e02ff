import type { Actor } from '#platform/contract/roles.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { notificationRoutes, NotificationSettings } from '../contract/notifications.ts';
import { countInbox, listInbox, readInbox, type ListVisibleLessons } from './inbox.ts';
import { upsertSettings } from './queries.ts';
import { readSettings, toSettings } from './settings.ts';

/** The handlers of all routes of this module. */
export function notificationsModule(
  platform: Pick<Platform, 'db' | 'config'>,
  visible: ListVisibleLessons,
): Handlers<typeof notificationRoutes> {
  const unread = async (actor: Actor) => ({ unread: await countInbox(platform, visible, actor) });
  return {
    listNotifications: ({ actor, query }) => listInbox(platform, visible, actor, query),
    countNotifications: ({ actor }) => unread(actor),
    readNotification: async ({ actor, params }) => {
      await readInbox(platform, actor, { only: params.id });
      return unread(actor);
    },
    readNotifications: async ({ actor, body }) => {
      await readInbox(platform, actor, { upTo: body.up_to });
      return unread(actor);
    },
    getNotificationSettings: async ({ actor }) => ({
      settings: await settingsOf(platform, actor),
      can_email: platform.config.notifications.smtp !== null,
    }),
    saveNotificationSettings: async ({ actor, body }) => {
      await platform.db.transaction().execute((tx) => upsertSettings(tx, actor.id, body));
      return settingsOf(platform, actor);
    },
  };
}

async function settingsOf({ db }: Pick<Platform, 'db'>, { id }: Actor): Promise<NotificationSettings> {
  return (await readSettings(db, [id])).get(id) ?? toSettings({});
}
