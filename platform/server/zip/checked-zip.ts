import type { ZipFile } from 'yauzl';
import { tooLarge } from '../errors.ts';
import type { FileBytes } from '../file-bytes.ts';
import {
  BadEntry,
  dropResourceForks,
  membersOfOpenZip,
  openZip,
  displayEntryName,
  type RefusedEntry,
  type ZipLimits,
  type ZipMember,
} from './read-zip.ts';

const MB = 1024 * 1024;

export interface CheckedZipLimits extends ZipLimits {
  /** Limit per file kept in memory (larger ones are not), and for all of them together. */
  readonly keptBytes: number;
  readonly allKeptBytes: number;
}

interface CheckOptions {
  /** Selects by path the files to keep in memory: those that are inspected before the others are used. */
  readonly isKept: (path: string) => boolean;
  readonly signal?: AbortSignal;
  /** Called after each file with the number of entries in the zip, folders included. */
  readonly onRead?: (done: number, total: number) => void;
}

/**
 * An untrusted zip of any size that was read through once by the rules of `read-zip.ts`, so everything in `files` is
 * complete and valid. The bytes stay in the zip and are unpacked again, by the same rules, when needed, so memory use
 * doesn't depend on the size.
 */
export class CheckedZip implements Disposable {
  /** By path, with '/' as separator; in the order of the zip. */
  readonly files: ReadonlyMap<string, FileBytes>;
  /** The rejected files. */
  readonly refused: readonly RefusedEntry[];
  readonly #zip: ZipFile;

  private constructor(zip: ZipFile, files: ReadonlyMap<string, FileBytes>, refused: readonly RefusedEntry[]) {
    this.#zip = zip;
    this.files = files;
    this.refused = refused;
  }

  /**
   * Dispose of it.
   *
   * @throws AppError `refused` if it isn't a zip; `too_large` beyond the limit of entries, of all bytes together, or of
   * those kept in memory.
   */
  static async open(path: string, limits: CheckedZipLimits, options: CheckOptions): Promise<CheckedZip> {
    const zip = await openZip(path);
    try {
      const files = new Map<string, FileBytes>();
      const refused: RefusedEntry[] = [];
      let kept = 0;
      let read = 0;
      for await (const member of membersOfOpenZip(zip, limits, options.signal)) {
        if ('reason' in member) {
          refused.push(member);
          continue;
        }
        const { path: name, size, again } = member;
        const isKept = size <= limits.keptBytes && options.isKept(name);
        try {
          const bytes = await readThrough(member, isKept);
          files.set(name, bytes ?? { size, open: again });
        } catch (error) {
          if (!(error instanceof BadEntry)) throw error;
          refused.push({ path: displayEntryName(name), reason: error.message });
          continue;
        }
        if (isKept && (kept += size) > limits.allKeptBytes) {
          throw tooLarge(`The metadata files in the zip are larger than ${limits.allKeptBytes / MB} MB together.`);
        }
        options.onRead?.((read += 1), zip.entryCount);
      }
      dropResourceForks(files);
      return new CheckedZip(zip, files, refused);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#zip.close();
  }
}

/** Reads a file to its end, so that every problem in it is found. Returns null if its bytes are not kept. */
async function readThrough({ bytes, size }: ZipMember, isKept: boolean): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  for await (const part of bytes) if (isKept) parts.push(part);
  return isKept ? Buffer.concat(parts, size) : null;
}
