import type { Table } from '#platform/server/database/tables.ts';
import type { NotificationKind } from '../contract/notifications.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    notifications: Table<'notifications', { kind: NotificationKind }>;
    notification_settings: Table<'notification_settings'>;
  }
}
