import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange } from '#server/releases/index.ts';
import {
  fileBlobs,
  listLessonFiles,
  lessonContentOf,
  bringBackLesson,
  listScreenContents,
  listDeletedUuids,
} from '#server/lessons/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { folderBefore } from './folder-before.ts';
import { keptSince } from './kept-since.ts';

/**
 * Brings a deleted lesson back to its release: screens, files, tests and packages never left; its branch gets the folder back in
 * one commit, with what the product does not know of.
 *
 * @throws AppError `not_found`; `refused` when its release is gone; `already_exists` when its number was taken meanwhile.
 */
export async function restoreLesson(platform: Platform, actor: Actor, id: number): Promise<{ lesson_id: number }> {
  const since = keptSince(new Date());
  const before = await folderBefore(platform, id, since);
  const release_id = await platform.db.transaction().execute(async (tx) => {
    const lesson = await bringBackLesson(tx, actor, id, since);
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
        // What was uploaded shortly before may be in no commit.
        files: fileBlobs(await listLessonFiles(tx, id)),
        lesson: await lessonContentOf(tx, lesson),
        screen_order: screens.map((screen) => screen.uuid),
        screens: { ...(await goneScreens(tx, id)), ...Object.fromEntries(screens.map((screen) => [screen.uuid, screen])) },
      },
    });
    await recordAudit(tx, { actor, action: 'lesson.restore', subject: `lesson:${id}`, details: { sequence: lesson.sequence } });
    return lesson.release_id;
  });
  platform.live.publish(`lesson:${id}`, { type: 'lesson-changed' });
  platform.live.publish('releases:all', { type: 'release-changed', release_id });
  return { lesson_id: id };
}

/** Screens that were deleted shortly before their lesson may still be in the folder that comes back. */
async function goneScreens(tx: Tx, lessonId: number): Promise<Record<string, null>> {
  return Object.fromEntries((await listDeletedUuids(tx, lessonId)).map((uuid) => [uuid, null]));
}
