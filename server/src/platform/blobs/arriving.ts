import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tooLarge } from '../errors.ts';
import type { PutOptions, StoredBlob } from '../blobs.ts';

/** A blob on its way in: whole in a file of its own, its hash known, and not yet at its place. */
export interface ArrivedBlob extends StoredBlob {
  readonly path: string;
}

/** The folder of files on their way in. Their hash, which is their name, is known when the last byte has come. */
export class Arriving {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Opens the folder, made on first use; what a crash left half written is thrown away. One process at a time.
   * @param isReader The caller stores nothing and may not be alone: the folder stays as it is.
   */
  static async open(folder: string, isReader: boolean): Promise<Arriving> {
    if (!isReader) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    }
    return new Arriving(folder);
  }

  /**
   * Takes bytes in and hands them to `keep`, whose answer it gives back. The file goes afterwards, unless `keep` has moved it.
   * @throws AppError `too_large`, or the stream's own error.
   */
  async take<T>(content: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions, keep: (blob: ArrivedBlob) => Promise<T>): Promise<T> {
    const path = join(this.#folder, randomUUID());
    try {
      const blob = await writeFlushed(path, content instanceof Uint8Array ? [content] : content, options);
      return await keep({ ...blob, path });
    } finally {
      await rm(path, { force: true });
    }
  }
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
