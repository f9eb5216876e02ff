import { z } from 'zod';
import { DATASET_FILES_MAX, datasetNameProblem } from './datasets.policy.ts';
import { LIMITS } from './limits.ts';
import { oneLine } from './one-line.ts';
import { INT4_MAX, Id, RowId, route } from './route.ts';

/**
 * Datasets (B §2 to §8): named collections of files in versions that never change. A version's hash is the git tree hash of its
 * files (product §7); lessons name what they use as `name@hash`, and their runs find the files in a folder of the dataset's name.
 *
 *     active ──archive──▶ archived ──unarchive──▶ active
 */
export const Dataset = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  archived: z.boolean(),
  /** Numbers of the lessons that use the latest version. */
  lessons: z.array(z.number().int()),
  latest_version_hash: z.string(),
  latest_version_id: z.number().int(),
  version_count: z.number().int(),
  /** When the latest version was made. */
  last_update: z.string(),
});
export type Dataset = z.infer<typeof Dataset>;

export const DatasetFile = z.object({
  /** With its folders: `photos/cats/1.png`. */
  file_name: z.string(),
  bytes: z.number().int(),
});

export const DatasetVersion = z.object({
  id: z.number().int(),
  dataset_id: z.number().int(),
  /** Of the dataset. */
  name: z.string(),
  /** Git tree hash of the files. */
  hash: z.string(),
  files: z.array(DatasetFile),
  /** What is new in it; of the first version: the dataset's description. */
  description: z.string(),
  /** Numbers of the lessons that use this version. */
  lesson_sequences: z.array(z.number().int()),
  created: z.string(),
  /** Of all files together. */
  bytes: z.number().int(),
});
export type DatasetVersion = z.infer<typeof DatasetVersion>;

/** A dataset version that a lesson names. One that is not here keeps its place in the lesson. */
export const AttachedDataset = DatasetVersion.extend({
  /** Null: there is no such version here. */
  id: z.number().int().nullable(),
  /** Null: there is no dataset of this name here. */
  dataset_id: z.number().int().nullable(),
  /** Null: there is no such version here. */
  created: z.string().nullable(),
  archived: z.boolean(),
  is_latest: z.boolean(),
});
export type AttachedDataset = z.infer<typeof AttachedDataset>;

const chunks = z.number().int().min(1).max(1_000_000);

/** A file of an upload; `name` is its name without folders. */
export const DatasetFileInfo = z.object({
  name: oneLine(255).min(1),
  /** It is a zip that is unpacked into a folder of its name. */
  is_directory: z.boolean(),
  chunkCount: chunks,
  /** What it is known by when an upload is resumed: its size, and when it was changed in milliseconds. */
  bytes: z.number().int().min(0).optional(),
  last_modified: z.number().int().min(0).optional(),
});
export type DatasetFileInfo = z.infer<typeof DatasetFileInfo>;

/** An upload and what of it has arrived (product §12). It is kept for a day after its last chunk. */
export const DatasetUpload = z.object({
  uploadId: z.string(),
  /** Null: a new dataset. */
  dataset_id: z.number().int().nullable(),
  name: z.string(),
  description: z.string(),
  files: z.array(DatasetFileInfo.extend({ arrived: z.array(z.number().int()) })),
  /** The dataset with its new version, once everything has arrived and is unpacked. */
  dataset: Dataset.nullable(),
});
export type DatasetUpload = z.infer<typeof DatasetUpload>;

