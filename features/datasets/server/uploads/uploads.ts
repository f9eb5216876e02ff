import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { AppError, invalid, notFound, refused } from '#platform/server/errors.ts';
import type { UploadedFile } from '#platform/server/http/read-form.ts';
import { KeyedMutex } from '#platform/server/keyed-mutex.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { DatasetFileInfo, DatasetUpload } from '../../contract/datasets.ts';
import { addVersion, getDataset, requireNewName } from '../add-version.ts';
import { MESSAGES } from '../messages.ts';
import { findDataset, listDatasetVersionRows } from '../queries.ts';
import { checkFiles } from './check-files.ts';
import { ChunkBlobs } from './chunk-blobs.ts';
import { ChunkFolder } from './chunk-folder.ts';
import type { Chunks } from './chunks.ts';
import {
  deleteUpload,
  deleteUploadsBefore,
  findUpload,
  finishUpload,
  insertUpload,
  listOpenUploads,
  listUploadIds,
  lockUpload,
  touchUpload,
  type StoredUpload,
} from './queries.ts';
import { unpackUpload } from './unpack-upload.ts';

type UploadsPlatform = Pick<Platform, 'config' | 'db' | 'blobs' | 'log' | 'cluster'>;

/** The start of an upload: the name of a new dataset, or the dataset that gets a version. */
interface NewUpload {
  readonly dataset: { readonly name: string } | { readonly id: number };
  readonly description: string;
  readonly fileCount: number;
  readonly filesInfo: DatasetFileInfo[];
}

/** A version being created from an upload. */
interface PendingVersion {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/**
 * Dataset uploads. Chunks arrive in any order, and again after a lost connection, and are stored until all have arrived; then the version
 * is created, once. They are in the data folder or, where several servers share a bucket, in the blob store: another server can continue
 * then (docs/decisions/0063).
 */
export class DatasetUploads {
  readonly #platform: UploadsPlatform;
  /** One request per upload stores its chunk and looks whether all have arrived. */
  readonly #turns = new KeyedMutex();
  readonly #making = new Map<string, PendingVersion>();

  constructor(platform: UploadsPlatform) {
    this.#platform = platform;
  }

  /** The folder of uploads. Files of a form are stored here too, because a chunk is moved into place by renaming. */
  folder(): Promise<string> {
    return uploadsFolder(this.#platform);
  }

  /**
   * Starts an upload with the first chunks of its files, as many as were sent: `file0`, `file1` …
   *
   * @throws AppError `already_exists` for a name that is taken; `refused` for files that can't form a version.
   */
  async begin(actor: Actor, input: NewUpload, sent: ReadonlyMap<string, UploadedFile>): Promise<DatasetUpload> {
    const { db } = this.#platform;
    checkFiles(input.fileCount, input.filesInfo);
    for (const name of sent.keys()) {
      if (!/^file\d{1,6}$/.test(name) || Number(name.slice('file'.length)) >= input.filesInfo.length)
        throw refused(MESSAGES.notExpected(name));
    }
    const { dataset } = input;
    const name = 'id' in dataset ? (await getDataset(db, dataset.id)).name : dataset.name;
    if (!('id' in dataset)) await requireNewName(db, name);
    const upload: StoredUpload = {
      id: randomUUID(),
      user_id: actor.id,
      dataset_id: 'id' in dataset ? dataset.id : null,
      name,
      description: input.description,
      files: input.filesInfo,
      version_id: null,
    };
    await insertUpload(db, upload);
    const chunks = this.#chunksOf(upload.id);
    for (const [name, { path }] of sent) await chunks.keep(Number(name.slice('file'.length)), 0, path);
    return this.#finishIfWhole(actor, upload);
  }

  /**
   * Stores a chunk. The last missing one creates the version, and the call waits for it.
   *
   * @throws AppError `not_found` if the upload doesn't exist or belongs to another user; `refused` if its files can't
   * form a version:
   *   then nothing of it is kept.
   */
  async take(actor: Actor, at: { uploadId: string; file: number; chunk: number }, sent: UploadedFile | undefined): Promise<DatasetUpload> {
    const upload = await this.#get(actor, at.uploadId);
    const chunkCount = upload.files[at.file]?.chunkCount ?? 0;
    if (at.chunk >= chunkCount) throw invalid([{ path: 'chunk', message: MESSAGES.noSuchChunk }]);
    if (!sent) throw invalid([{ path: 'bytes', message: MESSAGES.noBytes }]);
    return this.#turns.take(upload.id, async () => {
      // Read again: while this request waited, another one may have sent the last chunk or cancelled the upload.
      const current = await this.#get(actor, upload.id);
      if (current.version_id === null) {
        await this.#chunksOf(upload.id).keep(at.file, at.chunk, sent.path);
        await touchUpload(this.#platform.db, upload.id);
      }
      return this.#finishIfWhole(actor, current);
    });
  }

  /** @throws AppError `not_found` */
  async state(actor: Actor, uploadId: string): Promise<DatasetUpload> {
    return this.#stateOf(await this.#get(actor, uploadId));
  }

