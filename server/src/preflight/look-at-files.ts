import { setImmediate } from 'node:timers/promises';
import type { Operation } from '#server/platform/operations.ts';
import type { Platform } from '#server/platform/platform.ts';

/** As many files are looked at without asking: each takes some milliseconds. */
const AT_MOST_UNASKED = 25;

/**
 * Calls `look` with the bytes of each file, one after the other, unless they are too many to wait for without `operation`. Files whose
 * bytes are missing are left out. Stopped, what was found until then is kept.
 */
export async function lookAtFiles(
  { blobs }: Pick<Platform, 'blobs'>,
  files: readonly { readonly sha256: string; readonly size: number }[],
  operation: Operation | null,
  look: (sha256: string, bytes: Uint8Array) => Promise<unknown>,
): Promise<void> {
  if (operation === null && files.length > AT_MOST_UNASKED) return;
  for (const { sha256, size } of files) {
    operation?.signal.throwIfAborted();
    const bytes = await blobs.get(sha256, size).catch(() => null);
    if (bytes === null) continue;
    await look(sha256, bytes);
    // Others want the thread as well.
    await setImmediate();
  }
}
