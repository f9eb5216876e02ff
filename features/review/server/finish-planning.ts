import { readLessonList, saveLesson } from '#features/lessons/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';

/**
 * Clears the due dates and stages of the lessons that a merge publishes: that work is finished. The commits change only planning, so
 * approvals and verdicts stay. Returns whether there were any.
 */
export async function finishPlanning(platform: Platform, actor: Actor, release: Pick<StoredRelease, 'id' | 'name'>): Promise<boolean> {
  const rows = (await readLessonList(platform)).rowsFor(actor);
  const finished = rows.filter(
    (row) =>
      row.release_id === release.id &&
      row.release_status === 'Modified' &&
      !row.is_shallow_import &&
      (row.due !== null || row.stage !== null),
  );
  for (const { id } of finished)
    await saveLesson(platform, actor, id, { due: null, stage: null, save_message: MESSAGES.planningFinished(release.name) });
  return finished.length > 0;
}
