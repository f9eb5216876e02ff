import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const INSTALLED = join(import.meta.dirname, '../node_modules/.cache/deploy-tools/bin');
const MOST_BYTES = 64 * 1024 * 1024;

/** A program that checks what `deploy/` holds. */
export interface DeployTool {
  readonly isMissing: boolean;
  /** Its name, and how to get it if it is missing: for the titles of tests that are then skipped. */
  readonly title: string;
  /** Returns what it printed and its exit code. */
  run(args: readonly string[], options?: { readonly cwd?: string; readonly input?: string }): Promise<{ output: string; code: number }>;
}

/** Finds a program on the PATH or where deploy/install-check-tools puts it. */
export function deployTool(name: string, howToGet = 'deploy/install-check-tools'): DeployTool {
  const path = name.includes('/')
    ? name
    : [INSTALLED, ...(process.env['PATH'] ?? '').split(delimiter)].map((folder) => join(folder, name)).find(isProgram);
  return {
    isMissing: path === undefined,
    title: path === undefined ? `${name} (missing: ${howToGet})` : name,
    run: async (args, { cwd, input } = {}) => {
      const running = promisify(execFile)(path ?? name, args, { maxBuffer: MOST_BYTES, ...(cwd === undefined ? {} : { cwd }) });
      if (input !== undefined) running.child.stdin?.end(input);
      return running.then(
        ({ stdout, stderr }) => ({ output: stdout + stderr, code: 0 }),
        (error: unknown) => {
          const { stdout = '', stderr = '', code } = error as { stdout?: string; stderr?: string; code?: unknown };
          if (typeof code !== 'number') throw error;
          return { output: stdout + stderr, code };
        },
      );
    },
  };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
