import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { INT4_MAX, Id, RowId, route } from '#platform/contract/route.ts';
import { DATASET_FILES_MAX, datasetNameProblem } from '../datasets.policy.ts';

/**
 * Datasets: named collections of files in immutable versions. A version's hash is the git tree hash of its files; lessons refer
 * to versions as `name@hash`, and their runs find the files in a folder with the dataset's name.
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
  /** When the latest version was created. */
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
  /** Name of the dataset. */
  name: z.string(),
  /** Git tree hash of the files. */
  hash: z.string(),
  files: z.array(DatasetFile),
  /** What is new in it; for the first version, the dataset's description. */
  description: z.string(),
  /** Numbers of the lessons that use this version. */
  lesson_sequences: z.array(z.number().int()),
  created: z.string(),
  /** Size of all files together. */
  bytes: z.number().int(),
});
export type DatasetVersion = z.infer<typeof DatasetVersion>;

/** A lesson that uses a version of a dataset. */
export const DatasetUse = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  title: z.string(),
  release_name: z.string(),
  hash: z.string(),
  /** It uses the latest version. */
  is_latest: z.boolean(),
  /** It is published, and can't be changed. */
  is_main: z.boolean(),
});
export type DatasetUse = z.infer<typeof DatasetUse>;

/** A dataset version that a lesson uses. A missing one keeps its place in the lesson. */
export const AttachedDataset = DatasetVersion.extend({
  /** Null: this version doesn't exist here. */
  id: z.number().int().nullable(),
  /** Null: no dataset has this name here. */
  dataset_id: z.number().int().nullable(),
  /** Null: this version doesn't exist here. */
  created: z.string().nullable(),
  archived: z.boolean(),
  is_latest: z.boolean(),
});
export type AttachedDataset = z.infer<typeof AttachedDataset>;

const chunks = z.number().int().min(1).max(1_000_000);

/** A file of an upload; `name` is its name without folders. */
export const DatasetFileInfo = z.object({
  name: oneLine(255).min(1),
  /** It is a zip to unpack into a folder with its name. */
  is_directory: z.boolean(),
  chunkCount: chunks,
  /** Size in bytes and modification time in milliseconds, which identify the file when an upload is resumed. */
  bytes: z.number().int().min(0).optional(),
  last_modified: z.number().int().min(0).optional(),
});
export type DatasetFileInfo = z.infer<typeof DatasetFileInfo>;

/** An upload and which parts of it have arrived. It is kept for a day after its last chunk. */
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

/** `filesInfo` of a form: JSON with one entry per file. */
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
      .min(1, 'Add at least one file.')
      .max(DATASET_FILES_MAX, `A version can have at most ${DATASET_FILES_MAX} files.`),
  );

/** Starts an upload. `file0`, `file1` … beside these fields are the first chunks of the files, as many as are sent at once. */
const versionForm = z.object({
  description: DatasetDescription,
  fileCount: z.coerce.number().int().min(1, 'Add at least one file.').max(INT4_MAX),
  filesInfo: FilesInfo,
  file0: z.file().optional(),
});
export const NewDatasetForm = versionForm.extend({ name: DatasetName });
/** The name doesn't change. */
export const NewVersionForm = versionForm;
export const DatasetChunkForm = z.object({
  uploadId: z.uuid(),
  /** Index in `filesInfo`. */
  file: z.coerce.number().int().min(0).max(INT4_MAX),
  /** Counted from 0. */
  chunk: z.coerce.number().int().min(0).max(INT4_MAX),
  bytes: z.file(),
});

const params = z.object({ id: Id });
const uploadParams = z.object({ uploadId: z.uuid() });

