import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '#platform/server/blobs.ts';
import type { Db } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import { groupChunks, type Chunks } from './chunks.ts';
import { deleteChunks, insertChunk, listChunks } from './queries.ts';

interface Options {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly uploadId: string;
  /** On this machine, for what has to be on a disk. */
  readonly folder: string;
}

/** Chunks in the blob store, so that any server can continue the upload. Housekeeping removes their blobs later. */
export class ChunkBlobs implements Chunks {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws AppError `not_found` if the upload was discarded in the meantime. */
  async keep(file: number, chunk: number, arrivedAt: string): Promise<void> {
    const { db, blobs, uploadId } = this.#options;
    const stored = await blobs.put(createReadStream(arrivedAt));
    if (!(await insertChunk(db, { upload_id: uploadId, file, chunk, ...stored }))) throw notFound('upload');
  }

  async received(): Promise<Map<number, number[]>> {
    return groupChunks(await this.#list());
  }

  async *read(file: number, count: number): AsyncGenerator<Uint8Array> {
    const { blobs } = this.#options;
    const chunks = (await this.#list()).filter((each) => each.file === file && each.chunk < count);
    for (const { sha256, size } of chunks) yield* (await blobs.stream(sha256, size)) as AsyncIterable<Uint8Array>;
  }

  async sizeOf(file: number, count: number): Promise<number> {
    const chunks = (await this.#list()).filter((each) => each.file === file && each.chunk < count);
    return chunks.reduce((sum, { size }) => sum + size, 0);
  }

  async assemble(file: number, count: number, signal: AbortSignal): Promise<string> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true });
    const path = join(folder, String(file));
    await pipeline(this.read(file, count), createWriteStream(path), { signal });
    return path;
  }

  async remove(): Promise<void> {
    const { db, uploadId, folder } = this.#options;
    await deleteChunks(db, uploadId);
    await rm(folder, { recursive: true, force: true });
  }

  /** By file and chunk. */
  #list() {
    return listChunks(this.#options.db, this.#options.uploadId);
  }
}
