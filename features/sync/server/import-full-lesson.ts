import { MESSAGES } from '#features/branches/server/index.ts';
import { getLessonFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { getLesson } from '#features/lessons/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { arrangedReplies } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused, unavailable } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { importFolders } from './import-folders.ts';

/**
 * Imports the rest of a shallow lesson from its release's branch. A complete one is returned as it is.
 *
 * @throws AppError `not_found`; `refused` with the reason if its files can't be read; `unavailable` if the branch is
 * missing.
 */
export async function importFullLesson(platform: Platform, actor: Actor, id: number): Promise<{ lesson: Lesson; screens: Screen[] }> {
  const stored = await getLessonFor(platform.db, actor, id);
  if (stored.is_shallow_import) await completeShallowLesson(platform, stored);
  return { lesson: await getLesson(platform, actor, id), screens: await arrangedReplies(platform, id, { names_only: false }) };
}

/** Imports the rest of a shallow lesson. @throws AppError `refused`, `unavailable` */
export async function completeShallowLesson(platform: Platform, { id, folder, sequence, release_id }: StoredLesson): Promise<void> {
  const { commit_sha: commit, branch_name } = await getRelease(platform.db, release_id);
  // The release's rows are at this commit; newer commits of the code host arrive with Sync.
  if (commit === null || !(await platform.git.hasCommit(commit))) throw unavailable(MESSAGES.commitNotHere(branch_name));
  const wanted = { folder, commit, sequence, shallow_id: id };
  const { refused: reasons } = await importFolders(platform, release_id, [wanted], NO_OPERATION);
  const reason = reasons.get(folder);
  if (reason !== undefined) throw refused(reason);
  platform.live.publish(`lesson:${id}`, { type: 'lesson-changed' });
  platform.live.publish('releases:all', { type: 'release-changed', release_id });
}
