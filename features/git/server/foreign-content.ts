/** How git commands run on content that others made, which may expand far beyond its size. */

import { boundedGit } from './run-command.ts';

/** Git for a repository of ordinary lessons takes a tenth of it. Deltas can ask for any amount. */
export const FOREIGN_MEMORY_BYTES = 768 * 1024 * 1024;

/** One thread, small windows, and large files in pieces. */
export const FRUGAL = {
  'pack.threads': '1',
  'core.bigFileThreshold': '1m',
  'core.packedGitWindowSize': '16m',
  'core.packedGitLimit': '64m',
  'core.deltaBaseCacheLimit': '16m',
} as const;

/** The program and arguments of a git command whose processes may each use so much memory and so many seconds of processor time. */
export function foreignGit(cpuSeconds: number, args: readonly string[]): [string, string[]] {
  return boundedGit({ memoryBytes: FOREIGN_MEMORY_BYTES, cpuSeconds }, args);
}
