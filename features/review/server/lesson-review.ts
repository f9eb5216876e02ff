import {
  getLessonFor,
  getLessonToEdit,
  readOnly,
  stateFor,
  MESSAGES,
  listVersionRows,
  type StoredLesson,
} from '#features/lesson-store/server/index.ts';
import { canStartReview, readOnlyReason } from '#features/lessons/lessons.policy.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { ReviewStatus } from '../contract/pull-requests.ts';
import { settleRequests } from './ask-reviewers.ts';
import { moveReviewStatuses, updateReviewStatus } from './lesson-review-queries.ts';

/**
 * Returns the lesson if `actor` may start its review now.
 *
 * @throws AppError `not_found`; `forbidden` for an external author if it isn't in their drafts; `refused` with the
 * reason.
 */
export async function getLessonToReview(handle: Handle, actor: Actor, id: number): Promise<StoredLesson> {
  const lesson = await getLessonFor(handle, actor, id);
  const reason = readOnlyReason(actor, stateFor(actor, lesson));
  if (reason !== null) throw readOnly(reason);
  const row = (await listVersionRows(handle, actor, lesson.sequence)).find((version) => version.id === id);
  if (row && canStartReview(actor, row)) return lesson;
  throw refused(row?.release_status === 'Modified' ? MESSAGES.underReview : MESSAGES.nothingToReview);
}

/** Puts a lesson under review in its release's pull request. */
export async function setReviewStatus(tx: Tx, actor: Actor, id: number, status: ReviewStatus): Promise<void> {
  await getLessonToEdit(tx, actor, id);
  await updateReviewStatus(tx, id, status);
}

/**
 * Updates the review status of a release's lessons from its pull request. Merged lessons keep their status until
 * another review is requested. A merge and a close settle what others were asked for. Returns the ids of the lessons whose status changed.
 */
export async function followReview(tx: Tx, releaseId: number, status: ReviewStatus): Promise<number[]> {
  if (status === 'Merged' || status === 'Closed') await settleRequests(tx, releaseId, null);
  return moveReviewStatuses(tx, releaseId, status, 'Merged' satisfies ReviewStatus);
}
