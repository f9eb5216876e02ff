import { isAbsolute } from 'node:path';
import { branchRef, remoteRef } from './branch-name.ts';
import { headOf } from './commit-writer.ts';
import { flushRepository } from './durability.ts';
import { GitError, gitErrorLine, HeadMovedError } from './git-errors.ts';
import type { GitRepository } from './git.ts';
import { pushTo, orUnreachable, type Remote, type Unreachable } from './remote.ts';

export type DeleteOutcome =
  | { readonly kind: 'deleted' }
  /** It has moved, is protected, or a hook rejected it. */
  | { readonly kind: 'refused'; readonly text: string }
  | Unreachable;

/** Deletes a branch and our record of the remote's. @throws HeadMovedError if it is not at `at`. */
export async function deleteBranch(repository: GitRepository, branch: string, at: string): Promise<void> {
  const began = Date.now();
  const lines = ['start', `delete ${branchRef(branch)}\0${at}`, `delete ${remoteRef(branch)}\0`, 'prepare', 'commit', ''];
  try {
    await repository.moveRefs(() => repository.run(['update-ref', '--stdin', '-z'], { input: [lines.join('\0')] }));
  } catch (error) {
    const hasMoved = error instanceof GitError && error.failure === 'failed' && (await headOf(repository, branch)) !== at;
    throw hasMoved ? new HeadMovedError(branch) : error;
  }
  await flushRepository(repository.directory, began);
}

/** Deletes a branch of the remote if it is still at `at`, atomically. */
export async function deleteRemoteBranch(
  repository: GitRepository,
  remote: Remote,
  { branch, at }: { branch: string; at: string },
  signal?: AbortSignal,
): Promise<DeleteOutcome> {
  const ref = branchRef(branch);
  const began = Date.now();
  const args = ['push', '--porcelain', `--force-with-lease=${ref}:${at}`, '--', remote.address, `:${ref}`];
  const result = await orUnreachable(() => pushTo(repository, remote, args, signal));
  if ('kind' in result) return result;
  if (result.exitCode !== 0) return { kind: 'refused', text: gitErrorLine(result.stderr) || 'The branch has moved.' };
  if (isAbsolute(remote.address)) await flushRepository(remote.address, began);
  return { kind: 'deleted' };
}
