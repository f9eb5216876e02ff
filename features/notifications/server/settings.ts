import { z } from 'zod';
import type { Handle } from '#platform/server/database/database.ts';
import { EmailFrequency, NotificationKind, type NotificationSettings } from '../contract/notifications.ts';
import { listSettingRows } from './queries.ts';

/** The settings of users who have not changed them. The end of their own work is not worth an email. */
const DEFAULTS: NotificationSettings = {
  kinds: {
    mention: { inbox: true, email: true },
    reply: { inbox: true, email: true },
    review_request: { inbox: true, email: true },
    review: { inbox: true, email: true },
    proposal: { inbox: true, email: true },
    proposal_decision: { inbox: true, email: true },
    finished: { inbox: true, email: false },
  },
  email: 'daily',
};

/** As stored: by another version, with fewer or more kinds. */
const Stored = z.object({
  kinds: z.partialRecord(z.string(), z.object({ inbox: z.boolean(), email: z.boolean() })).default({}),
  email: EmailFrequency.default(DEFAULTS.email),
});

/** The settings of these users, by id. */
export async function readSettings(handle: Handle, userIds: readonly number[]): Promise<Map<number, NotificationSettings>> {
  const stored = new Map((await listSettingRows(handle, userIds)).map(({ user_id, settings }) => [user_id, settings]));
  return new Map(userIds.map((id) => [id, toSettings(stored.get(id) ?? {})]));
}

/** @param stored As in the database. */
export function toSettings(stored: unknown): NotificationSettings {
  const { kinds, email } = Stored.catch({ kinds: {}, email: DEFAULTS.email }).parse(stored);
  const entries = NotificationKind.options.map((kind) => [kind, kinds[kind] ?? DEFAULTS.kinds[kind]] as const);
  return { kinds: Object.fromEntries(entries) as NotificationSettings['kinds'], email };
}
