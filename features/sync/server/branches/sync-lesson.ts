import { getLessonFor, readOnly, stateFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { isTheirs } from '#features/lessons/lessons.policy.ts';
import { getLesson } from '#features/lessons/server/index.ts';
import { getRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SyncOutcome } from '../../contract/sync.ts';
import { importMainQueue } from '../queues.ts';
import { MESSAGES } from './messages.ts';
import { syncFolder, type Resolution } from './sync-folder.ts';

/**
 * {@link syncFolder} for a lesson.
 *
 * @throws AppError `not_found`, `forbidden`; `conflict` with both sides, and then nothing was changed; `refused` with
 * the reason; `unavailable` if the code host can't be reached.
 */
export async function syncLesson(
  platform: Platform,
  actor: Actor,
  id: number,
  resolution: Resolution | undefined,
): Promise<Lesson & { outcome: SyncOutcome }> {
  const { lesson, release } = await getLessonToSync(platform, actor, id);
  const name = `lesson ${lesson.sequence}: ${lesson.fields.title}`;
  const folder = { release, root: 'lessons', folder: lesson.folder, subject: { lesson_id: id }, name } as const;
  const outcome = await syncFolder(platform, actor, folder, resolution);
  return { ...(await readBack(platform, actor, id)), outcome };
}

async function getLessonToSync(platform: Platform, actor: Actor, id: number): Promise<{ lesson: StoredLesson; release: StoredRelease }> {
  const lesson = await getLessonFor(platform.db, actor, id);
  const release = await getRelease(platform.db, lesson.release_id);
  if (!isTheirs(actor, stateFor(actor, lesson))) throw readOnly('not-theirs');
  if (release.is_main) {
    const { db, jobs } = platform;
    await db.transaction().execute((tx) => jobs.send(tx, importMainQueue, {}, { singletonKey: 'main' }));
    throw refused(MESSAGES.main);
  }
  if (lesson.is_shallow_import) throw refused(MESSAGES.shallow);
  return { lesson, release };
}

async function readBack(platform: Platform, actor: Actor, id: number): Promise<Lesson> {
  try {
    return await getLesson(platform, actor, id);
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? refused(MESSAGES.deletedThere('lesson')) : error;
  }
}
