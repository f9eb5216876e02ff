import type { PullRequestSummary, ReviewStatus } from '#contract/pull-requests.ts';
import type { Actor } from '#contract/roles.ts';
import { getLessonToReview, setReviewStatus, publishLessonsChanged } from '#server/lessons/index.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getPull, toSummary } from '#server/releases/index.ts';
import { openPull } from './open-pull.ts';

/**
 * Ready for Review: opens the pull request of the lesson's release, or finds it. The lesson's review status follows it
 * from then on.
 *
 * @throws AppError `not_found`, `forbidden`, `refused` with the reason, `unavailable`.
 */
export async function startReview(
  platform: Platform,
  actor: Actor,
  lessonId: number,
): Promise<{ status: ReviewStatus; pull_request: PullRequestSummary }> {
  const lesson = await getLessonToReview(platform.db, actor, lessonId);
  await openPull(platform, actor, lesson.release_id, {});
  // The pull request may have changed since; the lesson gets its current state.
  const pull = await platform.db.transaction().execute(async (tx) => {
    const current = await getPull(tx, lesson.release_id);
    await setReviewStatus(tx, actor, lessonId, current.status);
    return current;
  });
  publishLessonsChanged(platform, lesson.release_id, [lessonId]);
  return { status: pull.status, pull_request: toSummary(pull) };
}
