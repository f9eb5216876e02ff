import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Marks unreferenced blobs with empty files named by hash; a mark's age is how long the blob has been unreferenced. A
 * blob is removed once its mark is old enough, and loses the mark when it is stored or referenced again, so a blob
 * about to be used is never removed.
 */
export class UnreferencedMarks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** When a blob was marked as unreferenced, in milliseconds; null if it isn't marked. */
  async since(sha256: string): Promise<number | null> {
    const found = await stat(join(this.#folder, sha256)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return found?.mtimeMs ?? null;
  }

  async set(sha256: string, now: Date): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, sha256);
    await writeFile(path, '');
    await utimes(path, now, now);
  }

  async clear(sha256: string): Promise<void> {
    await rm(join(this.#folder, sha256), { force: true });
  }

  async list(): Promise<string[]> {
    return readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }
}
