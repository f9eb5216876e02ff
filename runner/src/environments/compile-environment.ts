import { link, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Interpreter } from '#runner/python/interpreters.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { InstallError } from './run-installer.ts';

/** Environments that are looked at for byte code of the same files; the base packages are in nearly every one. */
const MOST_DONORS = 8;

/**
 * Byte code for a whole environment, once for all runs. uv lays the same file into several environments as one file on the disk,
 * so that the byte code another environment has of it is right for this one too; everything else is compiled, in the sandbox
 * of installers. That is done without the environment's own start-up lines (`-S`), which may be anybody's.
 */
export async function compileEnvironment(
  given: {
    python: Interpreter;
    /** Where it was made, below a folder of the installers. */
    made: string;
    /** The folder of finished environments. */
    environments: string;
    installers: InstallerSandbox;
  },
  hooks: BuildHooks,
): Promise<void> {
  const { python, made, installers } = given;
  const packages = await packagesFolder(made);
  if (packages === null) return;
  const files = (await readdir(packages, { recursive: true })).filter((name) => name.endsWith('.py'));
  const donors = await donorsOf(packages, given.environments);
  const rest: string[] = [];
  for (const file of files) if (!(await borrow(file, packages, donors))) rest.push(installers.inside(join(packages, file)));
  if (rest.length === 0) return;
  const flags = ['-q', '-q', '-j', '2', '--invalidation-mode', 'unchecked-hash', '-i', '-'];
  const command = [python.path, '-I', '-S', '-m', 'compileall', ...flags];
  const input = `${rest.join('\n')}\n`;
  await installers.run({ command, input, writes: [made], python, ...hooks, log: () => undefined }).catch((error: unknown) => {
    // A file that is no Python of this version is none of ours.
    if (!(error instanceof InstallError)) throw error;
  });
}

/** Where the packages of an environment are: `lib/python3.11/site-packages`. */
async function packagesFolder(folder: string): Promise<string | null> {
  const [version] = (await readdir(join(folder, 'lib')).catch(() => [])).filter((name) => name.startsWith('python3.'));
  return version === undefined ? null : join(folder, 'lib', version, 'site-packages');
}

/** The folders of packages of other environments for the same Python. */
async function donorsOf(packages: string, environments: string): Promise<string[]> {
  const own = basename(dirname(packages));
  const names = (await readdir(environments)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const folders = await Promise.all(names.map((name) => packagesFolder(join(environments, name))));
  return folders.filter((folder) => folder !== null && basename(dirname(folder)) === own).slice(0, MOST_DONORS) as string[];
}

/** Takes the byte code of the very same file over from another environment. Answers whether there was one. */
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
