import type { DatasetFileInfo } from '#contract/datasets.ts';
import type { Handle } from '#server/platform/database/database.ts';

/** An upload: the expected files and its result. */
export interface StoredUpload {
  id: string;
  user_id: number;
  /** Null: a new dataset. */
  dataset_id: number | null;
  name: string;
  description: string;
  files: DatasetFileInfo[];
  /** Null: not finished. */
  version_id: number | null;
}

const COLUMNS = ['id', 'user_id', 'dataset_id', 'name', 'description', 'files', 'version_id'] as const;

export async function insertUpload(handle: Handle, { files, ...upload }: Omit<StoredUpload, 'version_id'>): Promise<void> {
  await handle
    .insertInto('dataset_uploads')
    .values({ ...upload, files: JSON.stringify(files), version_id: null })
    .execute();
}

export async function findUpload(handle: Handle, id: string, userId: number): Promise<StoredUpload | undefined> {
  return handle.selectFrom('dataset_uploads').select(COLUMNS).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
}

/** A user's unfinished uploads, newest first. */
export async function listOpenUploads(handle: Handle, userId: number): Promise<StoredUpload[]> {
  return handle
    .selectFrom('dataset_uploads')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('version_id', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Data has arrived, so the upload is kept for another day. */
export async function touchUpload(handle: Handle, id: string): Promise<void> {
  await handle.updateTable('dataset_uploads').set({ touched_at: new Date() }).where('id', '=', id).execute();
}

export async function finishUpload(handle: Handle, id: string, versionId: number): Promise<void> {
  await handle.updateTable('dataset_uploads').set({ version_id: versionId }).where('id', '=', id).execute();
}

export async function deleteUpload(handle: Handle, id: string): Promise<void> {
  await handle.deleteFrom('dataset_uploads').where('id', '=', id).execute();
}

/** Removes uploads without new data since `before`. Returns their number. */
export async function deleteUploadsBefore(handle: Handle, before: Date): Promise<number> {
  const { numDeletedRows } = await handle.deleteFrom('dataset_uploads').where('touched_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function listUploadIds(handle: Handle): Promise<string[]> {
  return (await handle.selectFrom('dataset_uploads').select('id').execute()).map(({ id }) => id);
}
