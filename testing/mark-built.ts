import { findLessonForUpdate } from '#server/lessons/queries.ts';
import { environmentHashOf, requestOf, wantedHashOf } from '#server/lessons/packages/packages.ts';
import { finishBuild, insertBuild } from '#server/lessons/packages/queries.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Takes the packages of a lesson for built, in the base environment: nothing is installed. */
export async function markBuilt({ db }: Pick<Platform, 'db'>, lessonId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lesson = await findLessonForUpdate(tx, lessonId);
    if (!lesson) throw new Error(`There is no lesson ${lessonId}.`);
    const request = requestOf(lesson);
    const build = {
      lesson_id: lessonId,
      user_id: null,
      wanted_hash: wantedHashOf(lesson),
      environment_hash: environmentHashOf(request),
      request,
    };
    await finishBuild(tx, await insertBuild(tx, build), { state: 'built', lock: null, installed: [] });
  });
}
