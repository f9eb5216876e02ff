import { z } from 'zod';
import { uploadsFolder } from '#features/datasets/server/index.ts';
import { exportRelease } from '#features/exports/server/index.ts';
import { BranchName, ReleaseName, type releaseRoutes } from '#features/releases/contract/releases.ts';
import type { syncRoutes } from '#features/sync/contract/sync.ts';
import { importLessons, listBranchLessons, importFullLesson, separateLessons } from '#features/sync/server/index.ts';
import { OperationId } from '#platform/contract/operations.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createDrafts } from './create-drafts.ts';
import { createReleaseFromZip, ZIP_BYTES_MAX } from './create-release-from-zip.ts';
import { createRelease } from './create-release.ts';
import { deleteRelease } from './delete-release.ts';
import { listReleaseViews, releaseView } from './list-releases.ts';
import { reopenRelease } from './reopen-release.ts';
import { repairRelease } from './repair-release.ts';
import { revertRelease } from './revert-release.ts';
import { updateFromMain } from './update-from-main.ts';
import { updateRelease } from './update-release.ts';

/** The fields of the form; its file is read beside them. */
const ZipFields = z.object({ releaseName: ReleaseName, branchName: BranchName, operation_id: OperationId.optional() });

/** The calls on releases: nearly all of them touch lessons, changes and git as well. */
export const releaseHandlers = (
  platform: Platform,
): Handlers<typeof releaseRoutes> & Pick<Handlers<typeof syncRoutes>, 'updateFromMain' | 'repairRelease'> => ({
  updateFromMain: ({ actor, params, body }) => updateFromMain(platform, actor, params.id, body?.resolution),
  repairRelease: ({ actor, params, body }) => repairRelease(platform, actor, params.id, body.how),

  listReleases: () => listReleaseViews(platform),
  getRelease: ({ params }) => releaseView(platform, params.id),
  createRelease: ({ actor, body }) => createRelease(platform, actor, body),
  createReleaseFromZip: async ({ actor, request }) => {
    await using form = await readForm(request, ZipFields, { fileBytes: ZIP_BYTES_MAX, files: 1, folder: await uploadsFolder(platform) });
    return await createReleaseFromZip(platform, actor, { ...form.fields, file: form.files.get('file') });
  },
  updateRelease: ({ actor, params, body }) => updateRelease(platform, actor, params.id, body),
  separateLessons: async ({ actor, params, body }) => releaseView(platform, await separateLessons(platform, actor, params.id, body)),
  revertRelease: async ({ actor, params }) => releaseView(platform, await revertRelease(platform, actor, params.id)),
  createDrafts: ({ actor, body }) => createDrafts(platform, actor, body.user_id),
  reopenRelease: ({ actor, params }) => reopenRelease(platform, actor, params.id),
  deleteRelease: ({ actor, params }) => deleteRelease(platform, actor, params.id),
  exportRelease: ({ params, reply }) => exportRelease(platform, params.id, reply),
  importLessons: ({ actor, body }) => importLessons(platform, actor, body),
  listBranchLessons: ({ body }) => listBranchLessons(platform, body),
  importLesson: ({ actor, params }) => importFullLesson(platform, actor, params.id),
});
