import type { FileKind } from '#features/lesson-files/server/index.ts';
import { moveToTrash } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { fileById, getFileFor } from './find-file.ts';
import { MESSAGES } from './lesson-file-messages.ts';
import { isSetupFile } from './put-file.ts';
import { fileSummary, writeFiles } from './write-files.ts';

/**
 * Removes a file from its lesson; it can be restored for 30 days. Returns the lesson's id, and the id to restore it by.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only, and for the command line setup script.
 */
export async function deleteLessonFile(
  platform: Pick<Platform, 'db' | 'jobs' | 'live'>,
  actor: Actor,
  id: number,
  kind: FileKind,
): Promise<{ lessonId: number; deletedItem: number }> {
  let deletedItem = 0;
  const found = await getFileFor(platform.db, actor, id, kind);
  await writeFiles(platform, actor, found.lesson_id, async (tx, lesson, files) => {
    const file = fileById(files, found);
    if (isSetupFile(lesson, file)) throw refused(MESSAGES.setupStays);
    const { file_name, settings, sha256, size } = file;
    deletedItem = await moveToTrash(tx, actor, {
      kind,
      lesson_id: lesson.id,
      screen_id: null,
      name: file_name,
      content: { ...settings, file_name },
      blob: { sha256, size },
    });
    return {
      files: files.filter((each) => each !== file),
      action: `${kind}-file.delete`,
      file_name,
      summary: fileSummary('Delete', file, 'of', lesson),
    };
  });
  return { lessonId: found.lesson_id, deletedItem };
}
