import { mayEditLesson } from '#features/lesson-store/server/index.ts';
import { restoreFile } from '#features/lessons/server/index.ts';
import { getDeletedItem } from '#features/revisions/server/index.ts';
import { restoreQuestion } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { retentionStart } from './trash-retention.ts';

/**
 * Restores a deleted question, data file or image.
 *
 * @throws AppError `not_found`, also for items that the actor can't see; `refused` if the lesson is read-only;
 * `already_exists` if its name is in use again.
 */
export async function restoreItem(platform: Platform, actor: Actor, id: number): Promise<{ lesson_id: number; screen_id: number | null }> {
  const item = await getDeletedItem(platform.db, id, retentionStart(new Date()));
  if (actor.role === 'external' && !(await mayEditLesson(platform.db, actor, item.lesson_id))) throw notFound('deleted item');
  await (item.kind === 'question' ? restoreQuestion : restoreFile)(platform, actor, item);
  return { lesson_id: item.lesson_id, screen_id: item.screen_id };
}