  /** The user's own unfinished uploads, newest first. */
  async list(actor: Actor): Promise<DatasetUpload[]> {
    const uploads = await listOpenUploads(this.#platform.db, actor.id);
    return Promise.all(uploads.map((upload) => this.#stateOf(upload)));
  }

  /** Cancels an upload and deletes what has arrived. @throws AppError `not_found` */
  async discard(actor: Actor, uploadId: string): Promise<void> {
    const upload = await this.#get(actor, uploadId);
    this.#making.get(upload.id)?.stop.abort();
    await this.#turns.take(upload.id, () => this.#forget(upload.id));
  }

  /** Aborts versions being created; their chunks stay, and their senders continue after the next start. */
  async close(): Promise<void> {
    const all = [...this.#making.values()];
    for (const { stop } of all) stop.abort();
    await Promise.allSettled(all.map(({ done }) => done));
  }

  async #finishIfWhole(actor: Actor, upload: StoredUpload): Promise<DatasetUpload> {
    if (upload.version_id !== null) return this.#stateOf(upload);
    const received = await this.#chunksOf(upload.id).received();
    const isWhole = upload.files.every(({ chunkCount }, index) => (received.get(index)?.length ?? 0) === chunkCount);
    if (!isWhole) return this.#stateOf(upload, received);
    await this.#make(actor, upload);
    return this.state(actor, upload.id);
  }

  /** Creates the version, in a way that `discard` and `close` can abort. */
  #make(actor: Actor, upload: StoredUpload): Promise<void> {
    const stop = new AbortController();
    const done = this.#makeVersion(actor, upload, stop.signal).finally(() => this.#making.delete(upload.id));
    this.#making.set(upload.id, { stop, done });
    return done;
  }

  async #makeVersion(actor: Actor, upload: StoredUpload, signal: AbortSignal): Promise<void> {
    const { db, blobs } = this.#platform;
    const chunks = this.#chunksOf(upload.id);
    try {
      const unpacked = await unpackUpload(blobs, chunks, upload.files, signal);
      signal.throwIfAborted();
      await db.transaction().execute(async (tx) => {
        // Another server may have created it: two that lost sight of each other both accept chunks.
        const current = await lockUpload(tx, upload.id);
        if (current === undefined) throw notFound('upload');
        if (current.version_id !== null) return;
        const versionId = await addVersion(tx, actor, upload, unpacked);
        await finishUpload(tx, upload.id, versionId);
      });
    } catch (error) {
      // Sending the same files again can't help.
      if (error instanceof AppError && error.code !== 'unavailable') await this.#forget(upload.id);
      throw signal.aborted ? refused(MESSAGES.stopped) : error;
    }
    await chunks.remove();
  }

  async #stateOf(upload: StoredUpload, known?: Map<number, number[]>): Promise<DatasetUpload> {
    const { db } = this.#platform;
    const { id, dataset_id, name, description, files, version_id } = upload;
    const received = known ?? (await this.#chunksOf(id).received());
    return {
      uploadId: id,
      dataset_id,
      name,
      description,
      files: files.map((file, index) => ({
        ...file,
        arrived: version_id === null ? (received.get(index) ?? []) : Array.from({ length: file.chunkCount }, (_, chunk) => chunk),
      })),
      dataset: version_id === null ? null : await datasetOfVersion(db, version_id),
    };
  }

  async #get(actor: Actor, uploadId: string): Promise<StoredUpload> {
    const upload = await findUpload(this.#platform.db, uploadId, actor.id);
    if (!upload) throw notFound('upload');
    return upload;
  }

  async #forget(uploadId: string): Promise<void> {
    await deleteUpload(this.#platform.db, uploadId);
    await this.#chunksOf(uploadId).remove();
  }

  #chunksOf(uploadId: string): Chunks {
    const { db, blobs, config, cluster } = this.#platform;
    const folder = join(uploadsPath(this.#platform), uploadId);
    return cluster !== null && config.s3 !== null ? new ChunkBlobs({ db, blobs, uploadId, folder }) : new ChunkFolder(folder);
  }
}

/** A folder for files too large for the system's temporary one; housekeeping removes leftovers. */
export async function uploadsFolder(platform: Pick<Platform, 'config'>): Promise<string> {
  const folder = uploadsPath(platform);
  await mkdir(folder, { recursive: true });
  return folder;
}

function uploadsPath({ config }: Pick<Platform, 'config'>): string {
  return join(config.dataFolder, 'uploads');
}

async function datasetOfVersion(handle: Handle, versionId: number) {
  const [version] = await listDatasetVersionRows(handle, { ids: [versionId] });
  return (version && (await findDataset(handle, version.dataset_id))) ?? null;
}

/** Removes uploads without new data since `before`, with their chunks. Returns their number. */
export async function removeAbandonedUploads(platform: { db: Handle; config: Platform['config'] }, before: Date): Promise<number> {
  const removed = await deleteUploadsBefore(platform.db, before);
  const uploadIds = new Set(await listUploadIds(platform.db));
  const folder = uploadsPath(platform);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    // A form being read has a folder here as well.
    if (!uploadIds.has(name) && (await stat(path)).mtime < before) await rm(path, { recursive: true, force: true });
  }
  return removed;
}
