import { setLessonFiles } from '#features/lesson-files/server/index.ts';
import { addLesson, replaceLesson, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { addScreens, replaceScreens, screenHash } from '#features/screens/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { ReadLesson } from './read-lesson-folder.ts';

/** Where to store the rows of a lesson folder. */
export interface LessonTarget {
  readonly releaseId: number;
  readonly folder: string;
  /** Locked; undefined: the lesson is new. */
  readonly row: StoredLesson | undefined;
}

/**
 * Updates the rows of a lesson to its folder: a new lesson, or a new state of one that keeps its id. Returns the id.
 */
export async function writeLessonRows(tx: Tx, { releaseId, folder, row }: LessonTarget, { content, files }: ReadLesson): Promise<number> {
  const { uuid, sequence, fields, screens, packages, packages_lock, datasets, accepted } = content;
  const attached = { packages, packages_lock, datasets, accepted };
  const lesson = { uuid, sequence, fields, attached, screens: screens.map(screenHash), files, actor: null };
  if (row) {
    await replaceLesson(tx, row, lesson);
    await replaceScreens(tx, row.id, screens);
  }
  const id = row?.id ?? (await addLesson(tx, { ...lesson, folder, release_id: releaseId }));
  if (!row) await addScreens(tx, id, screens, null);
  await setLessonFiles(tx, id, files);
  return id;
}
