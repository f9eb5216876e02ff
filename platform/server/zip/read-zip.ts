import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { refused as refusal, tooLarge } from '../errors.ts';
import { entryProblem, UniqueNames } from './entry-rules.ts';

export interface ZipLimits {
  /** Most files and folders in the zip. */
  readonly entries: number;
  /** Size of all files together, unpacked. */
  readonly totalBytes: number;
  /** Size of one file, unpacked. */
  readonly fileBytes: number;
}

export interface RefusedEntry {
  readonly path: string;
  readonly reason: string;
}

export interface ZipContent {
  /** By path, with '/' as separator; in the order of the zip. */
  readonly files: Map<string, Uint8Array>;
  /** The rejected files. */
  readonly refused: RefusedEntry[];
}

/** Names in messages are cut to this length. */
const SHOWN_LENGTH = 200;

const megabytes = (bytes: number) => `${Math.max(1, Math.floor(bytes / 1024 / 1024))} MB`;

/** A file of a zip. */
export interface ZipMember {
  readonly path: string;
  /** Unpacked size as the zip declares it; if the bytes differ, reading fails. */
  readonly size: number;
  /**
   * Must be read before the next file is requested.
   *
   * @throws BadEntry if they break a rule; AppError `too_large` if all files together do.
   */
  readonly bytes: AsyncIterable<Buffer>;
  /** The same bytes again, of a file that was read to its end, while the zip is open. @throws BadEntry */
  readonly again: () => AsyncIterable<Buffer>;
}

/** Why one file of a zip is rejected. */
export class BadEntry extends Error {}

/**
 * Reads an untrusted zip. Nothing is written to disk, so no path can escape; sizes and checksums are measured while
 * unpacking, whatever the zip declares. Files that break a rule are skipped and reported.
 *
 * @throws AppError `refused` if it isn't a zip; `too_large` beyond the limit of entries or of all bytes together.
 */
export async function readZip(path: string, limits: ZipLimits, signal?: AbortSignal): Promise<ZipContent> {
  const content: ZipContent = { files: new Map(), refused: [] };
  for await (const member of zipMembers(path, limits, signal)) {
    if ('reason' in member) {
      content.refused.push(member);
      continue;
    }
    const parts: Buffer[] = [];
    try {
      for await (const part of member.bytes) parts.push(part);
      content.files.set(member.path, Buffer.concat(parts, member.size));
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error;
      content.refused.push({ path: displayEntryName(member.path), reason: error.message });
    }
  }
  dropResourceForks(content.files);
  return content;
}

/** Removes what macOS stores beside a file, such as `._one.md`. Without that file, it is a separate file. */
export function dropResourceForks(files: Map<string, unknown>): void {
  for (const path of files.keys()) {
    const [, folder = '', name] = /^(.*\/)?\._([^/]+)$/.exec(path) ?? [];
    if (name !== undefined && files.has(folder + name)) files.delete(path);
  }
}

/**
 * Yields the files of a zip one at a time, for content larger than the memory; with the rules of {@link readZip}.
 *
 * @throws AppError `refused` if it isn't a zip; `too_large` beyond the limit of entries.
 */
export async function* zipMembers(path: string, limits: ZipLimits, signal?: AbortSignal): AsyncGenerator<ZipMember | RefusedEntry> {
  const zip = await openZip(path);
  try {
    yield* membersOfOpenZip(zip, limits, signal);
  } finally {
    zip.close();
  }
}

