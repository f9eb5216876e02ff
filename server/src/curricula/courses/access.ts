import { canEditCourse } from '#contract/courses.policy.ts';
import type { Actor } from '#contract/roles.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { forbidden, notFound, refused } from '#server/platform/errors.ts';
import { listCourseRows, type ListedCourse } from './list-queries.ts';
import { MESSAGES } from './messages.ts';
import { findCourse, findCourseForUpdate, type StoredCourse } from './queries.ts';

/**
 * A course that `actor` may see: external authors see the latest version of each number (product §9).
 *
 * @throws AppError `not_found` also for one that the actor may not see.
 */
export async function getCourseFor(handle: Handle, actor: Actor, id: number): Promise<{ course: StoredCourse; row: ListedCourse }> {
  const course = await findCourse(handle, id);
  if (!course) throw notFound('course');
  const latest = actor.role === 'external' ? await listCourseRows(handle, 'latest') : await listCourseRows(handle, { id });
  const row = latest.find((each) => each.id === id);
  if (!row) throw notFound('course');
  return { course, row };
}

/** The course, locked for the transaction, when it may be edited. @throws AppError `not_found`; `refused` when it is main's (B §6). */
export async function getCourseToEdit(tx: Tx, actor: Actor, id: number): Promise<StoredCourse> {
  const course = await findCourseForUpdate(tx, id);
  if (!course) throw notFound('course');
  if (canEditCourse(actor, course)) return course;
  throw course.is_main ? refused(MESSAGES.readOnly) : forbidden();
}
