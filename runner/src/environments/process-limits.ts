/** Kernel limits for one installation or build, besides those of its sandbox. */
const LIMITS = {
  // Enough for linkers and for the largest wheel.
  fsize: 8 * 2 ** 30,
  nofile: 4_096,
  nproc: 512,
  // Address space per process. Some reserve far more than they use; the sandbox limits actual use.
  as: 64 * 2 ** 30,
  core: 0,
  cpu: 3 * 60 * 60,
};

/** Wraps a command with kernel limits on processes and files, which it can't raise again. */
export function withLimits(command: readonly string[]): string[] {
  return ['/usr/bin/prlimit', ...Object.entries(LIMITS).map(([name, value]) => `--${name}=${value}:${value}`), '--', ...command];
}
