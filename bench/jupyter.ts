import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Samples } from './measure.ts';

const run = promisify(execFile);
/** The newest versions that work with Debian 12's matplotlib. */
const PACKAGES = ['nbclient', 'nbformat', 'ipykernel', 'ipython==8.18.1', 'matplotlib-inline==0.1.6'];
const INSTALL_MS = 240_000;
const EXECUTE_MS = 240_000;

/** Executes each cell in its own kernel, as nbclient executes a notebook. Prints milliseconds. */
const PROGRAM = `
import json, sys, time
import nbformat, nbclient
times = []
for _ in range(int(sys.argv[2])):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(sys.argv[1])])
    start = time.perf_counter()
    nbclient.NotebookClient(notebook, kernel_name="python3").execute()
    times.append((time.perf_counter() - start) * 1000)
print(json.dumps(times))
`;

/** A Jupyter in its own folder, using the packages of a Python. */
export interface Jupyter {
  /** Times to execute one cell in a new kernel. */
  execute(code: string, count: number): Promise<Samples>;
  remove(): Promise<void>;
}

/** Installs one; null, with a message, if the package index isn't available. */
export async function installJupyter(python: string): Promise<Jupyter | null> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-jupyter-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await run(python, ['-m', 'venv', '--system-site-packages', folder], { timeout: INSTALL_MS });
    await run(join(folder, 'bin/pip'), ['install', '--quiet', ...PACKAGES], { timeout: INSTALL_MS });
  } catch (error) {
    await remove();
    console.log(`Skipped: nbclient cannot be installed here (${error instanceof Error ? error.message.split('\n')[0] : String(error)}).`);
    return null;
  }
  return {
    execute: async (code, count) => {
      const { stdout } = await run(join(folder, 'bin/python'), ['-c', PROGRAM, code, String(count)], {
        timeout: EXECUTE_MS,
        env: { PATH: `${folder}/bin:/usr/bin:/bin`, HOME: folder, JUPYTER_PATH: join(folder, 'share/jupyter') },
      });
      return z
        .array(z.number())
        .parse(JSON.parse(stdout))
        .toSorted((one, other) => one - other);
    },
    remove,
  };
}
