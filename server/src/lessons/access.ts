import { canEditLesson } from '#contract/lessons.policy.ts';
import type { Actor } from '#contract/roles.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { notFound, refused } from '#server/platform/errors.ts';
import { MESSAGES } from './messages.ts';
import { listVersionRows } from './list/queries.ts';
import { findLesson, findLessonForUpdate, type StoredLesson } from './queries.ts';

/**
 * Returns a lesson that `actor` may see, by the same rule as the lessons list.
 *
 * @throws AppError `not_found` also for a lesson that the actor may not see, so that it isn't disclosed.
 */
export async function getLessonFor(handle: Handle, actor: Actor, id: number): Promise<StoredLesson> {
  const lesson = await findLesson(handle, id);
  if (!lesson || !(await canSee(handle, actor, lesson))) throw notFound('lesson');
  return lesson;
}

/**
 * Returns the lesson, locked for the transaction, if it may be edited.
 *
 * @throws AppError `not_found`; `refused` if it is published or shallow.
 */
export async function getLessonToEdit(tx: Tx, actor: Actor, id: number): Promise<StoredLesson> {
  const lesson = await findLessonForUpdate(tx, id);
  if (!lesson || !(await canSee(tx, actor, lesson))) throw notFound('lesson');
  requireEditable(lesson);
  return lesson;
}

/** Whether `actor` may see and edit a lesson in its current state. */
export async function mayEditLesson(handle: Handle, actor: Actor, id: number): Promise<boolean> {
  const lesson = await findLesson(handle, id);
  return lesson !== undefined && canEditLesson(lesson) && (await canSee(handle, actor, lesson));
}

function requireEditable(lesson: StoredLesson): void {
  if (!canEditLesson(lesson)) throw refused(lesson.is_main ? MESSAGES.published : MESSAGES.shallow);
}

async function canSee(handle: Handle, actor: Actor, lesson: StoredLesson): Promise<boolean> {
  if (actor.role !== 'external') return true;
  return (await listVersionRows(handle, actor, lesson.sequence)).some(({ id }) => id === lesson.id);
}
