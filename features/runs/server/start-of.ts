import { findEditedFile } from '#features/lesson-files/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { readText } from '#features/lessons/server/index.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

/** What learners begin with on a screen: the text of the file that they edit, or the initial code. */
export async function startOf(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  lesson: Pick<StoredLesson, 'id' | 'fields'>,
  { folder, fields }: Pick<StoredScreen, 'folder' | 'fields'>,
): Promise<string> {
  const file = await findEditedFile(db, lesson, folder);
  return (file && (await readText(blobs, file))) ?? fields.initial_code;
}
