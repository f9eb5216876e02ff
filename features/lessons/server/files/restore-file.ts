import { dataFileContent, type LessonFileRow, type StoredFile } from '#features/lesson-files/server/index.ts';
import { removeFromTrash, type DeletedItem } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError, alreadyExists, notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './lesson-file-messages.ts';
import { requireFreeName } from './put-file.ts';
import { fileSummary, writeFiles } from './write-files.ts';

/**
 * Restores a deleted data file or image with its settings. If another file is displayed first now, that one remains
 * so.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only; `already_exists` if its name is in use again.
 */
export async function restoreFile(platform: Pick<Platform, 'db' | 'jobs' | 'live'>, actor: Actor, item: DeletedItem): Promise<void> {
  const { kind, name: file_name, sha256, size } = item;
  if (kind === 'question' || sha256 === null || size === null) throw notFound('deleted file');
  const { file_name: _, ...settings } = item.content;
  await writeFiles(platform, actor, item.lesson_id, async (tx, lesson, files) => {
    await removeFromTrash(tx, item.id);
    if (files.some((file) => file.kind === kind && file.file_name === file_name))
      throw alreadyExists(MESSAGES.restoredNameTaken(file_name));
    const file = withoutSecondFirst({ kind, file_name, sha256, size, settings }, files);
    requireFree(file, files);
    return {
      files: [...files, file],
      action: `${kind}-file.restore`,
      file_name,
      summary: fileSummary('Restore', file, 'of', lesson),
    };
  });
}

/** For the user who restores, all of these mean that the name is taken. */
function requireFree(file: LessonFileRow, files: readonly StoredFile[]): void {
  try {
    requireFreeName(file, files);
  } catch (error) {
    throw error instanceof AppError ? alreadyExists(error.message) : error;
  }
}

/** At most one file of a lesson is displayed first. */
function withoutSecondFirst(file: LessonFileRow, files: readonly StoredFile[]): LessonFileRow {
  const isTaken = files.some((other) => other.kind === 'data' && dataFileContent(other).display_first);
  return file.kind === 'data' && isTaken ? { ...file, settings: { ...file.settings, display_first: false } } : file;
}
