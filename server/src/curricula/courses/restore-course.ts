import type { Actor } from '#contract/roles.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { alreadyExists, notFound, refused } from '#server/platform/errors.ts';
import { holdRelease } from '#server/releases/index.ts';
import { MESSAGES } from './messages.ts';
import { findDeletedCourse, findCourseInRelease, markCourseRestored } from './queries.ts';

/**
 * Takes a course back into its release that was deleted at `since` or later.
 *
 * @throws AppError `not_found`; `refused` when its release is gone; `already_exists` when its number or folder was taken meanwhile, with
 * a text that says by what.
 */
export async function bringBackCourse(tx: Tx, actor: Actor, id: number, since: Date): Promise<void> {
  const deleted = await findDeletedCourse(tx, id, since);
  if (!deleted) throw notFound('deleted course');
  const { release_id, release_name: release, sequence, folder } = deleted;
  if (deleted.is_release_gone) throw refused(MESSAGES.releaseGone({ sequence, release }));
  await holdRelease(tx, release_id);
  const inPlace = (await findCourseInRelease(tx, release_id, { sequence })) ?? (await findCourseInRelease(tx, release_id, { folder }));
  if (inPlace) throw alreadyExists(MESSAGES.placeTaken({ sequence: inPlace.sequence, name: inPlace.fields.name, release }));
  await markCourseRestored(tx, id, actor.id);
}
