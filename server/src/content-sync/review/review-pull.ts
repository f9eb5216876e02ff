import type { ReviewVerdict } from '#contract/pull-requests.ts';
import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import { followReview, publishLessonsChanged } from '#server/lessons/index.ts';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addReview, closeLocalPull, getPull, type StoredPull } from '#server/releases/index.ts';
import { compareWithMain } from './branch-state.ts';
import { getReviewedRelease } from './find-release.ts';
import { hearOfPull } from './hear-of-pull.ts';
import { askHost } from './host-calls.ts';
import { MESSAGES } from './messages.ts';

/**
 * Approves, requests changes, or comments. The author of a pull request may approve it too, and is shown as such, so
 * that a team of one can publish. On external code hosts, reviews are written there.
 *
 * @throws AppError `refused` without a text where one is required, if it isn't open, and on an external code host.
 */
export async function reviewPull(
  platform: Platform,
  actor: Actor,
  releaseId: number,
  review: { verdict: ReviewVerdict; text: string },
): Promise<StoredPull> {
  if (platform.codeHost.pulls !== null) throw refused(MESSAGES.notLocal(platform.codeHost.name));
  if (review.verdict !== 'approve' && review.text === '') throw refused(MESSAGES.noText);
  const release = await getReviewedRelease(platform.db, releaseId);
  await getPull(platform.db, releaseId);
  const { head } = await compareWithMain(platform, release);
  const { pull, lessons } = await platform.db.transaction().execute(async (tx) => {
    const reviewed = await addReview(tx, actor, { release_id: releaseId, ...review, commit: head });
    const details = { number: reviewed.number, verdict: review.verdict };
    await recordAudit(tx, { actor, action: 'pull-request.review', subject: `release:${releaseId}`, details });
    return { pull: reviewed, lessons: await followReview(tx, releaseId, reviewed.status) };
  });
  publishLessonsChanged(platform, releaseId, lessons);
  return pull;
}

/** Closes the pull request of a release without merging. @throws AppError `refused` if it isn't open. */
export async function closePull(platform: Platform, actor: Actor, releaseId: number): Promise<StoredPull> {
  await getReviewedRelease(platform.db, releaseId);
  const known = await getPull(platform.db, releaseId);
  const audit = { actor, action: 'pull-request.close', subject: `release:${releaseId}`, details: { number: known.number } };
  const { pulls } = platform.codeHost;
  if (pulls !== null) {
    await hearOfPull(platform, await askHost(() => pulls.close(known.number)), { audit });
    return getPull(platform.db, releaseId);
  }
  const { pull, lessons } = await platform.db.transaction().execute(async (tx) => {
    const closed = await closeLocalPull(tx, releaseId);
    await recordAudit(tx, audit);
    return { pull: closed, lessons: await followReview(tx, releaseId, 'Closed') };
  });
  publishLessonsChanged(platform, releaseId, lessons);
  return pull;
}
