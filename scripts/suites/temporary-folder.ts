import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** What all tests together may need at once, several times over. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3;

/** The environment by which temporary files are kept in memory, where there is enough of it; else they stay where they are. */
export function quickTemporaryFolder(): { TMPDIR?: string } {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_FREE_BYTES ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}
