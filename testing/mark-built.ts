import { environmentHashOf, requestOf } from '#features/environments/server/packages.ts';
import { finishBuild, insertBuild } from '#features/environments/server/queries.ts';
import { findLessonForUpdate } from '#features/lesson-store/server/queries.ts';
import type { Platform } from '#platform/server/platform.ts';

/** Marks the packages of a lesson as built, in the base environment, without installing anything. */
export async function markBuilt({ db }: Pick<Platform, 'db'>, lessonId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lesson = await findLessonForUpdate(tx, lessonId);
    if (!lesson) throw new Error(`Lesson ${lessonId} not found.`);
    const request = requestOf(lesson);
    const build = {
      lesson_id: lessonId,
      user_id: null,
      environment_hash: environmentHashOf(request),
      request,
    };
    await finishBuild(tx, await insertBuild(tx, build), { state: 'built', lock: null, installed: [] });
  });
}
