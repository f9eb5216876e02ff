import { reconcileDependencies } from '#features/environments/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { getLessonToEdit, type EditableLesson } from './access.ts';
import type { LessonAttached } from './queries.ts';
import { publishLessonSaved, storeLesson } from './store-lesson.ts';

/**
 * Changes what a lesson has beside its screens and files, for callers that compute the change: lock the lesson, let `edit` decide, store
 * the result with its revision, its queued change and its audit entry.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only; and what `edit` throws.
 */
export async function editLesson(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  edit: (lesson: EditableLesson, tx: Tx) => Promise<{ fields: LessonFields; attached: LessonAttached; summary: string }>,
): Promise<void> {
  const revision = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const { fields, attached, summary } = await edit(lesson, tx);
    const next = reconcileDependencies({ fields: lesson.fields, attached }, { fields, packages: attached.packages });
    return storeLesson(tx, platform, actor, lesson, { ...next, message: null, summary });
  });
  if (revision !== null) publishLessonSaved(platform, actor, lessonId, revision);
}
