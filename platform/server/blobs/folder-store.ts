import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobLocation, BlobStore, PutOptions, StoredBlob, SweepOptions, Swept } from '../blobs.ts';
import { KeyedMutex } from '../keyed-mutex.ts';
import { blobKey, hashOfKey, missingBlob, requireFullSize } from './blob-key.ts';
import { IncomingFiles, type ReceivedBlob } from './incoming-files.ts';
import { sweepBlobs } from './sweep.ts';
import { UnreferencedMarks } from './unreferenced-marks.ts';

/** Blobs in a folder, each at `sha256/<first two digits>/<hash>`. */
export class FolderBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #arriving: IncomingFiles;
  readonly #marks: UnreferencedMarks;
  /** Serializes storing and removing the same blob. */
  readonly #turns = new KeyedMutex();

  private constructor(folder: string, arriving: IncomingFiles) {
    this.#folder = folder;
    this.#arriving = arriving;
    this.#marks = new UnreferencedMarks(join(folder, 'unreferred'));
  }

  /**
   * Opens the store, creating it on first use, and deletes partial files left by a crash. One writing process at a
   * time; readers may run beside it.
   */
  static async open(folder: string, isReader = false): Promise<FolderBlobStore> {
    // Inside the store's folder, because a rename only works within one file system.
    return new FolderBlobStore(folder, await IncomingFiles.open(join(folder, 'arriving'), isReader));
  }

  get place(): BlobLocation {
    return { kind: 'folder', text: this.#folder };
  }

  /** The path of a blob, for callers that read it as a file. Never write to it. */
  path(sha256: string): string {
    return join(this.#folder, blobKey(sha256));
  }

  put(content: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    return this.#arriving.take(content, options, (blob) => this.#keep(blob));
  }

  async #keep({ path: temporary, sha256, size }: ReceivedBlob): Promise<StoredBlob> {
    const path = this.path(sha256);
    await this.#turns.take(sha256, async () => {
      await this.#marks.clear(sha256);
      await mkdir(dirname(path), { recursive: true });
      await rename(temporary, path);
    });
    // A new name survives a power cut once every folder created for it, and the existing one above, is synced.
    for (const folder of [dirname(path), join(this.#folder, 'sha256'), this.#folder]) await flushFolder(folder);
    return { sha256, size };
  }

  async get(sha256: string, size?: number): Promise<Uint8Array> {
    const bytes = await readFile(this.path(sha256)).catch((error: NodeJS.ErrnoException) => {
      throw toReadError(error, sha256);
    });
    requireFullSize(sha256, bytes.length, size);
    return bytes;
  }

  async stream(sha256: string, size?: number): Promise<Readable> {
    const file = await open(this.path(sha256)).catch((error: NodeJS.ErrnoException) => {
      throw toReadError(error, sha256);
    });
    try {
      requireFullSize(sha256, (await file.stat()).size, size);
      return file.createReadStream();
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async has(sha256: string): Promise<boolean> {
    return access(this.path(sha256), constants.R_OK).then(
      () => true,
      () => false,
    );
  }

  async *list(signal?: AbortSignal): AsyncGenerator<StoredBlob> {
    for (const part of await namesIn(join(this.#folder, 'sha256'))) {
      signal?.throwIfAborted();
      for (const name of await namesIn(join(this.#folder, 'sha256', part))) {
        const sha256 = hashOfKey(`sha256/${part}/${name}`);
        // A concurrent sweep may have removed it.
        const found = sha256 === null ? null : await stat(this.path(sha256)).catch(() => null);
        if (sha256 !== null && found !== null) yield { sha256, size: found.size };
      }
    }
  }

  sweep(referred: ReadonlySet<string>, options: SweepOptions): Promise<Swept> {
    const remove = (sha256: string) => rm(this.path(sha256));
    return sweepBlobs({ store: this, marks: this.#marks, turns: this.#turns, remove }, referred, options);
  }
}

function toReadError(error: NodeJS.ErrnoException, sha256: string): Error {
  return error.code === 'ENOENT' ? missingBlob(sha256) : error;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
