import { z } from 'zod';
import { OperationId } from '#contract/operations.ts';
import { BranchName, ReleaseName, type releaseRoutes } from '#contract/releases.ts';
import { uploadsFolder } from '#server/datasets/service.ts';
import { readForm } from '#server/platform/http/read-form.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createRelease } from './create-release.ts';
import { createReleaseFromZip, ZIP_BYTES_MAX } from './create-release-from-zip.ts';
import { deleteRelease } from './delete-release.ts';
import { exportRelease } from './export-release.ts';
import { importLessons, listBranchLessons } from './import-lessons.ts';
import { importWholeLesson } from './import-whole-lesson.ts';
import { listReleaseViews, releaseView } from './list-releases.ts';
import { updateRelease } from './update-release.ts';

/** The form's fields; its file is read separately. */
const ZipFields = z.object({ releaseName: ReleaseName, branchName: BranchName, operation_id: OperationId.optional() });

/** The routes of releases: nearly all of them also use lessons, changes and git. */
export const releaseHandlers = (platform: Platform): Handlers<typeof releaseRoutes> => ({
  listReleases: () => listReleaseViews(platform),
  getRelease: ({ params }) => releaseView(platform, params.id),
  createRelease: ({ actor, body }) => createRelease(platform, actor, body),
  createReleaseFromZip: async ({ actor, request }) => {
    await using form = await readForm(request, ZipFields, { fileBytes: ZIP_BYTES_MAX, files: 1, folder: await uploadsFolder(platform) });
    return await createReleaseFromZip(platform, actor, { ...form.fields, file: form.files.get('file') });
  },
  updateRelease: ({ actor, params, body }) => updateRelease(platform, actor, params.id, body),
  deleteRelease: ({ actor, params }) => deleteRelease(platform, actor, params.id),
  exportRelease: ({ params, reply }) => exportRelease(platform, params.id, reply),
  importLessons: ({ actor, body }) => importLessons(platform, actor, body),
  listBranchLessons: ({ body }) => listBranchLessons(platform, body),
  importLesson: ({ actor, params }) => importWholeLesson(platform, actor, params.id),
});
