import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import { fileBlobs, listLessonFiles } from '#features/lesson-files/server/index.ts';
import { lessonContentOf } from '#features/lesson-store/server/index.ts';
import { listScreenContents, listDeletedUuids } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { folderBeforeDeletion } from './folder-before-deletion.ts';
import { restoreLessonRow } from './lesson-trash.ts';
import { retentionStart } from './trash-retention.ts';

/**
 * Restores a deleted lesson in its release. Its screens, files, tests and packages were kept; its branch gets the
 * folder back in one commit, including files unknown to the product.
 *
 * @throws AppError `not_found`; `refused` if its release is gone; `already_exists` if its number is in use again.
 */
export async function restoreLesson(platform: Platform, actor: Actor, id: number): Promise<{ lesson_id: number }> {
  const since = retentionStart(new Date());
  const before = await folderBeforeDeletion(platform, id, since);
  const release_id = await platform.db.transaction().execute(async (tx) => {
    const lesson = await restoreLessonRow(tx, actor, id, since);
    const screens = await listScreenContents(tx, id);
    await recordChange(tx, platform, {
      release_id: lesson.release_id,
      lesson_id: id,
      screen_id: null,
      actor,
      message: null,
      summary: `Restore lesson ${lesson.sequence}${lesson.fields.title === '' ? '' : `: ${lesson.fields.title}`}`,
      content: {
        folder: lesson.folder,
        ...(before ? { copied_from: before } : {}),
        // Recent uploads may not be in a commit yet.
        files: fileBlobs(await listLessonFiles(tx, id)),
        lesson: await lessonContentOf(tx, lesson),
        screen_order: screens.map((screen) => screen.uuid),
        screens: { ...(await deletedScreens(tx, id)), ...Object.fromEntries(screens.map((screen) => [screen.uuid, screen])) },
      },
    });
    await recordAudit(tx, { actor, action: 'lesson.restore', subject: `lesson:${id}`, details: { sequence: lesson.sequence } });
    return lesson.release_id;
  });
  platform.live.publish(`lesson:${id}`, { type: 'lesson-changed' });
  platform.live.publish('releases:all', { type: 'release-changed', release_id });
  return { lesson_id: id };
}

/** Screens deleted shortly before their lesson may still be in the restored folder. */
async function deletedScreens(tx: Tx, lessonId: number): Promise<Record<string, null>> {
  return Object.fromEntries((await listDeletedUuids(tx, lessonId)).map((uuid) => [uuid, null]));
}
