import type { GitRepository } from './git.ts';

/** What git makes of two commits by itself. */
export interface TreeMerge {
  /** Of the whole repository. Where there are conflicts, its files hold both sides between marks. */
  readonly tree: string;
  /** The paths of the files that do not go together. */
  readonly conflicts: readonly string[];
}

/** Files are merged where they are: whether a folder was moved is for those to say who know what it means. */
const BY_PATH = { 'merge.renames': 'false', 'merge.directoryRenames': 'false' } as const;

/** Merges the trees of two commits, path by path, without a work tree. Nothing refers to the result yet. */
export async function mergeTrees(repository: GitRepository, ours: string, theirs: string, signal?: AbortSignal): Promise<TreeMerge> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', '--allow-unrelated-histories', ours, theirs];
  const { stdout } = await repository.run(args, { answers: [1], config: BY_PATH, signal });
  const [tree = '', ...conflicts] = stdout
    .toString()
    .split('\0')
    .filter((part) => part !== '');
  return { tree, conflicts };
}
