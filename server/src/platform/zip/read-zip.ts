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

/** A file of a zip. */
export interface ZipMember {
  readonly path: string;
  /** Unpacked, as the zip says; other bytes than that are not given to their end. */
  readonly size: number;
  /**
   * Read before the next file is asked for.
   *
   * @throws BadEntry when they break a rule; AppError `too_large` when all files together are.
   */
  readonly bytes: AsyncIterable<Buffer>;
  /** The same bytes once more, of a file that was read to its end, for as long as the zip is open. @throws BadEntry */
  readonly again: () => AsyncIterable<Buffer>;
}

/** Why one file of a zip is not taken. */
export class BadEntry extends Error {}

/**
 * Reads a zip that anybody may have made. Nothing is written to disk, so that no path leads anywhere; sizes and
 * checksums are counted while unpacking, whatever the zip says. Files that break a rule are left out and told.
 *
 * @throws AppError `refused` when it is no zip; `too_large` beyond the limit of entries or of all bytes together.
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
      content.refused.push({ path: shown(member.path), reason: error.message });
    }
  }
  return content;
}

/**
 * The files of a zip one after another, for what is too large for the memory; with the rules of {@link readZip}.
 *
 * @throws AppError `refused` when it is no zip; `too_large` beyond the limit of entries.
 */
export async function* zipMembers(path: string, limits: ZipLimits, signal?: AbortSignal): AsyncGenerator<ZipMember | RefusedEntry> {
  const zip = await openZip(path);
  try {
    yield* membersOf(zip, limits, signal);
  } finally {
    zip.close();
  }
}

/** {@link zipMembers} of a zip that stays open. Close it. */
export async function* membersOf(zip: ZipFile, limits: ZipLimits, signal?: AbortSignal): AsyncGenerator<ZipMember | RefusedEntry> {
  if (zip.entryCount > limits.entries) throw tooLarge(`The zip lists more than ${limits.entries.toLocaleString('en')} files.`);
  const names = new TakenNames();
  const budget = { left: limits.totalBytes };
  for await (const entry of entriesOf(zip)) {
    signal?.throwIfAborted();
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    const problem = entryProblem(entry, name) ?? names.problemOf(name);
    if (problem === null && name.endsWith('/')) continue;
    if (problem !== null) {
      yield { path: shown(name), reason: problem };
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
 * What is unpacked counts, also of a file that is refused in the end: a zip can list the same bytes a thousand times.
 *
 * @param onWhole Called when all of it was given and is right.
 * @throws BadEntry when the file is not taken; AppError `too_large` when all together are.
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
  for await (const part of damageTold(zip, entry)) {
    size += part.length;
    budget.left -= part.length;
    if (budget.left < 0) throw tooLarge(`The zip unpacks to more than ${megabytes(limits.totalBytes)}.`);
    if (size > entry.uncompressedSize) throw new BadEntry('The file is larger than the zip says.');
    checksum = crc32(part, checksum);
    yield part;
  }
  if (size !== entry.uncompressedSize) throw new BadEntry('The file is smaller than the zip says.');
  if (checksum !== entry.crc32) throw new BadEntry('The file is damaged: its checksum does not fit.');
  onWhole();
}

/** @throws BadEntry where the packed bytes make no sense. */
async function* damageTold(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
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
 * Opens a zip that anybody may have made. Names are checked one by one: a bad one refuses its file, not the zip. Close it.
 *
 * @throws AppError `refused` when it is no zip.
 */
export async function openZip(path: string): Promise<ZipFile> {
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

/** A name as it is told. */
export function shown(name: string): string {
  const plain = name.replace(/\p{Cc}/gu, '?').toWellFormed();
  return plain.length > SHOWN_LENGTH ? `${plain.slice(0, SHOWN_LENGTH)}…` : plain;
}
