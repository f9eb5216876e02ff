import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Marks of blobs that nobody refers to: empty files named by their hash, as old as that is known. A blob goes when its mark is
 * old enough; one that is stored again, or found to be referred to, loses it. So nothing goes that somebody is just about to use.
 */
export class UnreferredMarks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Since when a blob is known to be referred to by nobody, in milliseconds; null: it is not marked. */
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