/** {@link zipMembers} of a zip that stays open. Close it. */
export async function* membersOfOpenZip(zip: ZipFile, limits: ZipLimits, signal?: AbortSignal): AsyncGenerator<ZipMember | RefusedEntry> {
  if (zip.entryCount > limits.entries) throw tooLarge(`The zip contains more than ${limits.entries.toLocaleString('en')} files.`);
  const names = new UniqueNames();
  const budget = { left: limits.totalBytes };
  for await (const entry of entriesOf(zip)) {
    signal?.throwIfAborted();
    const name = pathOf(nameOf(entry));
    if (isOfMacOs(name)) continue;
    const problem = entryProblem(entry, name) ?? names.problemOf(name);
    if (problem === null && name.endsWith('/')) continue;
    if (problem !== null) {
      yield { path: displayEntryName(name), reason: problem };
      continue;
    }
    yield {
      path: name,
      size: entry.uncompressedSize,
      bytes: unpack(zip, entry, limits, budget, () => names.take(name)),
      again: () => unpack(zip, entry, limits, { left: entry.uncompressedSize }, () => undefined),
    };
  }
}

/**
 * All unpacked bytes count, also of a file that is rejected in the end: a zip can list the same bytes a thousand times.
 *
 * @param onWhole Called when all bytes were read and are valid.
 * @throws BadEntry if the file is rejected; AppError `too_large` if all together are.
 */
async function* unpack(
  zip: ZipFile,
  entry: Entry,
  limits: ZipLimits,
  budget: { left: number },
  onWhole: () => void,
): AsyncGenerator<Buffer> {
  if (entry.uncompressedSize > limits.fileBytes) throw new BadEntry(`The file is larger than ${megabytes(limits.fileBytes)}.`);
  let size = 0;
  let checksum = 0;
  for await (const part of explainDamage(zip, entry)) {
    size += part.length;
    budget.left -= part.length;
    if (budget.left < 0) throw tooLarge(`The zip unpacks to more than ${megabytes(limits.totalBytes)}.`);
    if (size > entry.uncompressedSize) throw new BadEntry('The file is larger than the zip declares.');
    checksum = crc32(part, checksum);
    yield part;
  }
  if (size !== entry.uncompressedSize) throw new BadEntry('The file is smaller than the zip declares.');
  if (checksum !== entry.crc32) throw new BadEntry('The file is damaged: its checksum is wrong.');
  onWhole();
}

/** @throws BadEntry if the compressed bytes are damaged. */
async function* explainDamage(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const parts = (await zip.openReadStreamPromise(entry).catch(refuseDamaged)) as AsyncIterable<Buffer>;
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch(refuseDamaged);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function refuseDamaged(): never {
  throw new BadEntry('The file is damaged: it cannot be unpacked.');
}

/**
 * Opens an untrusted zip. Names are checked one by one: a bad one rejects its file, not the zip. Close it.
 *
 * @throws AppError `refused` if it isn't a zip.
 */
export async function openZip(path: string): Promise<ZipFile> {
  try {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, strictFileNames: true, validateEntrySizes: false };
    return await openPromise(path, options);
  } catch (error) {
    throw notReadable(error);
  }
}

/** The entries in the order of the zip. @throws AppError `refused` if the central directory is damaged. */
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
  return refusal(`This zip cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
}

const IS_UTF8 = 0x800;

/** macOS writes names in UTF-8 without saying so. Names in the code page of MS-DOS, as Windows writes them, are hardly ever valid UTF-8. */
function nameOf({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(isUtf8(fileNameRaw) ? flags | IS_UTF8 : flags, fileNameRaw, extraFields, true);
}

/** A name as uploads have it: some programs of Windows separate folders by backslashes, and macOS decomposes letters. */
function pathOf(name: string): string {
  return (name.includes('/') ? name : name.replaceAll('\\', '/')).normalize('NFC');
}

/** The folder in which macOS stores what other systems don't know about files. */
function isOfMacOs(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(?:^|\/)\.DS_Store$/.test(name);
}

/** A name shortened for display. */
export function displayEntryName(name: string): string {
  const plain = name.replace(/\p{Cc}/gu, '?').toWellFormed();
  return plain.length > SHOWN_LENGTH ? `${plain.slice(0, SHOWN_LENGTH)}…` : plain;
}
