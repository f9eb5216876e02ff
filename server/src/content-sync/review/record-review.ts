import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { StoredPull } from '#server/releases/index.ts';

/** Something that a user did in a review, and that others should know. */
interface ReviewEvent {
  /** `open`: sent for review. `review`: a verdict. `comment`: on the changes. */
  readonly action: 'open' | 'review' | 'comment';
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Records what a user did in a review, in the transaction that stores it. The one place that tells others about reviews.
 */
export async function recordReview(tx: Tx, actor: Actor, pull: StoredPull, { action, details }: ReviewEvent): Promise<void> {
  await recordAudit(tx, {
    actor,
    action: `pull-request.${action}`,
    subject: `release:${pull.release_id}`,
    details: { number: pull.number, ...details },
  });
}
