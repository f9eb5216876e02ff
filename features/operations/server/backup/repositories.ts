import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GIT_LIMIT_MS, GitRepository } from '#features/git/server/index.ts';

/** Folders that git requires even if empty, and that a zip doesn't contain. */
const FOLDERS = ['refs/heads', 'refs/tags', 'objects/info', 'objects/pack'];

/** A repository's files besides refs and objects. They don't change while the server runs. */
const SETTINGS = ['HEAD', 'config', 'description', 'shallow'];

/** `objects/ab/…`: one object. Files that git is still writing have other names. */
const LOOSE_FOLDER = /^[0-9a-f]{2}$/;
const LOOSE_OBJECT = /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/;
const PACK = /^pack-[0-9a-f]+(?=\.idx$)/;
/** The files of a pack. Without the first two, git ignores it. */
const PACK_PARTS = ['.idx', '.pack', '.rev', '.bitmap', '.mtimes'];

interface RepositoryFile {
  /** Relative to the repository, with `/` as separator. */
  readonly path: string;
  readonly size: number;
}

/**
 * Lists the files with a repository's settings and every object it had at the time of the call. The repository may have
 * more objects and be written to, but must not be repacked.
 */
export async function listRepositoryFiles(folder: string): Promise<RepositoryFile[]> {
  const paths = [...SETTINGS];
  for (const name of await readdir(join(folder, 'objects'))) {
    if (!LOOSE_FOLDER.test(name)) continue;
    for (const object of await readdir(join(folder, 'objects', name)))
      if (LOOSE_OBJECT.test(object)) paths.push(`objects/${name}/${object}`);
  }
  // Packs come last: objects that were packed during the scan are now in a pack.
  for (const name of await readdir(join(folder, 'objects/pack'))) {
    const pack = PACK.exec(name)?.[0];
    if (pack !== undefined) paths.push(...PACK_PARTS.map((part) => `objects/pack/${pack}${part}`));
  }
  const files = await Promise.all(paths.map(async (path) => ({ path, size: await sizeOf(join(folder, path)) })));
  return files.flatMap(({ path, size }) => (size === null ? [] : [{ path, size }])).toSorted((a, b) => a.path.localeCompare(b.path));
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
}

/** Returns every branch and tag of a repository with its commit: `<hash> <ref>`. */
export async function listHeads(folder: string): Promise<string[]> {
  const text = await new GitRepository(folder).text(['for-each-ref', '--format=%(objectname) %(refname)']);
  return text === '' ? [] : text.split('\n');
}

/** Returns the file of a repository in which git finds `heads`. */
export function packedRefs(heads: readonly string[]): { path: string; bytes: Buffer } {
  return { path: 'packed-refs', bytes: Buffer.from(heads.map((head) => `${head}\n`).join('')) };
}

/** Creates the folders that were empty when the repository was backed up. */
export async function addEmptyFolders(folder: string): Promise<void> {
  for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true });
}

/** @throws Error if git finds anything missing or damaged. */
export async function checkRepository(folder: string): Promise<void> {
  await new GitRepository(folder).run(['fsck', '--full', '--no-dangling', '--no-progress'], { limitMs: GIT_LIMIT_MS.garbage });
}
