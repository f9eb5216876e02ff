import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InstalledR } from './find-r.ts';

const COMPILE_MS = 60_000;

/**
 * Compiles our R programs into their folder, once per version of R, because that takes longer than R takes to start. If it fails,
 * every R process compiles them itself.
 */
export async function compileR(r: InstalledR, programs: string, signal: AbortSignal): Promise<void> {
  try {
    await access(join(programs, `compiled-${r.fullVersion}.rds`));
  } catch {
    await promisify(execFile)(r.path, ['--vanilla', '--no-echo', `--file=${join(programs, 'main.R')}`, '--args', programs], {
      timeout: COMPILE_MS,
      signal,
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
      cwd: '/',
    }).catch(() => undefined);
  }
}
