import type { ZipFile } from 'yauzl';
import { tooLarge } from '../errors.ts';
import type { FileBytes } from '../file-bytes.ts';
import { BadEntry, membersOf, openZip, shown, type RefusedEntry, type ZipLimits, type ZipMember } from './read-zip.ts';

const MB = 1024 * 1024;

export interface CheckedZipLimits extends ZipLimits {
  /** Of a file that is kept in the memory: a larger one is not. Of all of them together. */
  readonly keptBytes: number;
  readonly allKeptBytes: number;
}

interface CheckOptions {
  /** Which files are wanted in the memory, by path: those that are looked into before it is settled what becomes of the others. */
  readonly isKept: (path: string) => boolean;
  readonly signal?: AbortSignal;
  /** Told after each file that was read, with how many the zip lists; folders are counted there as well. */
  readonly onRead?: (done: number, total: number) => void;
}

/**
 * A zip of any size, by anybody, that was read through once by the rules of `read-zip.ts`: what is in `files` is whole and right. Their
 * bytes stay in the zip, and are unpacked again, by the same rules, when they are wanted; so the memory that it takes does not depend
 * on its size.
 */
export class CheckedZip implements Disposable {
  /** By path, with '/' between names; in the order of the zip. */
  readonly files: ReadonlyMap<string, FileBytes>;
  /** What was not taken, file by file. */
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
   * @throws AppError `refused` when it is no zip; `too_large` beyond the limit of entries, of all bytes together, or of those that are
   * kept.
   */
  static async open(path: string, limits: CheckedZipLimits, options: CheckOptions): Promise<CheckedZip> {
    const zip = await openZip(path);
    try {
      const files = new Map<string, FileBytes>();
      const refused: RefusedEntry[] = [];
      let kept = 0;
      let read = 0;
      for await (const member of membersOf(zip, limits, options.signal)) {
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
          refused.push({ path: shown(name), reason: error.message });
          continue;
        }
        if (isKept && (kept += size) > limits.allKeptBytes) {
          throw tooLarge(`The files of the zip that say what is in it are larger than ${limits.allKeptBytes / MB} MB together.`);
        }
        options.onRead?.((read += 1), zip.entryCount);
      }
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

/** Reads a file to its end, so that all that is wrong with it comes out. Null: nobody wanted its bytes. */
async function readThrough({ bytes, size }: ZipMember, isKept: boolean): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  for await (const part of bytes) if (isKept) parts.push(part);
  return isKept ? Buffer.concat(parts, size) : null;
}
