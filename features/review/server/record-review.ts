import { listActiveUsers } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { notifyUsers } from '#features/notifications/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ReviewVerdict } from '../contract/pull-requests.ts';
import type { StoredPull } from './pulls/pull-request-queries.ts';
import { listFollowers } from './pulls/request-queries.ts';

/** Something that a user did in a review, and that others should know. */
interface ReviewEvent {
  /** `open`: sent for review. `ask`: asked others to review it. `review`: a verdict. `comment`: on the changes. */
  readonly action: 'open' | 'ask' | 'review' | 'comment';
  /** Identifies it, such as `pull-comment:12`. */
  readonly about: string;
  /** What the user wrote. */
  readonly text: string;
  readonly verdict?: ReviewVerdict;
  /** Ids of the users who are asked to review it. */
  readonly asked?: readonly number[];
  /** Ids of the users whom the text mentions. */
  readonly mentioned?: readonly number[];
  /** Ids of the users who wrote in the same thread. */
  readonly thread?: readonly number[];
  /** For the audit trail. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Records what a user did in a review and notifies others, in the transaction that stores it: of a request those who are asked, or the
 * owners if nobody is; of reviews and comments the staff whom they mention, those who wrote in the thread, the author of the pull
 * request, and who follows it.
 */
export async function recordReview(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'jobs'>,
  actor: Actor,
  pull: StoredPull,
  { action, about, text, verdict, asked = [], mentioned = [], thread = [], details }: ReviewEvent,
): Promise<void> {
  const { id, number, release_id, opened_by } = pull;
  const subject = `release:${release_id}`;
  await recordAudit(tx, { actor, action: `pull-request.${action}`, subject, details: { number, ...details } });
  const { name: release } = await getRelease(tx, release_id);
  const event = {
    about: `pull-request:${id}:${about}`,
    actor,
    details: { release, excerpt: text === '' ? null : text, verdict: verdict ?? null },
    target: { release_id },
  };
  if (action === 'open' || action === 'ask') {
    const owners = asked.length > 0 ? [] : (await listActiveUsers(tx, ['owner'])).map((user) => user.id);
    const request = { ...event.details, is_unassigned: asked.length === 0 };
    await notifyUsers(tx, platform, { ...event, kind: 'review_request', details: request, to: [...asked, ...owners] });
    return;
  }
  const followers = await listFollowers(tx, id);
  await notifyUsers(tx, platform, { ...event, kind: 'mention', to: mentioned });
  await notifyUsers(tx, platform, { ...event, kind: 'reply', to: thread });
  await notifyUsers(tx, platform, { ...event, kind: 'review', to: opened_by === null ? followers : [opened_by, ...followers] });
}
