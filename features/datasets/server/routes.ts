import { unavailable } from '#platform/server/errors.ts';
import { isDiskFull } from '#platform/server/full-disk.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import { sendZip } from '#platform/server/http/send-zip.ts';
import type { Platform } from '#platform/server/platform.ts';
import { DatasetChunkForm, NewDatasetForm, NewVersionForm, type datasetRoutes } from '../contract/datasets.ts';
import { DATASET_FILES_MAX } from '../datasets.policy.ts';
import { archiveDataset, filesOfVersion, listDatasets, listDatasetUses, listDatasetVersions, startOfFile } from './datasets.ts';
import { MESSAGES } from './messages.ts';
import type { VersionFile } from './queries.ts';
import type { DatasetUploads } from './uploads/uploads.ts';

/** `filesInfo` names every file; a name takes some hundred bytes. */
const FIELD_BYTES = DATASET_FILES_MAX * 1_000;
/** Only the disk limits the size of datasets. */
const BEGIN = { fileBytes: Infinity, files: DATASET_FILES_MAX, fieldBytes: FIELD_BYTES };
const CHUNK = { fileBytes: Infinity, files: 1 };

/** The routes of datasets. */
export const datasetHandlers = (platform: Platform, uploads: DatasetUploads): Handlers<typeof datasetRoutes> => ({
  listDatasets: () => listDatasets(platform.db),
  listDatasetVersions: ({ params }) => listDatasetVersions(platform.db, params.id),
  listDatasetUses: ({ params }) => listDatasetUses(platform.db, params.id),
  createDataset: ({ actor, request }) =>
    withRoom(async () => {
      await using form = await readForm(request, NewDatasetForm, { ...BEGIN, folder: await uploads.folder() });
      const { name, ...fields } = form.fields;
      return await uploads.begin(actor, { ...fields, dataset: { name } }, form.files);
    }),
  addDatasetVersion: ({ actor, params, request }) =>
    withRoom(async () => {
      await using form = await readForm(request, NewVersionForm, { ...BEGIN, folder: await uploads.folder() });
      return await uploads.begin(actor, { ...form.fields, dataset: { id: params.id } }, form.files);
    }),
  sendDatasetChunk: ({ actor, request }) =>
    withRoom(async () => {
      await using form = await readForm(request, DatasetChunkForm.omit({ bytes: true }), { ...CHUNK, folder: await uploads.folder() });
      return await uploads.take(actor, form.fields, form.files.get('bytes'));
    }),
  listDatasetUploads: ({ actor }) => uploads.list(actor),
  getDatasetUpload: ({ actor, params }) => uploads.state(actor, params.uploadId),
  discardDatasetUpload: async ({ actor, params }) => {
    await uploads.discard(actor, params.uploadId);
    return { ok: true };
  },
  archiveDataset: ({ actor, params }) => archiveDataset(platform, actor, params.id, true),
  unarchiveDataset: ({ actor, params }) => archiveDataset(platform, actor, params.id, false),
  downloadDataset: async ({ params, body, reply }) => {
    const { name, files } = await filesOfVersion(platform.db, params.id, body?.datasetVersionId ?? null);
    return sendZip(reply, `${name}.zip`, entriesOf(platform, files));
  },
  getDatasetZip: async ({ params, reply }) => {
    const { name, files } = await filesOfVersion(platform.db, params.id, params.versionId);
    return sendZip(reply, `${name}.zip`, entriesOf(platform, files));
  },
  getDatasetFile: ({ params, query }) => startOfFile(platform, { ...params, ...query }),
});

const entriesOf = ({ blobs }: Platform, files: readonly VersionFile[]) =>
  files.map(({ path, sha256, size }) => ({ path, size, open: () => blobs.stream(sha256, size) }));

/** @throws AppError `unavailable`, saying what was kept, if the disk is full. */
async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDiskFull(error) ? unavailable(MESSAGES.diskFull) : error;
  }
}
