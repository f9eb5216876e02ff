import type { StoredBlob, SweepOptions, Swept } from '../blobs.ts';
import type { KeyedMutex } from '../keyed-mutex.ts';
import type { UnreferencedMarks } from './unreferenced-marks.ts';

/** What a sweep needs from a store. */
interface Sweepable {
  readonly store: { list(signal?: AbortSignal): AsyncIterable<StoredBlob> };
  readonly marks: UnreferencedMarks;
  readonly turns: KeyedMutex;
  readonly remove: (sha256: string) => Promise<void>;
}

/**
 * Removes blobs that have been unreferenced for the grace period, and marks those that have just become unreferenced.
 */
export async function sweepBlobs(sweepable: Sweepable, referred: ReadonlySet<string>, options: SweepOptions): Promise<Swept> {
  const { store, marks, turns } = sweepable;
  for (const sha256 of await marks.list()) if (referred.has(sha256)) await marks.clear(sha256);
  const swept = { removed: 0, bytes: 0 };
  for await (const { sha256, size } of store.list(options.signal)) {
    options.signal?.throwIfAborted();
    if (referred.has(sha256)) continue;
    const isGone = await turns.take(sha256, () => removeOrMark(sweepable, sha256, options));
    if (!isGone) continue;
    swept.removed++;
    swept.bytes += size;
  }
  return swept;
}

async function removeOrMark({ marks, remove }: Sweepable, sha256: string, { now, graceMs }: SweepOptions): Promise<boolean> {
  const since = await marks.since(sha256);
  if (since === null) await marks.set(sha256, now);
  if (since === null || now.getTime() - since < graceMs) return false;
  await remove(sha256);
  await marks.clear(sha256);
  return true;
}
