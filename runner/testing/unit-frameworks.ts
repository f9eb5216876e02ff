import { spawnSync } from 'node:child_process';

// The setup installs them with apt where it may. Elsewhere their tests are skipped.

const SYSTEM_PYTHON = '/usr/bin/python3';

/** Whether the system's Python has pytest. */
export const hasPytest = found('pytest', SYSTEM_PYTHON, ['-c', 'import pytest']);

/** Whether the system's R has testthat. */
export const hasTestthat = found('testthat', 'Rscript', [
  '--vanilla',
  '-e',
  'quit(status = !requireNamespace("testthat", quietly = TRUE))',
]);

/** Whether the system has bats. */
export const hasBats = found('bats', 'bats', ['--version']);

function found(name: string, command: string, args: readonly string[]): boolean {
  const isThere = spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  if (!isThere) process.stderr.write(`Tests of ${name} are skipped: it isn’t installed, and the setup could not install it.\n`);
  return isThere;
}
