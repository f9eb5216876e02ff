import type { FastifyRequest } from 'fastify';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { requireEditableLesson } from '#features/lesson-store/server/index.ts';
import { FILE_TOO_LARGE, LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import type { Platform } from '#platform/server/platform.ts';
import { listDataFiles } from './file-reply.ts';
import { addUploadedFile, UploadFields } from './put-file.ts';

/**
 * Adds an uploaded data file to a lesson. Returns all of them. An overwritten file keeps its settings.
 *
 * @throws AppError `not_found`; `refused` for a read-only lesson, or a name that clashes with others; `too_large` above
 * 50 MB; `already_exists` if the name is taken and `overwrite` is not set.
 */
export async function uploadDataFile(platform: Platform, actor: Actor, lessonId: number, request: FastifyRequest): Promise<DataFile[]> {
  await requireEditableLesson(platform, actor, lessonId);
  await using form = await readForm(request, UploadFields, { fileBytes: LIMITS.dataFileBytes, files: 1, tooLarge: FILE_TOO_LARGE });
  const overwrite = form.fields.overwrite ?? false;
  await addUploadedFile(platform, actor, lessonId, {
    kind: 'data',
    file: form.files.get('file'),
    overwrite,
    folder: form.fields.folder ?? '',
  });
  return await listDataFiles(platform, actor, lessonId);
}
