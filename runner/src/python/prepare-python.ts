import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Interpreter } from './interpreters.ts';

/** An interpreter with everything that each run would otherwise have to generate. */
export interface PreparedPython extends Interpreter {
  /** matplotlib's font lists; generating them takes more than a second. */
  readonly fontLists: readonly string[];
}

const PREPARE_MS = 120_000;

/** Compiles our modules for an interpreter, and lets its matplotlib list its fonts once. */
export async function preparePython(interpreter: Interpreter, folders: { modules: string; caches: string }): Promise<PreparedPython> {
  const run = (code: readonly string[], env: Record<string, string>) =>
    promisify(execFile)(interpreter.path, ['-I', ...code], { timeout: PREPARE_MS, env: { PATH: '/usr/bin:/bin', ...env }, cwd: '/' });
  const compiled = join(folders.modules, `compiled-for-${interpreter.version}`);
  if (!existsSync(compiled)) {
    await run(['-m', 'compileall', '-q', '--invalidation-mode', 'unchecked-hash', folders.modules], {});
    await writeFile(compiled, '');
  }
  if (interpreter.matplotlib === null) return { ...interpreter, fontLists: [] };
  const key = createHash('sha256').update(`${interpreter.path}\n${interpreter.matplotlib}`).digest('hex').slice(0, 16);
  const cache = join(folders.caches, `matplotlib-${key}`);
  await mkdir(cache, { recursive: true });
  if ((await fontLists(cache)).length === 0)
    await run(['-c', 'import matplotlib.font_manager'], { MPLCONFIGDIR: cache }).catch(() => undefined);
  return { ...interpreter, fontLists: await fontLists(cache) };
}

async function fontLists(cache: string): Promise<string[]> {
  const names = await readdir(cache);
  return names.filter((name) => /^fontlist.*\.json$/.test(name)).map((name) => join(cache, name));
}
