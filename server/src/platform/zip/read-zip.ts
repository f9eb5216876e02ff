import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { refused as refusal, tooLarge } from '../errors.ts';
import { entryProblem, TakenNames } from './entry-rules.ts';

export interface ZipLimits {
  /** Files and folders that the zip may list. */
  readonly entries: number;
  /** Of all files together, unpacked. */
  readonly totalBytes: number;
  /** Of one file, unpacked. */
  readonly fileBytes: number;
}

export interface RefusedEntry {
  readonly path: string;
  readonly reason: string;
}

export interface ZipContent {
  /** By path, with '/' between names; in the order of the zip. */
  readonly files: Map<string, Uint8Array>;
  /** What was not taken, file by file. */
  readonly refused: RefusedEntry[];
}

/** Names that are told may be as long as a zip allows. */
const SHOWN_LENGTH = 200;

const megabytes = (bytes: number) => `${Math.max(1, Math.floor(bytes / 1024 / 1024))} MB`;

/**
 * Reads a zip that anybody may have made. Nothing is written to disk, so that no path leads anywhere; sizes and
 * checksums are counted while unpacking, whatever the zip says. Files that break a rule are left out and told.
 *
 * @throws AppError `refused` when it is no zip; `too_large` beyond the limit of entries or of all bytes together.
 */
export async function readZip(path: string, limits: ZipLimits, signal?: AbortSignal): Promise<ZipContent> {
  const content: ZipContent = { files: new Map(), refused: [] };
  const zip = await open(path);
  try {
    const tooMany = () => tooLarge(`The zip lists more than ${limits.entries.toLocaleString('en')} files.`);
    if (zip.entryCount > limits.entries) throw tooMany();
    const names = new TakenNames();
    const budget = { left: limits.totalBytes };
    for await (const entry of entriesOf(zip)) {
      signal?.throwIfAborted();
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
      const problem = entryProblem(entry, name) ?? names.problemOf(name);
      if (problem === null && name.endsWith('/')) continue;
      const read = problem === null ? await unpack(zip, entry, limits, budget) : { reason: problem };
      if ('reason' in read) {
        content.refused.push({ path: shown(name), reason: read.reason });
        continue;
      }
      names.take(name);
      content.files.set(name, read.bytes);
    }
    return content;
  } finally {
    zip.close();
  }
}

/**
 * What is unpacked counts, also of a file that is refused in the end: a zip can list the same bytes a thousand times.
 *
 * @throws AppError `too_large` when all together are.
 */
async function unpack(
  zip: ZipFile,
  entry: Entry,
  limits: ZipLimits,
  budget: { left: number },
): Promise<{ bytes: Buffer } | { reason: string }> {
  if (entry.uncompressedSize > limits.fileBytes) return { reason: `The file is larger than ${megabytes(limits.fileBytes)}.` };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      size += chunk.length;
      budget.left -= chunk.length;
      if (budget.left < 0) break;
      if (size > entry.uncompressedSize) return { reason: 'The file is larger than the zip says.' };
      chunks.push(chunk);
    }
  } catch {
    return { reason: 'The file is damaged: it cannot be unpacked.' };
  }
  if (budget.left < 0) throw tooLarge(`The zip unpacks to more than ${megabytes(limits.totalBytes)}.`);
  if (size !== entry.uncompressedSize) return { reason: 'The file is smaller than the zip says.' };
  const bytes = Buffer.concat(chunks, size);
  return crc32(bytes) === entry.crc32 ? { bytes } : { reason: 'The file is damaged: its checksum does not fit.' };
}

/** Names are checked here one by one: a bad one refuses its file, not the zip. */
async function open(path: string): Promise<ZipFile> {
  try {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, strictFileNames: true, validateEntrySizes: false };
    return await openPromise(path, options);
  } catch (error) {
    throw notReadable(error);
  }
}

/** The entries as the zip lists them. @throws AppError `refused` where the list itself is damaged. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw notReadable(error);
    });
    if (next.done === true) return;
    yield next.value;
  }
}

function notReadable(error: unknown): Error {
  return refusal(`This is not a zip that can be read: ${error instanceof Error ? error.message : String(error)}.`);
}

function shown(name: string): string {
  const plain = name.replace(/\p{Cc}/gu, '?').toWellFormed();
  return plain.length > SHOWN_LENGTH ? `${plain.slice(0, SHOWN_LENGTH)}…` : plain;
}
