import { readFile, readdir, readlink, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InstallError } from './run-installer.ts';

/** Commands of packages are a few lines; programs are larger, and know no path. */
const MOST_SCRIPT_BYTES = 1_000_000;

/** Every link below a folder, by path and target. */
export async function linksIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readlink(path)] as const)));
}

/**
 * Refuses an environment whose packages brought links: they could lead what is done with it later to somewhere else.
 * @param known of the environment when it was empty.
 */
export async function requireNoNewLinks(folder: string, known: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, target] of await linksIn(folder)) {
    if (known.get(path) !== target)
      throw new InstallError('A package of this lesson holds links to other files, which is not possible here.');
  }
}

/**
 * Moves an environment from where it was made to where it stays; its commands name its Python by its path.
 * @param written paths of its Python as installers wrote them, and of the environment.
 */
export async function settleEnvironment(made: string, folder: string, written: { python: string; folder: string }): Promise<void> {
  const programs = await readdir(join(made, 'bin'), { withFileTypes: true });
  for (const entry of programs) {
    const path = join(made, 'bin', entry.name);
    if (!entry.isFile() || (await stat(path)).size > MOST_SCRIPT_BYTES) continue;
    const text = await readFile(path, 'latin1');
    const settled = text.replaceAll(written.python, join(folder, 'bin/python')).replaceAll(written.folder, folder);
    // Installers link files of one package into several environments, so that this one gets a file of its own.
    if (settled !== text) await replace(path, settled);
  }
  await rename(made, folder);
}

async function replace(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  await writeFile(`${path}.new`, text, { encoding: 'latin1', mode });
  await rename(`${path}.new`, path);
}
