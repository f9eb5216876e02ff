import { link, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Interpreter } from '../python/interpreters.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { InstallError } from './run-installer.ts';

/** How many environments are searched for byte code of the same files; nearly all contain the base packages. */
const MOST_DONORS = 8;

/**
 * Compiles a whole environment to byte code, once for all runs. uv hard-links the same file into several environments, so byte
 * code from another environment can be reused; everything else is compiled in the installers' sandbox. The compiler skips the
 * environment's start-up lines (`-S`), which are untrusted.
 */
export async function compileEnvironment(
  options: {
    python: Interpreter;
    /** The new environment, inside a folder of the installers. */
    made: string;
    /** The folder of finished environments. */
    environments: string;
    installers: InstallerSandbox;
  },
  hooks: BuildHooks,
): Promise<void> {
  const { python, made, installers } = options;
  const packages = await packagesFolder(made);
  if (packages === null) return;
  const files = (await readdir(packages, { recursive: true })).filter((name) => name.endsWith('.py'));
  const donors = await donorsOf(packages, options.environments);
  const rest: string[] = [];
  for (const file of files) if (!(await borrow(file, packages, donors))) rest.push(installers.inside(join(packages, file)));
  if (rest.length === 0) return;
  const flags = ['-q', '-q', '-j', '2', '--invalidation-mode', 'unchecked-hash', '-i', '-'];
  const command = [python.path, '-I', '-S', '-m', 'compileall', ...flags];
  const input = `${rest.join('\n')}\n`;
  await installers.run({ command, input, writes: [made], python, ...hooks, log: () => undefined }).catch((error: unknown) => {
    // A file that this Python version can't parse simply stays uncompiled.
    if (!(error instanceof InstallError)) throw error;
  });
}

/** Returns the packages folder of an environment, such as `lib/python3.11/site-packages`. */
async function packagesFolder(folder: string): Promise<string | null> {
  const [version] = (await readdir(join(folder, 'lib')).catch(() => [])).filter((name) => name.startsWith('python3.'));
  return version === undefined ? null : join(folder, 'lib', version, 'site-packages');
}

/** Returns the packages folders of other environments for the same Python. */
async function donorsOf(packages: string, environments: string): Promise<string[]> {
  const own = basename(dirname(packages));
  const names = (await readdir(environments)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const folders = await Promise.all(names.map((name) => packagesFolder(join(environments, name))));
  return folders.filter((folder) => folder !== null && basename(dirname(folder)) === own).slice(0, MOST_DONORS) as string[];
}

/** Copies the byte code of the identical file from another environment. Returns whether there was one. */
async function borrow(file: string, packages: string, donors: readonly string[]): Promise<boolean> {
  const { ino, nlink } = await stat(join(packages, file));
  if (nlink === 1) return false;
  for (const donor of donors) {
    const same = await stat(join(donor, file)).catch(() => null);
    if (same?.ino !== ino) continue;
    const cache = join(dirname(file), '__pycache__');
    const start = `${basename(file, '.py')}.cpython-`;
    const name = (await readdir(join(donor, cache)).catch(() => [])).find((entry) => entry.startsWith(start) && !entry.includes('.opt-'));
    if (name === undefined) continue;
    await mkdir(join(packages, cache), { recursive: true });
    return link(join(donor, cache, name), join(packages, cache, name)).then(
      () => true,
      () => false,
    );
  }
  return false;
}
