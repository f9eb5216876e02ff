import type { BlobStore } from '#platform/server/blobs.ts';
import { ByteCache } from '#platform/server/byte-cache.ts';
import { Snapshot } from './snapshot.ts';

/** Cache of builds, which never change. A parsed build takes a few times the bytes of its file. */
const cache = new ByteCache<Snapshot>(128 * 1024 * 1024);
const PER_BYTE = 4;
const reading = new Map<string, Promise<Snapshot>>();

/** Reads a build by hash. @throws AppError `unavailable` if it is not in the store. */
export async function readSnapshot(blobs: BlobStore, sha256: string): Promise<Snapshot> {
  const known = cache.get(sha256) ?? reading.get(sha256);
  if (known !== undefined) return await known;
  const snapshot = read(blobs, sha256).finally(() => reading.delete(sha256));
  reading.set(sha256, snapshot);
  return await snapshot;
}

async function read(blobs: BlobStore, sha256: string): Promise<Snapshot> {
  const bytes = await blobs.get(sha256);
  const snapshot = Snapshot.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  cache.set(sha256, snapshot, bytes.length * PER_BYTE);
  return snapshot;
}
