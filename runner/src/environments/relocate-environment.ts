import { readFile, readdir, readlink, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InstallError } from './run-installer.ts';

/** Command scripts are a few lines long. Larger files are programs and contain no path. */
const MOST_SCRIPT_BYTES = 1_000_000;

/** Returns every link below a folder, by path and target. */
export async function linksIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readlink(path)] as const)));
}

/**
 * Rejects an environment whose packages contain links, since these could redirect later writes.
 * @param known the links of the empty environment
 */
export async function requireNoNewLinks(folder: string, known: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, target] of await linksIn(folder)) {
    if (known.get(path) !== target)
      throw new InstallError('A package of this lesson contains links to other files, which is not supported.');
  }
}

/**
 * Moves an environment from its build folder to its final one and updates the paths in its commands.
 * @param written the paths of its Python and of the environment as the installers wrote them
 */
export async function relocateEnvironment(made: string, folder: string, written: { python: string; folder: string }): Promise<void> {
  const programs = await readdir(join(made, 'bin'), { withFileTypes: true });
  for (const entry of programs) {
    const path = join(made, 'bin', entry.name);
    if (!entry.isFile() || (await stat(path)).size > MOST_SCRIPT_BYTES) continue;
    const text = await readFile(path, 'latin1');
    const settled = text.replaceAll(written.python, join(folder, 'bin/python')).replaceAll(written.folder, folder);
    // Installers hard-link files into several environments, so replace the file instead of writing to it.
    if (settled !== text) await replace(path, settled);
  }
  await rename(made, folder);
}

async function replace(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  await writeFile(`${path}.new`, text, { encoding: 'latin1', mode });
  await rename(`${path}.new`, path);
}
