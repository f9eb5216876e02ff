import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Sha256 } from '#platform/contract/runner-protocol.ts';
import { linkOrCopy } from './link-or-copy.ts';

/** The bytes don't match the hash they were sent under. */
export class WrongContentError extends Error {
  constructor(sha256: string) {
    super(`The content does not match ${sha256}.`);
    this.name = 'WrongContentError';
  }
}

/** Readable by everyone, because runs use other user ids; only the runner can list or change them. */
const FILE_MODE = 0o444;
const FOLDER_MODE = 0o711;
/** Runs list their dataset folders. */
const LISTED_MODE = 0o755;
/** Files of a folder that are linked concurrently. */
const LINKS_AT_ONCE = 64;
const FOLDER = /^folder-[0-9a-f]{64}$/;

/** A file of a folder, by its relative path. */
interface NamedBlob {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Read-only lesson files, stored by content hash. The least recently used ones are evicted when the cache is full, except those a
 * run holds. A run that has bound an evicted file can still read it.
 */
export class BlobCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Size by hash, least recently used first. */
  readonly #kept = new Map<string, number>();
  readonly #held = new Map<string, number>();
  /** Assembled folders, with the hashes of their files. */
  readonly #folders = new Map<string, ReadonlySet<string>>();
  readonly #assembling = new Map<string, Promise<void>>();

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Opens a folder, which may contain blobs from earlier, and deletes unfinished files. */
  static async open(folder: string, maxBytes: number): Promise<BlobCache> {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    await chmod(folder, FOLDER_MODE);
    const cache = new BlobCache(folder, maxBytes);
    const found: { name: string; size: number; mtimeMs: number }[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (Sha256.safeParse(name).success) {
        const { size, mtimeMs } = await stat(path);
        found.push({ name, size, mtimeMs });
      } else {
        await rm(path, { recursive: true, force: true });
      }
    }
    found.sort((one, other) => one.mtimeMs - other.mtimeMs);
    for (const { name, size } of found) cache.#kept.set(name, size);
    return cache;
  }

  /** Limit for all files together, and so for a single one. */
  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** Returns those of `hashes` that aren't cached. */
  missing(hashes: readonly string[]): string[] {
    return [...new Set(hashes)].filter((hash) => !this.#kept.has(hash));
  }

  path(sha256: string): string {
    return join(this.#folder, z.parse(Sha256, sha256));
  }

  /**
   * Assembles a folder from cached files by hard links, so that a run binds one folder instead of thousands of files. The same
   * files always give the same folder. All of them must be cached. Returns its name in the blob folder.
   */
  async assembleFolder(files: readonly NamedBlob[]): Promise<string> {
    const list = files.map(({ name, sha256 }) => `${sha256} ${name}\n`).sort();
    const entry = `folder-${createHash('sha256').update(list.join('')).digest('hex')}`;
    if (this.#folders.has(entry)) return entry;
    // Concurrent runs that need the same folder share the work.
    const assembling = this.#assembling.get(entry) ?? this.#assemble(entry, files).finally(() => this.#assembling.delete(entry));
    this.#assembling.set(entry, assembling);
    await assembling;
    return entry;
  }

  async #assemble(entry: string, files: readonly NamedBlob[]): Promise<void> {
    const unfinished = this.#unfinished();
    try {
      for (const folder of new Set(['.', ...files.map(({ name }) => dirname(name))]))
        await mkdir(join(unfinished, folder), { recursive: true, mode: LISTED_MODE });
      for (let from = 0; from < files.length; from += LINKS_AT_ONCE) {
        const some = files.slice(from, from + LINKS_AT_ONCE);
        await Promise.all(some.map(({ name, sha256 }) => linkOrCopy(this.path(sha256), join(unfinished, name))));
      }
      await rename(unfinished, this.folderPath(entry));
      this.#folders.set(entry, new Set(files.map(({ sha256 }) => sha256)));
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }

  folderPath(entry: string): string {
    if (!FOLDER.test(entry)) throw new TypeError('Not a folder of files.');
    return join(this.#folder, entry);
  }

  /**
   * Stores a file.
   * @throws WrongContentError if the bytes have another hash; nothing is stored then
   */
  async put(sha256: string, bytes: Readable): Promise<void> {
    const path = this.path(sha256);
    const unfinished = this.#unfinished();
    try {
      const hash = createHash('sha256');
      let size = 0;
      const count = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      };
      await pipeline(bytes, count, createWriteStream(unfinished, { flags: 'wx' }));
      if (hash.digest('hex') !== sha256) throw new WrongContentError(sha256);
      await chmod(unfinished, FILE_MODE);
      await rename(unfinished, path);
      this.#kept.delete(sha256);
      this.#kept.set(sha256, size);
    } finally {
      await rm(unfinished, { force: true });
    }
    await this.#makeRoom();
  }

  /** Protects these files from eviction until the returned function is called. All of them must be cached. */
  hold(hashes: readonly string[]): () => void {
    const unique = [...new Set(hashes)];
    for (const hash of unique) {
      this.#held.set(hash, (this.#held.get(hash) ?? 0) + 1);
      const bytes = this.#kept.get(hash) ?? 0;
      this.#kept.delete(hash);
      this.#kept.set(hash, bytes);
      const now = new Date();
      // The time only preserves the order across restarts, so a failure doesn't matter.
      utimes(this.path(hash), now, now).catch(() => undefined);
    }
    return () => {
      for (const hash of unique) {
        const count = (this.#held.get(hash) ?? 1) - 1;
        if (count === 0) this.#held.delete(hash);
        else this.#held.set(hash, count);
      }
    };
  }

  async #makeRoom(): Promise<void> {
    let total = [...this.#kept.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (const [sha256, bytes] of this.#kept) {
      if (total <= this.#maxBytes) return;
      if (this.#held.has(sha256)) continue;
      this.#kept.delete(sha256);
      // These folders aren't in use: a run that uses one holds all of its files.
      for (const [entry, hashes] of this.#folders) if (hashes.has(sha256)) await this.#removeFolder(entry);
      await rm(this.path(sha256), { force: true });
      total -= bytes;
    }
  }

  async #removeFolder(entry: string): Promise<void> {
    this.#folders.delete(entry);
    // Rename first: the same folder may be assembled again while this one is deleted.
    const leaving = this.#unfinished();
    await rename(this.folderPath(entry), leaving);
    await rm(leaving, { recursive: true, force: true });
  }

  /** Returns a path for unfinished content, which is deleted at the next start. */
  #unfinished(): string {
    return join(this.#folder, `unfinished-${randomUUID()}`);
  }
}
