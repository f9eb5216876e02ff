import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ImportForm, ImportReport } from '#contract/import-file.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Actor } from '#contract/roles.ts';
import { UnreadableFile } from '#content/import/cells.ts';
import { lessonFromCells, type ImportedLesson } from '#content/import/lesson-from-cells.ts';
import { readImport, titleFromFileName } from '#content/import/read-import.ts';
import { isPlainSvg } from '#server/lessons/files/plain-svg.ts';
import { detectImage } from '#server/lessons/files/image-size.ts';
import { invalid, refused } from '#server/platform/errors.ts';
import type { UploadedFile } from '#server/platform/http/read-form.ts';
import type { Platform } from '#server/platform/platform.ts';
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
 * @throws AppError `invalid` without a file; `refused` for one that can't be read, or for the main release;
 * `already_exists` with a text that names the lesson with the number.
 */
export async function importFile(
  platform: Platform,
  actor: Actor,
  { file, dry_run, ...input }: FileToImport,
): Promise<{ lesson_id: number | null; report: ImportReport }> {
  if (!file) throw invalid([{ path: 'file', message: MESSAGES.noFile }]);
  const lesson = readLesson(file.name, await readFile(file.path), actor, input);
  const lesson_id = dry_run ? null : await addImportedLesson(platform, actor, { ...input, file_name: file.name, lesson });
  return { lesson_id, report: lesson.report };
}

function readLesson(
  name: string,
  bytes: Uint8Array,
  actor: Actor,
  { title, code, earlier_code }: Pick<ImportForm, 'title' | 'code' | 'earlier_code'>,
): ImportedLesson {
  try {
    const choices = { title, otherwise: titleFromFileName(name), author: actor.name, code, earlier_code, newUuid: randomUUID };
    return lessonFromCells(readImport(name, bytes, imageProblem), choices);
  } catch (error) {
    if (error instanceof UnreadableFile) throw refused(error.message);
    throw error;
  }
}

/** The rules for uploaded images, applied to an image that is imported; SVG too, as documents have it. Null: it can be imported. */
export function imageProblem(bytes: Uint8Array): string | null {
  if (bytes.length > LIMITS.imageBytes) return MESSAGES.imageTooLarge;
  return detectImage(bytes) || isPlainSvg(bytes) ? null : MESSAGES.noImage;
}
