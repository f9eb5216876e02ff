import { AppError, alreadyExists, invalid, unavailable } from '#server/platform/errors.ts';
import { branchNameProblem } from '#server/platform/git/branch-name.ts';
import { BranchExistsError } from '#server/platform/git/git-errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findReleaseOfBranch } from '#server/releases/index.ts';
import { MESSAGES } from '#server/content-sync/messages.ts';

type Parts = Pick<Platform, 'db' | 'git' | 'log'>;

/** @throws AppError `invalid` for a name that git reads as something else; `already_exists` when a release has the branch. */
export async function requireFreeBranch({ db }: Pick<Parts, 'db'>, branch: string): Promise<void> {
  const problem = branchNameProblem(branch);
  if (problem !== null) throw invalid([{ path: 'version_major', message: problem }]);
  const there = await findReleaseOfBranch(db, branch);
  if (there) throw alreadyExists(MESSAGES.releaseOfBranch(branch, there.name));
}

/**
 * Makes a branch at the head of main, as the code host has it now; while that cannot be reached, as it was last known.
 * Answers its commit.
 *
 * @throws AppError `already_exists` when the code host has a branch of this name.
 */
export async function makeBranchAtMain({ git, log }: Parts, branch: string, signal: AbortSignal): Promise<string> {
  const fetched = await git.fetchMain(signal);
  if (fetched.kind === 'unreachable')
    log.warn({ reason: fetched.text }, 'main could not be fetched; the branch begins at its last known state');
  const head = await git.head(git.mainBranch);
  if (head === null) throw unavailable(MESSAGES.noMain);
  if ((await git.fetch(branch, signal)).kind === 'fetched') throw alreadyExists(MESSAGES.branchOnHost(branch));
  await createOrMove(git, branch, head);
  return head;
}

/**
 * Makes our branch at what the code host has under this name. Answers its commit.
 *
 * @throws AppError `not_found` when it has none; `unavailable` while it cannot be asked.
 */
export async function takeBranch({ git }: Parts, branch: string, signal: AbortSignal): Promise<string> {
  const sha = await fetchBranch({ git }, branch, signal);
  await createOrMove(git, branch, sha);
  return sha;
}

/**
 * What the code host has of a branch now.
 *
 * @throws AppError `not_found` with a text that names the branch; `unavailable`
 */
export async function fetchBranch({ git }: Pick<Parts, 'git'>, branch: string, signal?: AbortSignal): Promise<string> {
  const fetched = await git.fetch(branch, signal);
  if (fetched.kind === 'branch-missing') throw new AppError('not_found', MESSAGES.branchNotOnHost(branch));
  if (fetched.kind === 'unreachable') throw unavailable(MESSAGES.unreachable(fetched.text));
  return fetched.sha;
}

/** A branch that no release has any more was left by one that was deleted, or by a crash. What only it has is kept aside. */
async function createOrMove(git: Platform['git'], branch: string, to: string): Promise<void> {
  try {
    await git.createBranch(branch, to);
    return;
  } catch (error) {
    if (!(error instanceof BranchExistsError)) throw error;
  }
  const left = await git.head(branch);
  // The name is a folder of other branches, or one of its folders is a branch.
  if (left === null) throw alreadyExists(MESSAGES.branchNameTaken(branch));
  if (left === to) return;
  if (!(await git.history.contains(to, left))) await keepAside(git, left);
  await git.moveBranch({ branch, from: left, to });
}

async function keepAside(git: Platform['git'], commit: string): Promise<void> {
  const branch = `kept/${commit}`;
  if ((await git.head(branch)) === null) await git.createBranch(branch, commit);
}
