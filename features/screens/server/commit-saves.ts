import { recordAudit } from '#features/audit/server/index.ts';
import { endStretches } from '#features/changes/server/index.ts';
import { getLessonToEdit } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';

/**
 * Commits the actor's automatic saves of a lesson now: they left it, pressed Save, or describe what they did. Returns how many there were.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only.
 */
export async function commitSaves(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor,
  lessonId: number,
  message: string | undefined,
): Promise<{ saves: number }> {
  return platform.db.transaction().execute(async (tx) => {
    const { release_id } = await getLessonToEdit(tx, actor, lessonId);
    const saves = await endStretches(tx, platform, { release_id, lesson_id: lessonId, user_id: actor.id }, message || null);
    if (saves > 0) await recordAudit(tx, { actor, action: 'lesson.commit', subject: `lesson:${lessonId}`, details: { saves } });
    return { saves };
  });
}
