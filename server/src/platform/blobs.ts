import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { UnreferredMarks } from './blobs/unreferred.ts';
import { tooLarge, unavailable } from './errors.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** What a stored blob is found by. */
export interface StoredBlob {
  /** In lower-case hex; also the key. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

export interface PutOptions {
  /** More bytes than this are refused, with nothing kept. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Files by content: the same bytes are kept once, and what is kept never changes (product §7). */
export interface BlobStore {
  /**
   * Keeps bytes, or a stream of them; they are on disk when this resolves. Work on disk: never inside a transaction.
   * @throws AppError `too_large`, or the stream's own error. Nothing is kept then.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
  /**
   * @param size When given, compared with what is found.
   * @throws AppError `unavailable` when the blob is not there or not whole.
   */
  get(sha256: string, size?: number): Promise<Uint8Array>;
  /**
   * The same bytes as a stream, for what is large and is only passed on.
   * @throws AppError `unavailable` when the blob is not there or not whole.
   */
  stream(sha256: string, size?: number): Promise<Readable>;
  has(sha256: string): Promise<boolean>;
  /**
   * Removes what nobody has referred to for `graceMs`, counted from the first sweep that found it so; whatever is stored again
   * meanwhile stays. Answers how much went.
   */
  sweep(referred: ReadonlySet<string>, options: SweepOptions): Promise<Swept>;
}

export interface SweepOptions {
  readonly now: Date;
  readonly graceMs: number;
  readonly signal?: AbortSignal;
}

export interface Swept {
  readonly removed: number;
  readonly bytes: number;
}

/** Blobs in a folder, each in `sha256/<first two digits>/<hash>`. */
export class FolderBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #marks: UnreferredMarks;
  /** Storing and removing of one blob happen one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();

  private constructor(folder: string) {
    this.#folder = folder;
    this.#marks = new UnreferredMarks(join(folder, 'unreferred'));
  }

  /** Opens the store, made on first use; what a crash left half written is thrown away. One process at a time. */
  static async open(folder: string): Promise<FolderBlobStore> {
    const store = new FolderBlobStore(folder);
    await rm(store.#arriving, { recursive: true, force: true });
    await mkdir(store.#arriving, { recursive: true });
    return store;
  }

  /** Where a blob lies, for those who read it as a file. It must never be written to. */
  path(sha256: string): string {
    // The key becomes a part of a path.
    if (!SHA256.test(sha256)) throw new TypeError('This is no sha256 in lower-case hex.');
    return join(this.#folder, 'sha256', sha256.slice(0, 2), sha256);
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    const temporary = join(this.#arriving, randomUUID());
    try {
      const blob = await writeFlushed(temporary, content instanceof Uint8Array ? [content] : content, options);
      const path = this.path(blob.sha256);
      await this.#inTurn(blob.sha256, async () => {
        await this.#marks.clear(blob.sha256);
        await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path);
      });
      // A new name is safe once the folders that hold it are, up to the one that was there before.
      for (const folder of [dirname(path), join(this.#folder, 'sha256'), this.#folder]) await flushFolder(folder);
      return blob;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async get(sha256: string, size?: number): Promise<Uint8Array> {
    const bytes = await readFile(this.path(sha256)).catch((error: NodeJS.ErrnoException) => {
      throw missing(error, sha256);
    });
    requireWhole(sha256, bytes.length, size);
    return bytes;
  }

  async stream(sha256: string, size?: number): Promise<Readable> {
    const file = await open(this.path(sha256)).catch((error: NodeJS.ErrnoException) => {
      throw missing(error, sha256);
    });
    try {
      requireWhole(sha256, (await file.stat()).size, size);
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

  async sweep(referred: ReadonlySet<string>, { now, graceMs, signal }: SweepOptions): Promise<Swept> {
    for (const sha256 of await this.#marks.list()) if (referred.has(sha256)) await this.#marks.clear(sha256);
    const swept = { removed: 0, bytes: 0 };
    for await (const sha256 of this.#list()) {
      signal?.throwIfAborted();
      if (referred.has(sha256)) continue;
      const bytes = await this.#inTurn(sha256, () => this.#removeOrMark(sha256, now, graceMs));
      if (bytes === null) continue;
      swept.removed++;
      swept.bytes += bytes;
    }
    return swept;
  }

  /** The size of a blob that went; null: it stays. */
  async #removeOrMark(sha256: string, now: Date, graceMs: number): Promise<number | null> {
    const since = await this.#marks.since(sha256);
    if (since === null) await this.#marks.set(sha256, now);
    if (since === null || now.getTime() - since < graceMs) return null;
    const path = this.path(sha256);
    const { size } = await stat(path);
    await rm(path);
    await this.#marks.clear(sha256);
    return size;
  }

  async *#list(): AsyncGenerator<string> {
    const root = join(this.#folder, 'sha256');
    for (const part of await namesIn(root)) for (const name of await namesIn(join(root, part))) if (SHA256.test(name)) yield name;
  }

  async #inTurn<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#turns.get(sha256) ?? Promise.resolve()).then(work, work);
    this.#turns.set(sha256, mine);
    try {
      return await mine;
    } finally {
      if (this.#turns.get(sha256) === mine) this.#turns.delete(sha256);
    }
  }

  /** Files on their way in; in the store's folder, because a rename works within one file system. */
  get #arriving(): string {
    return join(this.#folder, 'arriving');
  }
}

function missing(error: NodeJS.ErrnoException, sha256: string): Error {
  return error.code === 'ENOENT' ? unavailable(`The stored file ${sha256} is missing.`) : error;
}

function requireWhole(sha256: string, bytes: number, size: number | undefined): void {
  if (size !== undefined && bytes !== size)
    throw unavailable(`The stored file ${sha256} is damaged: it has ${bytes} bytes instead of ${size}.`);
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

async function writeFlushed(
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { limit = Infinity, signal }: PutOptions,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx');
  try {
    for await (const bytes of content) {
      signal?.throwIfAborted();
      size += bytes.length;
      if (size > limit) throw tooLarge(`The file is larger than ${limit} bytes.`);
      hash.update(bytes);
      await file.writeFile(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
