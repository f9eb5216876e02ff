import { uploadsFolder } from '#features/datasets/server/index.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import type { Platform } from '#platform/server/platform.ts';
import { COLLECTION_LIMITS, CollectionForm, type collectionRoutes } from '../contract/collections.ts';
import { IMPORT_LIMITS, ImportForm, type importFileRoutes, ImportScreensForm } from '../contract/import-file.ts';
import { importCollection, listCollections } from './collections/import-collection.ts';
import { findCollectionConflict, resolveCollectionConflict } from './collections/open-conflict.ts';
import { importFile } from './import-file.ts';
import { importScreens } from './import-screens.ts';
import { MESSAGES as IMPORT_MESSAGES } from './messages.ts';

export const importFileHandlers = (platform: Platform): Handlers<typeof importFileRoutes> => ({
  importFile: async ({ actor, request }) => {
    const limits = { fileBytes: IMPORT_LIMITS.fileBytes, files: 1, tooLarge: IMPORT_MESSAGES.tooLarge };
    await using form = await readForm(request, ImportForm, limits);
    return await importFile(platform, actor, { ...form.fields, file: form.files.get('file') });
  },
  importScreens: async ({ actor, request, params }) => {
    const limits = { fileBytes: IMPORT_LIMITS.fileBytes, files: 1, tooLarge: IMPORT_MESSAGES.tooLarge };
    await using form = await readForm(request, ImportScreensForm, limits);
    return await importScreens(platform, actor, { ...form.fields, lessonId: params.id, file: form.files.get('file') });
  },
});

export const collectionHandlers = (platform: Platform): Handlers<typeof collectionRoutes> => ({
  listCollections: () => listCollections(platform),
  findCollectionConflict: ({ actor, params }) => findCollectionConflict(platform, actor, params.id),
  resolveCollectionConflict: async ({ actor, params, body }) => {
    await resolveCollectionConflict(platform, actor, params.id, body);
    return {};
  },
  importCollection: async ({ actor, request }) => {
    const folder = await uploadsFolder(platform);
    const limits = { fileBytes: COLLECTION_LIMITS.zipBytes, files: 1, fieldBytes: 1_000_000, folder };
    await using form = await readForm(request, CollectionForm, limits);
    return await importCollection(platform, actor, { ...form.fields, file: form.files.get('file') });
  },
});
