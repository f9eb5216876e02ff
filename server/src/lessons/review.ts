import { canStartReview } from '#contract/lessons.policy.ts';
import type { ReviewStatus } from '#contract/pull-requests.ts';
import type { Actor } from '#contract/roles.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { forbidden, refused } from '#server/platform/errors.ts';
import { getLessonFor, getLessonToEdit } from './access.ts';
import { MESSAGES } from './messages.ts';
import { listVersionRows } from './list/queries.ts';
import { moveReviewStatuses, updateReviewStatus, type StoredLesson } from './queries.ts';

/**
 * The lesson, when its review may be started by `actor` now.
 *
 * @throws AppError `not_found`; `forbidden` for an external author whose drafts it is not in; `refused` with the reason.
 */
export async function getLessonToReview(handle: Handle, actor: Actor, id: number): Promise<StoredLesson> {
  const lesson = await getLessonFor(handle, actor, id);
  if (actor.role === 'external' && lesson.drafts_of !== actor.id) throw forbidden(MESSAGES.notYours);
  const row = (await listVersionRows(handle, actor, lesson.sequence)).find((version) => version.id === id);
  if (row && canStartReview(row)) return lesson;
  if (lesson.is_main) throw refused(MESSAGES.published);
  if (lesson.is_shallow_import) throw refused(MESSAGES.shallow);
  throw refused(row?.release_status === 'Modified' ? MESSAGES.underReview : MESSAGES.nothingToReview);
}

/** Puts a lesson under the review of its release's pull request. */
export async function putUnderReview(tx: Tx, actor: Actor, id: number, status: ReviewStatus): Promise<void> {
  await getLessonToEdit(tx, actor, id);
  await updateReviewStatus(tx, id, status);
}

/**
 * Makes the lessons of a release that are under review follow its pull request. What was merged once stays so until
 * somebody asks for another review. Answers the ids of the lessons whose status is another one now.
 */
export async function followReview(tx: Tx, releaseId: number, status: ReviewStatus): Promise<number[]> {
  return moveReviewStatuses(tx, releaseId, status, 'Merged' satisfies ReviewStatus);
}
