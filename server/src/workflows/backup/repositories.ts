import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { GIT_LIMIT_MS, GitRepository } from '#server/platform/git/git.ts';

/** Folders that git wants to see, also when they are empty, and that a zip does not know of. */
const FOLDERS = ['refs/heads', 'refs/tags', 'objects/info', 'objects/pack'];

/** The files of a repository, relative to it, with `/` between names. */
export async function listRepositoryFiles(folder: string): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: { path: string; size: number }[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.push({ path: relative(folder, path).split(sep).join('/'), size: (await stat(path)).size });
  }
  return files.toSorted((one, other) => one.path.localeCompare(other.path));
}

/** Every branch and tag of a repository with its commit: `<hash> <ref>`. */
export async function listHeads(folder: string): Promise<string[]> {
  const text = await new GitRepository(folder).text(['for-each-ref', '--format=%(objectname) %(refname)']);
  return text === '' ? [] : text.split('\n');
}

/** Makes the folders that were empty when the repository was packed. */
export async function addEmptyFolders(folder: string): Promise<void> {
  for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true });
}

/** @throws Error when git finds that something of the repository is missing or damaged. */
export async function checkRepository(folder: string): Promise<void> {
  await new GitRepository(folder).run(['fsck', '--full', '--no-dangling', '--no-progress'], { limitMs: GIT_LIMIT_MS.garbage });
}
