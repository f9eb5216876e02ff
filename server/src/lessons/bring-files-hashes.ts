import { filesHash, listLessonFiles } from '#server/data-files/service.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lessonHash } from './lesson-hash.ts';
import { listLessonsWithoutFilesHash, setHashes } from './many/tables.ts';
import { findLessonForUpdate } from './tables.ts';

/**
 * Gives lessons with files the hash that says so, where they were stored before files counted: else they would never again be the
 * same as a copy of theirs. Finds nothing but on the first start after that. One transaction each; a stop in between does no harm.
 */
export async function bringFilesHashes(db: Db): Promise<void> {
  for (const id of await listLessonsWithoutFilesHash(db)) {
    await db.transaction().execute(async (tx) => {
      const lesson = await findLessonForUpdate(tx, id);
      if (!lesson) return;
      const files_hash = filesHash(await listLessonFiles(tx, id));
      await setHashes(tx, id, { files_hash, content_hash: lessonHash({ ...lesson, files_hash }) });
    });
  }
}
