import { recordAudit } from '#features/audit/server/index.ts';
import { MESSAGES } from '#features/branches/server/index.ts';
import { publishCurriculumChanged, CURRICULUM_KINDS, listInRelease, markAllDeleted } from '#features/curricula/server/index.ts';
import { listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { removeLessonsOfRelease } from '#features/lessons/server/index.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { getRelease, removeRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { listReleaseViews } from './list-releases.ts';

/**
 * Deletes a release. Its lessons go to the trash, its courses and paths are deleted, its branch stays on the code host,
 * and queued changes are still pushed. Returns the remaining releases.
 *
 * @throws AppError `not_found`; `refused` for main, and for another user's drafts that have lessons.
 */
export async function deleteRelease(platform: Platform, actor: Actor, id: number): Promise<Release[]> {
  const lessonIds = await platform.db.transaction().execute(async (tx) => {
    const release = await getRelease(tx, id);
    if (release.is_main) throw refused(MESSAGES.mainStays);
    const isOfOther = release.drafts_of !== null && release.drafts_of !== actor.id;
    if (isOfOther && (await hasContent(tx, id))) throw refused(MESSAGES.draftsOfOther(release.name));
    const removed = await removeLessonsOfRelease(tx, id, actor);
    for (const kind of CURRICULUM_KINDS) await markAllDeleted(tx, kind, id, actor.id);
    await removeRelease(tx, id);
    await recordAudit(tx, { actor, action: 'release.delete', subject: `release:${id}`, details: { branch: release.branch_name } });
    return removed;
  });
  for (const lessonId of lessonIds) platform.live.publish(`lesson:${lessonId}`, { type: 'lesson-changed' });
  platform.live.publish('releases:all', { type: 'release-changed', release_id: id });
  for (const kind of CURRICULUM_KINDS) publishCurriculumChanged(platform, kind, null);
  return listReleaseViews(platform);
}

async function hasContent(tx: Tx, id: number): Promise<boolean> {
  if ((await listReleaseLessons(tx, id)).length > 0) return true;
  for (const kind of CURRICULUM_KINDS) if ((await listInRelease(tx, kind, id)).length > 0) return true;
  return false;
}
