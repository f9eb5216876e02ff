import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { DatasetFileInfo } from '../../contract/datasets.ts';

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

/** The upload, locked until the end of the transaction. */
export async function lockUpload(tx: Tx, id: string): Promise<Pick<StoredUpload, 'version_id'> | undefined> {
  return tx.selectFrom('dataset_uploads').select('version_id').where('id', '=', id).forUpdate().executeTakeFirst();
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

/** A chunk of an upload whose bytes are in the blob store. */
export interface StoredChunk {
  file: number;
  chunk: number;
  sha256: string;
  size: number;
}

/** The last one that arrived counts. Returns false if there is no such upload. */
export async function insertChunk(handle: Handle, { upload_id, ...chunk }: StoredChunk & { upload_id: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await handle
    .insertInto('dataset_upload_chunks')
    .columns(['upload_id', 'file', 'chunk', 'sha256', 'size'])
    .expression((eb) =>
      eb
        .selectFrom('dataset_uploads')
        .select((from) => [
          'id',
          from.val(chunk.file).as('file'),
          from.val(chunk.chunk).as('chunk'),
          from.val(chunk.sha256).as('sha256'),
          from.val(chunk.size).as('size'),
        ])
        .where('id', '=', upload_id),
    )
    .onConflict((row) => row.columns(['upload_id', 'file', 'chunk']).doUpdateSet({ sha256: chunk.sha256, size: chunk.size }))
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The chunks of an upload, by file and chunk. */
export async function listChunks(handle: Handle, uploadId: string): Promise<StoredChunk[]> {
  return handle
    .selectFrom('dataset_upload_chunks')
    .select(['file', 'chunk', 'sha256', 'size'])
    .where('upload_id', '=', uploadId)
    .orderBy('file')
    .orderBy('chunk')
    .execute();
}

export async function deleteChunks(handle: Handle, uploadId: string): Promise<void> {
  await handle.deleteFrom('dataset_upload_chunks').where('upload_id', '=', uploadId).execute();
}

/** Hashes of all chunks, which housekeeping must keep. */
export async function listChunkHashes(handle: Handle): Promise<string[]> {
  const rows = await handle.selectFrom('dataset_upload_chunks').select('sha256').distinct().execute();
  return rows.map(({ sha256 }) => sha256);
}
