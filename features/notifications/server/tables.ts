import type { Generated, GeneratedAlways } from 'kysely';
import type { NotificationKind } from '../contract/notifications.ts';
import type { Document, JsonWithDefault } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    notifications: NotificationTable;
    notification_settings: NotificationSettingTable;
  }
}

interface NotificationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: NotificationKind;
  about: string;
  actor_id: number | null;
  lesson_id: number | null;
  screen_id: number | null;
  comment_id: number | null;
  release_id: number | null;
  build_number: number | null;
  details: JsonWithDefault<Document>;
  in_inbox: boolean;
  by_email: boolean;
  created_at: Generated<Date>;
  read_at: Date | null;
  emailed_at: Date | null;
}

interface NotificationSettingTable {
  user_id: number;
  settings: JsonWithDefault<Document>;
  email_failures: Generated<number>;
  email_retry_at: Date | null;
}