export const DatasetName = z
  .string()
  .trim()
  .superRefine((name, context) => {
    const problem = datasetNameProblem(name);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
export const DatasetDescription = z.string().trim().min(1, 'A description is needed.').max(LIMITS.textMax);

/** `filesInfo` of a form: JSON, one entry for each file. */
export const FilesInfo = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'filesInfo must be JSON.' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(DatasetFileInfo)
      .min(1, 'At least one file is needed.')
      .max(DATASET_FILES_MAX, `A version has at most ${DATASET_FILES_MAX} files.`),
  );

/** What an upload begins with. `file0`, `file1` … beside them are the first chunks of the files, as many as are sent at once. */
const versionForm = z.object({
  description: DatasetDescription,
  fileCount: z.coerce.number().int().min(1, 'At least one file is needed.').max(INT4_MAX),
  filesInfo: FilesInfo,
  file0: z.file().optional(),
});
export const NewDatasetForm = versionForm.extend({ name: DatasetName });
/** The name stays as it is. */
export const NewVersionForm = versionForm;
export const DatasetChunkForm = z.object({
  uploadId: z.uuid(),
  /** Index in `filesInfo`. */
  file: z.coerce.number().int().min(0).max(INT4_MAX),
  /** From 0. */
  chunk: z.coerce.number().int().min(0).max(INT4_MAX),
  bytes: z.file(),
});

const params = z.object({ id: Id });
const uploadParams = z.object({ uploadId: z.uuid() });

export const datasetRoutes = {
  listDatasets: route({
    method: 'GET',
    path: '/api/datasets',
    summary: 'Every dataset with its latest version, by name',
    access: 'staff',
    reply: z.array(Dataset),
  }),
  listDatasetVersions: route({
    method: 'GET',
    path: '/api/dataset/{id}/versions',
    summary: 'The versions of a dataset, the latest first',
    access: 'staff',
    params,
    reply: z.array(DatasetVersion),
    errors: ['not_found'],
  }),
  createDataset: route({
    method: 'POST',
    path: '/api/dataset',
    summary: 'Makes a dataset. `dataset` of the reply is null while chunks are still to be sent (POST /api/dataset/chunk)',
    access: 'staff',
    bodyKind: 'form',
    form: NewDatasetForm,
    reply: DatasetUpload,
    errors: ['already_exists', 'refused', 'too_large', 'unavailable'],
  }),
  addDatasetVersion: route({
    method: 'PATCH',
    path: '/api/dataset/{id}',
    summary: 'Adds a version, sent as a new dataset is. 422 when its files are those of the latest version',
    access: 'staff',
    params,
    bodyKind: 'form',
    form: NewVersionForm,
    reply: DatasetUpload,
    errors: ['not_found', 'refused', 'too_large', 'unavailable'],
  }),
  sendDatasetChunk: route({
    method: 'POST',
    path: '/api/dataset/chunk',
    summary: 'Sends a chunk of a file, in any order, any number of times. The last one that was missing makes the version',
    access: 'staff',
    bodyKind: 'form',
    form: DatasetChunkForm,
    reply: DatasetUpload,
    errors: ['not_found', 'already_exists', 'refused', 'too_large', 'unavailable'],
    perMinute: 6_000,
  }),
  listDatasetUploads: route({
    method: 'GET',
    path: '/api/dataset/uploads',
    summary: "One's own uploads that are not finished, with what has arrived; the newest first",
    access: 'staff',
    reply: z.array(DatasetUpload),
  }),
  getDatasetUpload: route({
    method: 'GET',
    path: '/api/dataset/upload/{uploadId}',
    summary: "One of one's own uploads, with what has arrived",
    access: 'staff',
    params: uploadParams,
    reply: DatasetUpload,
    errors: ['not_found'],
  }),
  discardDatasetUpload: route({
    method: 'DELETE',
    path: '/api/dataset/upload/{uploadId}',
    summary: 'Stops an upload and throws away what has arrived',
    access: 'staff',
    params: uploadParams,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
  archiveDataset: route({
    method: 'DELETE',
    path: '/api/dataset/{id}',
    summary: 'Archives a dataset: it cannot be attached any more, and stays where it is attached',
    access: 'staff',
    params,
    reply: Dataset,
    errors: ['not_found'],
  }),
  unarchiveDataset: route({
    method: 'PATCH',
    path: '/api/dataset/{id}/unarchive',
    summary: 'Takes a dataset out of the archive',
    access: 'staff',
    params,
    reply: Dataset,
    errors: ['not_found'],
  }),
  downloadDataset: route({
    method: 'POST',
    path: '/api/dataset/{id}/download',
    summary: 'The files of one version, or of the latest, as a zip that is made while it is sent',
    access: 'staff',
    params,
    body: z.object({ datasetVersionId: RowId.nullish() }).nullish(),
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found'],
  }),
  /** As the other one, for a link: the browser keeps what it is sent, however large it is. */
  getDatasetZip: route({
    method: 'GET',
    path: '/api/dataset/{id}/version/{versionId}/zip',
    summary: 'The files of one version as a zip that is made while it is sent',
    access: 'staff',
    params: z.object({ id: Id, versionId: Id }),
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found'],
  }),
};
