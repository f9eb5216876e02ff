import { COMMITTER, type Person } from './commit-writer.ts';
import { flushRepository } from './durability.ts';
import type { GitRepository } from './git.ts';

/** What git makes of two commits by itself. */
export interface TreeMerge {
  /** Of the whole repository. Where there are conflicts, its files hold both sides between marks. */
  readonly tree: string;
  /** The paths of the files that do not go together. */
  readonly conflicts: readonly string[];
}

export type MergeOutcome =
  | { readonly kind: 'merged'; readonly sha: string }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

/** Files are merged where they are: whether a folder was moved is for those to say who know what it means. */
export const BY_PATH = { 'merge.renames': 'false', 'merge.directoryRenames': 'false' } as const;

/**
 * Merges the trees of two commits without a work tree. Nothing refers to the result yet.
 *
 * @param config How git merges; left out: files that were moved are followed.
 */
export async function mergeTrees(
  repository: GitRepository,
  ours: string,
  theirs: string,
  { config = {}, signal }: { config?: Readonly<Record<string, string>>; signal?: AbortSignal | undefined } = {},
): Promise<TreeMerge> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', '--allow-unrelated-histories', ours, theirs];
  const { exitCode, stdout } = await repository.run(args, { answers: [1], config, signal });
  const [tree = '', ...paths] = stdout
    .toString()
    .split('\0')
    .filter((part) => part !== '');
  return { tree, conflicts: exitCode === 0 ? [] : [...new Set(paths)] };
}

/** Merges two commits into one of two parents that is on no branch yet; a conflict names the paths and writes nothing. */
export async function mergeCommits(
  repository: GitRepository,
  { ours, theirs, message, author = COMMITTER }: { ours: string; theirs: string; message: string; author?: Person },
  signal?: AbortSignal,
): Promise<MergeOutcome> {
  const began = Date.now();
  const { tree, conflicts } = await mergeTrees(repository, ours, theirs, { signal });
  if (conflicts.length > 0) return { kind: 'conflict', paths: conflicts };
  const sha = await repository.text(['commit-tree', tree, '-p', ours, '-p', theirs], {
    input: [`${message}\n`],
    config: {
      'author.name': author.name,
      'author.email': author.email,
      'committer.name': COMMITTER.name,
      'committer.email': COMMITTER.email,
    },
    signal,
  });
  await flushRepository(repository.directory, began);
  return { kind: 'merged', sha };
}