export const datasetRoutes = {
  listDatasets: route({
    method: 'GET',
    path: '/api/datasets',
    summary: 'Returns every dataset with its latest version, by name',
    access: 'staff',
    reply: z.array(Dataset),
  }),
  listDatasetVersions: route({
    method: 'GET',
    path: '/api/dataset/{id}/versions',
    summary: 'Returns the versions of a dataset, latest first',
    access: 'staff',
    params,
    reply: z.array(DatasetVersion),
    errors: ['not_found'],
  }),
  listDatasetUses: route({
    method: 'GET',
    path: '/api/dataset/{id}/uses',
    summary: 'Returns the lessons of every release that use a dataset, by number, with the version that each uses',
    access: 'staff',
    params: z.object({ id: Id }),
    reply: z.array(DatasetUse),
    errors: ['not_found'],
  }),
  createDataset: route({
    method: 'POST',
    path: '/api/dataset',
    summary: 'Creates a dataset. `dataset` in the reply is null while chunks are still missing (POST /api/dataset/chunk)',
    access: 'staff',
    servedBy: 'person',
    bodyKind: 'form',
    form: NewDatasetForm,
    reply: DatasetUpload,
    errors: ['already_exists', 'refused', 'too_large', 'unavailable'],
  }),
  addDatasetVersion: route({
    method: 'PATCH',
    path: '/api/dataset/{id}',
    summary: 'Adds a version, sent like a new dataset. 422 if its files equal those of the latest version',
    access: 'staff',
    servedBy: 'person',
    params,
    bodyKind: 'form',
    form: NewVersionForm,
    reply: DatasetUpload,
    errors: ['not_found', 'refused', 'too_large', 'unavailable'],
  }),
  sendDatasetChunk: route({
    method: 'POST',
    path: '/api/dataset/chunk',
    summary: 'Sends a chunk of a file, in any order and repeatedly. The last missing chunk completes the version',
    access: 'staff',
    servedBy: 'person',
    bodyKind: 'form',
    form: DatasetChunkForm,
    reply: DatasetUpload,
    errors: ['not_found', 'already_exists', 'refused', 'too_large', 'unavailable'],
    perMinute: 6_000,
  }),
  listDatasetUploads: route({
    method: 'GET',
    path: '/api/dataset/uploads',
    summary: 'Returns your unfinished uploads with what has arrived, newest first',
    access: 'staff',
    servedBy: 'person',
    reply: z.array(DatasetUpload),
  }),
  getDatasetUpload: route({
    method: 'GET',
    path: '/api/dataset/upload/{uploadId}',
    summary: 'Returns one of your uploads with what has arrived',
    access: 'staff',
    servedBy: 'person',
    params: uploadParams,
    reply: DatasetUpload,
    errors: ['not_found'],
  }),
  discardDatasetUpload: route({
    method: 'DELETE',
    path: '/api/dataset/upload/{uploadId}',
    summary: 'Cancels an upload and deletes what has arrived',
    access: 'staff',
    servedBy: 'person',
    params: uploadParams,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
  archiveDataset: route({
    method: 'DELETE',
    path: '/api/dataset/{id}',
    summary: 'Archives a dataset: it can no longer be attached, but stays attached where it is',
    access: 'staff',
    params,
    reply: Dataset,
    errors: ['not_found'],
  }),
  unarchiveDataset: route({
    method: 'PATCH',
    path: '/api/dataset/{id}/unarchive',
    summary: 'Unarchives a dataset',
    access: 'staff',
    params,
    reply: Dataset,
    errors: ['not_found'],
  }),
  downloadDataset: route({
    method: 'POST',
    path: '/api/dataset/{id}/download',
    summary: 'Streams the files of one version, or of the latest, as a zip',
    access: 'staff',
    params,
    body: z.object({ datasetVersionId: RowId.nullish() }).nullish(),
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found'],
  }),
  /** Like the other one, but for a link: the browser saves what it receives, however large it is. */
  getDatasetZip: route({
    method: 'GET',
    path: '/api/dataset/{id}/version/{versionId}/zip',
    summary: 'Streams the files of one version as a zip',
    access: 'staff',
    params: z.object({ id: Id, versionId: Id }),
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found'],
  }),
  getDatasetFile: route({
    method: 'GET',
    path: '/api/dataset/{id}/version/{versionId}/file',
    summary: 'Returns the beginning of a file of one version; null for one that is no text',
    access: 'staff',
    params: z.object({ id: Id, versionId: Id }),
    query: z.object({ name: z.string() }),
    reply: z.object({ text: z.string().nullable(), is_cut: z.boolean() }),
    errors: ['not_found', 'unavailable'],
  }),
};
