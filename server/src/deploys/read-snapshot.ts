import type { BlobStore } from '#server/platform/blobs.ts';
import { Snapshot } from './snapshot.ts';

/** Builds that are kept at hand; a build never changes. */
const KEPT = 12;
const kept = new Map<string, Promise<Snapshot>>();

/** A build by its hash. @throws AppError `unavailable` when it is not in the store. */
export function readSnapshot(blobs: BlobStore, sha256: string): Promise<Snapshot> {
  const known = kept.get(sha256);
  const snapshot = known ?? blobs.get(sha256).then((bytes) => Snapshot.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))));
  // Moved to the end: the first is the one that was not asked for the longest.
  kept.delete(sha256);
  kept.set(sha256, snapshot);
  const [oldest] = kept.size > KEPT ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  snapshot.catch(() => kept.delete(sha256));
  return snapshot;
}
