import { readFile } from 'node:fs/promises';
import type { Actor } from '#platform/contract/roles.ts';
import { invalid, refused } from '#platform/server/errors.ts';
import type { UploadedFile } from '#platform/server/http/read-form.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { ImportForm, ImportReport } from '../contract/import-file.ts';
import { addImportedLesson } from './add-imported-lesson.ts';
import { MESSAGES } from './messages.ts';

interface FileToImport extends Omit<ImportForm, 'release_id'> {
  release_id?: number | undefined;
  file: UploadedFile | undefined;
}

/**
 * Creates a lesson from a Jupyter notebook or a Markdown file, in the release where New Lesson would, and reports what
 * did not fit. A dry run creates nothing.
 *
 * @throws AppError `invalid` without a file; `refused` for one that can't be read, or for the main release; `unavailable`;
 * `already_exists` with a text that names the lesson with the number.
 */
export async function importFile(
  platform: Platform,
  actor: Actor,
  { file, dry_run, ...input }: FileToImport,
): Promise<{ lesson_id: number | null; report: ImportReport }> {
  if (!file) throw invalid([{ path: 'file', message: MESSAGES.noFile }]);
  const { title, code, structure, packages, earlier_code } = input;
  const { versions: offered } = await platform.runners.offers();
  const choices = { title, author: actor.name, code, structure, packages, earlier_code, offered };
  const lesson = await requireTextTask('importFile', [file.name, await readFile(file.path), choices], MESSAGES.tooExpensive);
  if (typeof lesson === 'string') throw refused(lesson);
  const lesson_id = dry_run ? null : await addImportedLesson(platform, actor, { ...input, file_name: file.name, lesson });
  return { lesson_id, report: lesson.report };
}
