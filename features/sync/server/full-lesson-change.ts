import { type LessonChange, findSavedOrigin, hasOpenChangesOf, listRemovedPaths } from '#features/changes/server/index.ts';
import { fileBlobs, listLessonFiles } from '#features/lesson-files/server/index.ts';
import { lessonContentOf, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import { listScreenContents, listDeletedUuids } from '#features/screens/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';

/**
 * The change that writes a whole lesson into a branch that doesn't have it: its rows and, from its last commit, files
 * unknown to the product.
 */
export async function fullLessonChange(tx: Tx, lesson: StoredLesson, folder: string): Promise<LessonChange> {
  // In this order: what the first queries see as pushed is in the commit that the second one finds.
  const isAllPushed = !(await hasOpenChangesOf(tx, { lessonId: lesson.id, screenIds: [] }));
  const removed = await listRemovedPaths(tx, lesson.id);
  const origin = await originOf(tx, lesson);
  const screens = await listScreenContents(tx, lesson.id);
  return {
    folder,
    ...(origin ? { copied_from: origin } : {}),
    // Recent uploads and deletions may not be in a commit yet.
    ...(isAllPushed && origin ? {} : { files: await filesOf(tx, lesson.id, removed) }),
    lesson: await lessonContentOf(tx, lesson),
    screen_order: screens.map((screen) => screen.uuid),
    screens: { ...(await deletedScreens(tx, lesson.id)), ...Object.fromEntries(screens.map((screen) => [screen.uuid, screen])) },
  };
}

async function originOf(tx: Tx, lesson: StoredLesson): Promise<LessonChange['copied_from']> {
  const saved = await findSavedOrigin(tx, lesson);
  if (saved) return saved;
  const { commit_sha } = await getRelease(tx, lesson.release_id);
  return commit_sha === null ? undefined : { commit_sha, folder: lesson.folder };
}

async function filesOf(tx: Tx, lessonId: number, removed: readonly string[]): Promise<NonNullable<LessonChange['files']>> {
  return { ...Object.fromEntries(removed.map((path) => [path, null])), ...fileBlobs(await listLessonFiles(tx, lessonId)) };
}

/** Recently deleted screens may still be in the commit that the folder is copied from. */
async function deletedScreens(tx: Tx, lessonId: number): Promise<Record<string, null>> {
  return Object.fromEntries((await listDeletedUuids(tx, lessonId)).map((uuid) => [uuid, null]));
}
