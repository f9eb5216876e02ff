import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InstalledR } from './find-r.ts';

const LIMIT_MS = 60_000;

/**
 * Compiles our R programs into their own folder, once for each version of R: it takes longer than R takes to start. Without it every R
 * process does it for itself, so that a failure is no error.
 */
export async function compileR(r: InstalledR, programs: string, signal: AbortSignal): Promise<void> {
  try {
    await access(join(programs, `compiled-${r.fullVersion}.rds`));
  } catch {
    await promisify(execFile)(r.path, ['--vanilla', '--no-echo', `--file=${join(programs, 'main.R')}`, '--args', programs], {
      timeout: LIMIT_MS,
      signal,
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
      cwd: '/',
    }).catch(() => undefined);
  }
}
