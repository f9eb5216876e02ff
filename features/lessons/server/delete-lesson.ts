import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import { getLessonToEdit, stateFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { forbidden } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { canDeleteLesson } from '../lessons.policy.ts';
import { removeLesson } from './delete-queries.ts';

/**
 * Deletes a lesson from its release; external authors may not. Main's version reappears on the branch, so that
 * discarding a draft never deletes a published lesson.
 *
 * @throws AppError `not_found`, `forbidden`; `refused` if the lesson is read-only.
 */
export async function deleteLesson(platform: Platform, actor: Actor, id: number): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, id);
    if (!canDeleteLesson(actor, stateFor(actor, lesson))) throw forbidden();
    await removeLesson(tx, lesson.id, actor);
    await recordRemoval(tx, platform, actor, lesson, { summary: `Delete lesson ${lesson.sequence}: ${lesson.fields.title}` });
    await recordAudit(tx, { actor, action: 'lesson.delete', subject: `lesson:${id}`, details: { sequence: lesson.sequence } });
  });
}

/** Queues the removal of a lesson's folder from its release's branch; main's version reappears there. */
export async function recordRemoval(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  lesson: Pick<StoredLesson, 'id' | 'release_id' | 'folder'>,
  { summary, batch }: { summary: string; batch?: string },
): Promise<void> {
  await recordChange(tx, platform, {
    release_id: lesson.release_id,
    lesson_id: lesson.id,
    screen_id: null,
    actor,
    message: null,
    summary,
    batch: batch ?? null,
    content: { folder: lesson.folder, deleted: true, or_mains: true },
  });
}
