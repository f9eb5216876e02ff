import { statfs } from 'node:fs/promises';
import type { BlobStore } from '#platform/server/blobs.ts';
import { refused } from '#platform/server/errors.ts';
import { BadEntry, zipMembers } from '#platform/server/zip/read-zip.ts';
import type { DatasetFileInfo } from '../../contract/datasets.ts';
import { DATASET_FILES_MAX, folderOfZip } from '../../datasets.policy.ts';
import { MESSAGES } from '../messages.ts';
import type { VersionFile } from '../queries.ts';
import { BlobHash, treeHash } from '../tree-hash.ts';
import { VersionPaths } from './check-files.ts';
import type { Chunks } from './chunks.ts';

/** The content of an upload, in the blob store. */
export interface UnpackedUpload {
  readonly hash: string;
  readonly files: VersionFile[];
}

/** Disk space that unpacking leaves free, in bytes. */
const ROOM_LEFT = 512 * 1024 * 1024;

/**
 * Stores the files of a complete upload and computes the hash of their tree. Each file is streamed once, however large
 * it is, and zips are unpacked on the way.
 *
 * @throws AppError `refused` for an incomplete file, an invalid zip, or names that can't be files.
 */
export async function unpackUpload(
  blobs: BlobStore,
  chunks: Chunks,
  infos: readonly DatasetFileInfo[],
  signal: AbortSignal,
): Promise<UnpackedUpload> {
  const files: VersionFile[] = [];
  const paths = new VersionPaths();
  const hashes = new Map<string, string>();
  const put = async (path: string, size: number, bytes: AsyncIterable<Uint8Array>) => {
    paths.take(path);
    const hash = new BlobHash(size);
    const { sha256 } = await blobs.put(hash.through(bytes), { signal });
    files.push({ path, sha256, size });
    hashes.set(path, hash.digest());
  };
  for (const [index, info] of infos.entries()) {
    signal.throwIfAborted();
    const size = await chunks.sizeOf(index, info.chunkCount);
    if (info.bytes !== undefined && info.bytes !== size) throw refused(MESSAGES.notWhole(info.name, size, info.bytes));
    if (!info.is_directory) await put(info.name, size, chunks.read(index, info.chunkCount));
    // A zip is read from its end, so it must be a single file.
    else await unpackZip(await chunks.assemble(index, info.chunkCount, signal), info.name, put, signal);
  }
  if (files.length === 0) throw refused(MESSAGES.noFiles);
  return { hash: treeHash(hashes), files };
}

type Put = (path: string, size: number, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

async function unpackZip(path: string, name: string, put: Put, signal: AbortSignal): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  const room = Math.max(0, bavail * bsize - ROOM_LEFT);
  for await (const member of zipMembers(path, { entries: DATASET_FILES_MAX, totalBytes: room, fileBytes: room }, signal)) {
    if ('reason' in member) throw refused(MESSAGES.badZip(name, member.path, member.reason));
    try {
      await put(`${folderOfZip(name)}/${member.path}`, member.size, member.bytes);
    } catch (error) {
      throw error instanceof BadEntry ? refused(MESSAGES.badZip(name, member.path, error.message)) : error;
    }
  }
}
