import { getLessonToEdit } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type CreatedScreen, publishScreensChanged, recordScreenOrder } from './screen-order.ts';
import { getScreenOf, listScreenPositions, moveScreenRow, type ScreenAddress } from './screen-queries.ts';
import { arrangedReplies, type WantedScreens } from './screen-reply.ts';

/**
 * Moves a screen to position `to` of its lesson, from 1; those in between shift. A position beyond the end means
 * the end. Only the order changes: no screen gets a new revision. Returns all screens.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only.
 */
export async function moveScreen(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  to: number,
  wanted: WantedScreens,
): Promise<CreatedScreen['screens']> {
  const { lessonId } = address;
  const isMoved = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const screen = await getScreenOf(tx, address);
    const sequence = Math.min(to, (await listScreenPositions(tx, lessonId)).length);
    if (sequence === screen.sequence) return false;
    await moveScreenRow(tx, screen, sequence);
    await recordScreenOrder(tx, platform, actor, lesson, screen, 'Move', undefined);
    return true;
  });
  if (isMoved) publishScreensChanged(platform, lessonId);
  return arrangedReplies(platform, lessonId, wanted);
}
