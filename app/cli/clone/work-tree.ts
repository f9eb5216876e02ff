import { CONTENT_ROOTS } from '#features/git/rules/content-roots.ts';
import type { Clone } from './clone.ts';

/** A file that differs from the commit that is checked out, or isn't in it. */
export interface ChangedFile {
  readonly path: string;
  readonly isNew: boolean;
}

/** Whether a path is a file of a lesson, course or path. */
export function isContentFile(path: string): boolean {
  return contentFolder(path) !== null;
}

/** The folder of the lesson, course or path that a file is in; null: it is in none. */
export function contentFolder(path: string): string | null {
  const [root, folder, ...rest] = path.split('/');
  const isContent = CONTENT_ROOTS.some((each) => each === root) && folder !== undefined && rest.length > 0;
  return isContent ? `${root}/${folder}` : null;
}

export async function changedFiles(clone: Clone): Promise<ChangedFile[]> {
  const listed = await clone.git(['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames']);
  return listed.stdout
    .toString()
    .split('\0')
    .map((entry) => ({ path: entry.slice(3), isNew: entry.startsWith('??') }))
    .filter(({ path }) => path !== '' && !path.endsWith('/'));
}

/** Writes files as they are in the folder into an index, and returns the tree of the index. */
export async function treeWith(clone: Clone, files: readonly ChangedFile[], index: string): Promise<string> {
  if (files.length > 0) {
    const input = files.map(({ path }) => `${path}\0`).join('');
    await clone.git(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], { input, index });
  }
  return clone.text(['write-tree'], { index });
}

/** The tree of a commit with the files of lessons, courses and paths as they are in the folder. */
export async function contentTree(clone: Clone, commit: string, changed: readonly ChangedFile[]): Promise<string> {
  return clone.withIndex('empty', async (index) => {
    await clone.git(['read-tree', commit], { index });
    const files = changed.filter(({ path }) => isContentFile(path));
    return treeWith(clone, files, index);
  });
}

/** The paths that differ between two trees or commits. */
export async function changedPaths(clone: Clone, before: string, after: string): Promise<string[]> {
  const { stdout } = await clone.git(['diff-tree', '-r', '-z', '--name-only', '--no-renames', before, after]);
  return stdout.toString().split('\0').filter(Boolean);
}
