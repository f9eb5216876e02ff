import { findEditedFile } from '#features/lesson-files/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { readText } from '#features/lessons/server/index.ts';
import { startCode } from '#features/screens/rules/start-code.ts';
import { listScreenFields, type StoredScreen } from '#features/screens/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

/** What learners begin with on a screen: the text of the file that they edit, the answer of an earlier screen, or the initial code. */
export async function startOf(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  lesson: Pick<StoredLesson, 'id' | 'fields'>,
  { uuid, folder, fields }: Pick<StoredScreen, 'uuid' | 'folder' | 'fields'>,
): Promise<string> {
  const file = await findEditedFile(db, lesson, folder);
  const text = file && (await readText(blobs, file));
  if (text !== null && text !== undefined) return text;
  return fields.starts_from === null ? fields.initial_code : startCode(await listScreenFields(db, lesson.id), { uuid, fields });
}
