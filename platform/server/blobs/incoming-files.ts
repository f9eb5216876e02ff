import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PutOptions, StoredBlob } from '../blobs.ts';
import { tooLarge } from '../errors.ts';

/** A blob that has been received in full into a temporary file, with its hash known, but not moved into place yet. */
export interface ReceivedBlob extends StoredBlob {
  readonly path: string;
}

/** The folder for incoming files. A file's name is its hash, which is known only after the last byte. */
export class IncomingFiles {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Opens the folder, creating it on first use, and deletes partial files left by a crash. One process at a time.
   * @param isReader The caller stores nothing and may not be alone, so the folder is left as it is.
   */
  static async open(folder: string, isReader: boolean): Promise<IncomingFiles> {
    if (!isReader) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    }
    return new IncomingFiles(folder);
  }

  /**
   * Writes the bytes to a temporary file and passes it to `keep`, whose result is returned. The file is deleted
   * afterwards unless `keep` moved it.
   * @throws AppError `too_large`, or the stream's own error.
   */
  async take<T>(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options: PutOptions,
    keep: (blob: ReceivedBlob) => Promise<T>,
  ): Promise<T> {
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
