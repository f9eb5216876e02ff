import type { BlobStore } from '../blobs.ts';

/** What came of copying files from one store to another. */
export interface CopiedBlobs {
  readonly copied: number;
  /** Were there already, from an earlier time. */
  readonly kept: number;
  readonly bytes: number;
  /** Hashes of files whose bytes in the source are not what their name says; they were left out. */
  readonly damaged: readonly string[];
}

/**
 * Copies every file of a store to another one, whose hash of what arrived is compared. What is there already is not copied again, so
 * that a copy that was broken off goes on where it was. The source stays as it is.
 * @param tell Called after each file, with how many were looked at.
 */
export async function copyBlobs(from: BlobStore, to: BlobStore, tell: (done: number) => void, signal?: AbortSignal): Promise<CopiedBlobs> {
  const result = { copied: 0, kept: 0, bytes: 0 };
  const damaged: string[] = [];
  const there = await sizes(to, signal);
  for await (const { sha256, size } of from.list(signal)) {
    signal?.throwIfAborted();
    if (there.get(sha256) === size) result.kept++;
    else {
      const arrived = await to.put(await from.stream(sha256), signal ? { signal } : {});
      // What has another hash lies in the target under its own name, and is swept away there.
      if (arrived.sha256 === sha256) result.copied++;
      else damaged.push(sha256);
      result.bytes += arrived.size;
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
