import type { BlobStore } from '../blobs.ts';

/** The result of copying files from one store to another. */
export interface CopiedBlobs {
  readonly copied: number;
  /** Already in the target from an earlier copy. */
  readonly kept: number;
  readonly bytes: number;
  /** Hashes of files whose bytes in the source don't match their name. They were skipped. */
  readonly damaged: readonly string[];
}

/**
 * Copies every file to another store and compares the hash of what arrived. Files that are already in the target are
 * skipped, so an interrupted copy can be resumed. The source is not changed.
 * @param tell Called after each file with the number of files processed.
 */
export async function copyBlobs(from: BlobStore, to: BlobStore, tell: (done: number) => void, signal?: AbortSignal): Promise<CopiedBlobs> {
  const result = { copied: 0, kept: 0, bytes: 0 };
  const damaged: string[] = [];
  const existing = await sizes(to, signal);
  for await (const { sha256, size } of from.list(signal)) {
    signal?.throwIfAborted();
    if (existing.get(sha256) === size) result.kept++;
    else {
      const received = await to.put(await from.stream(sha256), signal ? { signal } : {});
      // A file with another hash is stored under its own name in the target, and swept there later.
      if (received.sha256 === sha256) result.copied++;
      else damaged.push(sha256);
      result.bytes += received.size;
    }
    tell(result.copied + result.kept + damaged.length);
  }
  return { ...result, damaged };
}

async function sizes(store: BlobStore, signal: AbortSignal | undefined): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { sha256, size } of store.list(signal)) found.set(sha256, size);
  return found;
}
