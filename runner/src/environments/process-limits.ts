/** Bounds of one installation or build, besides those of its sandbox. */
const LIMITS = {
  // Enough for linkers, and for the largest wheel.
  fsize: 8 * 2 ** 30,
  nofile: 4_096,
  nproc: 512,
  // Of one process: some reserve much more than they hold, which the sandbox bounds. Nobody reserves without an end.
  as: 64 * 2 ** 30,
  core: 0,
  cpu: 3 * 60 * 60,
};

/** A command with bounds of the kernel on its processes and files, which it cannot raise again. */
export function withLimits(command: readonly string[]): string[] {
  return ['/usr/bin/prlimit', ...Object.entries(LIMITS).map(([name, value]) => `--${name}=${value}:${value}`), '--', ...command];
}
