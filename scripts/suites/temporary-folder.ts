import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** A multiple of what all tests together may need at once. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;

/** Puts temporary files into memory if there is enough of it; otherwise they stay on disk. */
export function quickTemporaryFolder(): { TMPDIR?: string } {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_FREE_BYTES ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}
