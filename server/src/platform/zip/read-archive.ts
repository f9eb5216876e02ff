import { pipeline } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/**
 * A zip of our own making, any of whose files is read when it is wanted. For one that somebody else made, `read-zip.ts` has the
 * rules.
 */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws Error when it is no zip, or one whose end is missing. Close it. */
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

  /** The files below a folder, which ends with a slash. */
  list(folder: string): string[] {
    return [...this.#entries.keys()].filter((path) => path.startsWith(folder));
  }

  /** @throws Error when there is no such file. What its bytes are is checked by who reads them: they have hashes of their own. */
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
