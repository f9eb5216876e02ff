import type { Logger } from 'pino';
import type { BlobStore } from '#server/platform/blobs.ts';

/** Counting reads every file's metadata, so a count is reused for this long. */
const FRESH_MS = 10 * 60_000;

interface Usage {
  readonly count: number;
  readonly bytes: number;
}

/** Number and size of a store's files, counted in the background on request. */
export class BlobUsage {
  readonly #blobs: BlobStore;
  readonly #log: Logger;
  #known: { readonly at: number; readonly usage: Usage } | null = null;
  #isCounting = false;

  constructor(blobs: BlobStore, log: Logger) {
    this.#blobs = blobs;
    this.#log = log;
  }

  /** The last count; null until the first one is finished. */
  look(): Usage | null {
    if (this.#known === null || Date.now() - this.#known.at > FRESH_MS) void this.#count();
    return this.#known?.usage ?? null;
  }

  async #count(): Promise<void> {
    if (this.#isCounting) return;
    this.#isCounting = true;
    try {
      let count = 0;
      let bytes = 0;
      for await (const { size } of this.#blobs.list()) {
        count++;
        bytes += size;
      }
      this.#known = { at: Date.now(), usage: { count, bytes } };
    } catch (error) {
      this.#log.warn({ err: error }, 'could not count the stored files');
    } finally {
      this.#isCounting = false;
    }
  }
}
