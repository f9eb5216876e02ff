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
  { ours, theirs, ...commit }: { ours: string; theirs: string; message: string; author?: Person },
  signal?: AbortSignal,
): Promise<MergeOutcome> {
  const merge = await mergeTrees(repository, ours, theirs, { signal });
  return commitMerge(repository, merge, { ...commit, parents: [ours, theirs] }, signal);
}

/** Some change that became part of a branch. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

/**
 * The opposite of a change as a commit on `onto` that is on no branch yet. A conflict lists the files that were changed again since, and
 * writes nothing.
 */
export async function revertChange(
  repository: GitRepository,
  { onto, before, after, ...commit }: Change & { onto: string; message: string; author?: Person },
  signal?: AbortSignal,
): Promise<MergeOutcome> {
  // A branch that went back from there: what it has in common with `onto` is `after`. (`--merge-base` needs git 2.40.)
  const opposite = await writeTree(repository, `${before}^{tree}`, { ...commit, parents: [after] }, signal);
  const merge = await mergeTrees(repository, onto, opposite, { config: BY_PATH, signal });
  return commitMerge(repository, merge, { ...commit, parents: [onto] }, signal);
}

interface MergeCommit {
  readonly parents: readonly string[];
  readonly message: string;
  readonly author?: Person;
}

async function commitMerge(
  repository: GitRepository,
  { tree, conflicts }: TreeMerge,
  commit: MergeCommit,
  signal?: AbortSignal,
): Promise<MergeOutcome> {
  const began = Date.now();
  if (conflicts.length > 0) return { kind: 'conflict', paths: conflicts };
  const sha = await writeTree(repository, tree, commit, signal);
  await flushRepository(repository.directory, began);
  return { kind: 'merged', sha };
}

async function writeTree(
  repository: GitRepository,
  tree: string,
  { parents, message, author = COMMITTER }: MergeCommit,
  signal?: AbortSignal,
): Promise<string> {
  return repository.text(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], {
    input: [`${message}\n`],
    config: {
      'author.name': author.name,
      'author.email': author.email,
      'committer.name': COMMITTER.name,
      'committer.email': COMMITTER.email,
    },
    signal,
  });
}
