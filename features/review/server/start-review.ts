import { publishLessonsChanged } from '#features/lessons/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PullRequestSummary, ReviewStatus } from '../contract/pull-requests.ts';
import { changedLessonFolders, compareFromCache } from './branch-state.ts';
import { putFoldersUnderReview } from './lesson-review-queries.ts';
import { getLessonToReview, setReviewStatus } from './lesson-review.ts';
import { openPull } from './open-pull.ts';
import { getPull, toSummary } from './pulls/pull-requests.ts';

/**
 * Send for review: opens the pull request of a release, or finds it, and puts every lesson that differs from main under review.
 *
 * @throws AppError `not_found`, `refused` with the reason, `unavailable`.
 */
export async function sendForReview(
  platform: Platform,
  actor: Actor,
  releaseId: number,
  texts: Parameters<typeof openPull>[3],
): Promise<void> {
  const pull = await openPull(platform, actor, releaseId, texts);
  const compared = await compareFromCache(platform, await getRelease(platform.db, releaseId), pull);
  const folders = await changedLessonFolders(platform, compared);
  const lessons = await platform.db.transaction().execute(async (tx) => {
    const { status } = await getPull(tx, releaseId);
    return putFoldersUnderReview(tx, releaseId, folders, status);
  });
  publishLessonsChanged(platform, releaseId, lessons);
}

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
