import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/** A zip that the product created, with random access to its files. `read-zip.ts` has the rules for untrusted ones. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws Error if it isn't a zip, or its end is missing. Close it. */
  static async open(path: string): Promise<Archive> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    } catch (error) {
      zip.close();
      throw error;
    }
    return new Archive(zip, entries);
  }

  /** Lists the files below a folder, which ends with a slash. */
  list(folder: string): string[] {
    return [...this.#entries.keys()].filter((path) => path.startsWith(folder));
  }

  /** @throws Error if there is no such file. Callers verify the bytes against their own hashes. */
  async read(path: string): Promise<Readable> {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw new Error(`The archive has no ${path}.`);
    return this.#zip.openReadStreamPromise(entry);
  }

  async readTo(path: string, target: Writable): Promise<void> {
    await pipeline(await this.read(path), target);
  }

  close(): void {
    this.#zip.close();
  }
}
