import { COMMITTER, type Person } from './commit-writer.ts';
import { flushRepository } from './durability.ts';
import type { GitRepository } from './git.ts';

/** Git's own merge of two commits. */
export interface TreeMerge {
  /** Tree of the whole repository. Files with conflicts contain both sides between markers. */
  readonly tree: string;
  /** Paths of the files that conflict. */
  readonly conflicts: readonly string[];
}

export type MergeOutcome =
  | { readonly kind: 'merged'; readonly sha: string }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

/** Merges files where they are: only code that knows the content can decide whether a folder was moved. */
export const BY_PATH = { 'merge.renames': 'false', 'merge.directoryRenames': 'false' } as const;

/**
 * Merges the trees of two commits without a work tree. Nothing references the result yet.
 *
 * @param config Git's merge settings; by default renames are followed.
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

/**
 * Merges two commits into one with two parents that is on no branch yet. A conflict lists the paths and writes nothing.
 */
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
