import { displayName, getUser, toActor } from '#features/accounts/server/index.ts';
import { HOUR_MS } from '#platform/contract/times.ts';
import type { Platform } from '#platform/server/platform.ts';
import { repeat } from '#platform/server/repeat.ts';
import { toNotifications, type ListVisibleLessons } from '../inbox.ts';
import { listUnsentDigests, lockUnsent, markDigestFailed, markDigestSent } from '../queries.ts';
import { readSettings, toSettings } from '../settings.ts';
import { digestEmail } from './digest.ts';
import { openMailer, type SendEmail } from './mailer.ts';

/** How old the oldest unread notification of a digest is when the digest is sent. */
const AFTER_MS = { hourly: HOUR_MS, daily: 24 * HOUR_MS } as const;
/** How often due digests are looked for. */
const LOOK_MS = 60_000;
/** Pause after the first failure; it doubles with each further one. */
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 6 * HOUR_MS;
interface DigestContext {
  readonly platform: Pick<Platform, 'db' | 'config' | 'log'>;
  readonly visible: ListVisibleLessons;
  readonly send: SendEmail;
  readonly now: Date;
  readonly signal?: AbortSignal;
}

/**
 * Sends the digests that are due, one user at a time. A digest that could not be sent is logged and tried again later, with what has
 * been added since. Returns the number of digests that were sent.
 */
export async function sendDigests(context: DigestContext): Promise<number> {
  const { platform, now, signal } = context;
  let sent = 0;
  for (const { user_id, oldest, settings } of await listUnsentDigests(platform.db, now)) {
    if (signal?.aborted) break;
    const { email } = toSettings(settings);
    if (email === 'off' || now.getTime() - oldest.getTime() < AFTER_MS[email]) continue;
    try {
      if (await sendDigest(context, user_id)) sent++;
    } catch (error) {
      platform.log.error({ err: error, user: user_id }, 'could not send a digest; it will be tried again');
      await markDigestFailed(platform.db, user_id, (failures) => new Date(now.getTime() + pauseAfter(failures)));
    }
  }
  return sent;
}

/**
 * Sends inside the transaction that marks the rows: a failure rolls back and nothing is lost; another server skips the locked rows. If
 * the server is killed between the two, the digest is sent again with the same `Message-ID`.
 */
async function sendDigest({ platform, visible, send, now }: DigestContext, userId: number): Promise<boolean> {
  return platform.db.transaction().execute(async (tx) => {
    const rows = await lockUnsent(tx, userId);
    if (rows.length === 0) return false;
    const user = await getUser(tx, userId);
    const lessons = await visible(
      tx,
      toActor(user),
      rows.flatMap(({ lesson_id }) => lesson_id ?? []),
    );
    const shown = rows.filter(({ lesson_id }) => lesson_id === null || lessons.has(lesson_id));
    if (shown.length > 0) {
      const frequency = (await readSettings(tx, [userId])).get(userId)?.email ?? 'daily';
      const to = { id: userId, name: displayName(user), email: user.email };
      await send(digestEmail(await toNotifications(tx, shown), { to, frequency, publicUrl: platform.config.publicUrl }));
    }
    await markDigestSent(
      tx,
      userId,
      rows.map(({ id }) => id),
      now,
    );
    return shown.length > 0;
  });
}

function pauseAfter(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}

/** Sends due digests until `stop`, which waits for the current one. Does nothing without a mail server. */
export function startDigests(
  platform: DigestContext['platform'],
  visible: ListVisibleLessons,
  everyMs = LOOK_MS,
): { stop(): Promise<void> } {
  const { smtp } = platform.config.notifications;
  if (smtp === null) return { stop: () => Promise.resolve() };
  const send = openMailer(smtp);
  return repeat(everyMs, async (signal) => {
    await sendDigests({ platform, visible, send, now: new Date(), signal }).catch((error: unknown) =>
      platform.log.error({ err: error }, 'could not look for due digests'),
    );
    return everyMs;
  });
}
