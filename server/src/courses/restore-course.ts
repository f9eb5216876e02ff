import type { Actor } from '#contract/roles.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { getRelease, holdRelease } from '#server/releases/service.ts';
import { requireNotInRelease } from './add-course.ts';
import { findDeletedCourse, markCourseRestored } from './tables.ts';

/**
 * Takes a course back into its release that was deleted at `since` or later.
 *
 * @throws AppError `not_found`, also when its release is gone; `already_exists` when its number was taken meanwhile.
 */
export async function bringBackCourse(tx: Tx, actor: Actor, id: number, since: Date): Promise<void> {
  const deleted = await findDeletedCourse(tx, id, since);
  if (!deleted) throw notFound('deleted course');
  await holdRelease(tx, deleted.release_id);
  const release = await getRelease(tx, deleted.release_id);
  // What main lost was taken out by a merge: git alone brings it back.
  if (release.is_main) throw notFound('deleted course');
  await requireNotInRelease(tx, release, deleted.sequence);
  await markCourseRestored(tx, id, actor.id);
}
