import { screenFolder } from '#features/documents/rules/folder-name.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { addScreenToLesson } from './screen-order.ts';
import { findScreen, listFolders, listStoredScreens, screenContentOf, screenHash, shiftScreens, updateScreen } from './screen-queries.ts';
import { findDeletedScreen, findDeletedScreenId, listDeletedScreenRows, markScreenRestored, type DeletedScreen } from './trash-queries.ts';

/** Errors of screens, for authors. */
const MESSAGES = {
  lessonDeleted: (sequence: number) => `Lesson ${sequence} is in the trash. Restore the lesson; its screens are restored with it.`,
} as const;

/** Screens deleted at `since` or later that can be restored, latest first. */
export async function listDeletedScreens(handle: Handle, since: Date): Promise<DeletedScreen[]> {
  return listDeletedScreenRows(handle, since);
}

/**
 * Restores a deleted screen in its lesson: at `sequence`; if omitted, where it was, or at the end of a shorter lesson.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only, or in the trash itself.
 */
export async function restoreScreen(
  platform: Platform,
  actor: Actor,
  id: number,
  input: { sequence?: number | undefined; since: Date },
): Promise<{ lesson_id: number; screen_id: number }> {
  const { lesson_id, lesson_sequence, is_lesson_deleted } = await getDeleted(platform.db, id, input.since);
  if (is_lesson_deleted) throw actor.role === 'external' ? notFound('deleted screen') : refused(MESSAGES.lessonDeleted(lesson_sequence));
  await addScreenToLesson(platform, actor, lesson_id, async (tx, lesson) => {
    // Read again, because the lesson is locked from here on.
    await putBack(tx, actor, lesson, await getDeleted(tx, id, input.since), input.sequence);
    return { id, verb: 'Restore' };
  });
  return { lesson_id, screen_id: id };
}

/** Takes deleted screens of a lesson out of the trash, after its others: their content and order are written next. */
export async function reviveScreens(tx: Tx, actor: Actor, lessonId: number, uuids: readonly string[]): Promise<void> {
  let sequence = (await listStoredScreens(tx, lessonId)).length;
  for (const uuid of uuids) {
    const id = await findDeletedScreenId(tx, lessonId, uuid);
    if (id !== undefined) await markScreenRestored(tx, id, { sequence: ++sequence, updated_by: actor.id });
  }
}

async function getDeleted(handle: Handle, id: number, since: Date): Promise<DeletedScreen> {
  const screen = await findDeletedScreen(handle, id, since);
  if (!screen) throw notFound('deleted screen');
  return screen;
}

async function putBack(tx: Tx, actor: Actor, lesson: StoredLesson, deleted: DeletedScreen, wanted: number | undefined): Promise<void> {
  const live = await listStoredScreens(tx, lesson.id);
  const sequence = Math.min(Math.max(1, wanted ?? deleted.sequence), live.length + 1);
  // Git may have added another screen with this folder name.
  const isFolderTaken = live.some(({ folder }) => folder === deleted.folder);
  await shiftScreens(tx, lesson.id, sequence, 1);
  await markScreenRestored(tx, deleted.id, { sequence, updated_by: actor.id });
  const screen = isFolderTaken ? await findScreen(tx, deleted.id) : undefined;
  if (!screen) return;
  const moved = { ...screen, folder: screenFolder(deleted.title, await listFolders(tx, lesson.id)) };
  await updateScreen(tx, screen.id, { ...moved, content_hash: screenHash(screenContentOf(moved)) });
}
