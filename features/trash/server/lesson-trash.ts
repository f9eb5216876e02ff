import { MESSAGES, findLesson, findLessonInRelease, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { lockOpenRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import { findDeletedLessonForUpdate, listDeletedLessonRows, markLessonRestored, type DeletedLesson } from './lesson-trash-queries.ts';

/** Lessons deleted at `since` or later that can be restored, latest first. */
export async function listDeletedLessons(handle: Handle, since: Date): Promise<DeletedLesson[]> {
  return listDeletedLessonRows(handle, since);
}

/**
 * Restores a lesson from the trash in its release, and returns it. The caller restores the rest (its files in git).
 *
 * @throws AppError `not_found`; `refused` if its release is gone or closed; `already_exists` if its number or folder is in use
 * again, with a text that says by what.
 */
export async function restoreLessonRow(tx: Tx, actor: Actor, id: number, since: Date): Promise<StoredLesson> {
  const deleted = await findDeletedLessonForUpdate(tx, id, since);
  if (!deleted) throw notFound('deleted lesson');
  if (deleted.is_release_gone) throw refused(MESSAGES.releaseGone(deleted));
  await lockOpenRelease(tx, deleted.release_id, MESSAGES.mainRelease);
  const inPlace =
    (await findLessonInRelease(tx, deleted.release_id, { sequence: deleted.sequence })) ??
    (await findLessonInRelease(tx, deleted.release_id, { folder: deleted.folder }));
  if (inPlace) throw alreadyExists(MESSAGES.placeTaken({ ...inPlace, title: inPlace.fields.title }));
  await markLessonRestored(tx, id, actor.id);
  const lesson = await findLesson(tx, id);
  if (!lesson) throw notFound('lesson');
  return lesson;
}
