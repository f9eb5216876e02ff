import { slug, uniqueName } from '#features/documents/rules/folder-name.ts';
import { branchNameProblem, BranchExistsError } from '#features/git/server/index.ts';
import { findReleaseOfBranch, listReleases } from '#features/releases/server/index.ts';
import { AppError, alreadyExists, invalid, refused, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'log'>;

/** Time limit for asking the code host about a name, in milliseconds. */
const FETCH_LIMIT_MS = 60_000;

/**
 * @throws AppError `invalid` for a name that is no valid branch name; `already_exists` if a release uses the branch.
 */
export async function requireFreeBranch({ db }: Pick<Deps, 'db'>, branch: string): Promise<void> {
  const problem = branchNameProblem(branch);
  if (problem !== null) throw invalid([{ path: 'version_major', message: problem }]);
  const existing = await findReleaseOfBranch(db, branch);
  if (existing) throw alreadyExists(MESSAGES.releaseOfBranch(branch, existing.name));
}

/**
 * Creates a branch at the code host's current head of main, or the last known one if the host can't be reached; or at
 * the named commit of main. Returns the commit.
 *
 * @throws AppError `already_exists` if the code host has a branch of this name; `refused` if main doesn't contain the
 * commit.
 */
export async function createBranchAtMain(deps: Deps, branch: string, named: string | null, signal: AbortSignal): Promise<string> {
  const start = await findStart(deps, branch, named, signal);
  await createOrMove(deps.git, branch, start);
  return start;
}

/** The commit where a branch can start, which is created later. @throws as {@link createBranchAtMain} */
export async function reserveBranch(deps: Deps, branch: string, signal: AbortSignal): Promise<string> {
  const start = await createBranchAtMain(deps, branch, null, signal);
  // Only git knows whether it can have a branch of this name.
  await deps.git.deleteBranch(branch, start);
  return start;
}

/** How many names are tried: one can be taken on the code host only. */
const NAMES_MAX = 20;

/** Creates a branch at a commit of main, named after its release, with a number if the name is taken. Returns its name. */
export async function createFreeBranch(deps: Deps, release: string, start: string): Promise<string> {
  const taken = (await listReleases(deps.db)).map(({ branch_name }) => branch_name);
  const named = slug(release, 'release');
  const wanted = branchNameProblem(named) === null ? named : `release-${named}`;
  for (let attempt = 1; ; attempt++) {
    const branch = uniqueName(wanted, taken);
    try {
      await createBranchAtMain(deps, branch, start, AbortSignal.timeout(FETCH_LIMIT_MS));
      return branch;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'already_exists' || attempt === NAMES_MAX) throw error;
      taken.push(branch);
    }
  }
}

async function findStart({ git, log }: Deps, branch: string, named: string | null, signal: AbortSignal): Promise<string> {
  const fetched = await git.fetchMain(signal);
  if (fetched.kind === 'unreachable') log.warn({ reason: fetched.text }, 'could not fetch main; the branch starts at the last known state');
  const head = await git.head(git.mainBranch);
  if (head === null) throw unavailable(MESSAGES.noMain);
  const start = await commitOfBranch({ git }, { branch: git.mainBranch, head }, named);
  if ((await git.fetch(branch, signal)).kind === 'fetched') throw alreadyExists(MESSAGES.branchOnHost(branch));
  return start;
}

/**
 * Creates our branch from the code host's branch of this name. Returns the commit.
 *
 * @throws AppError `not_found` if it doesn't exist; `unavailable` if the host can't be reached; `refused` if the named
 * commit is not its head: branches follow the code host.
 */
export async function importBranch({ git }: Deps, branch: string, named: string | null, signal: AbortSignal): Promise<string> {
  const sha = await requireFetchedBranch({ git }, branch, signal);
  requireNewest(branch, named, [sha]);
  await createOrMove(git, branch, sha);
  return sha;
}

/**
 * Returns the code host's current head of a branch.
 *
 * @throws AppError `not_found` with a text that names the branch; `unavailable`
 */
export async function requireFetchedBranch({ git }: Pick<Deps, 'git'>, branch: string, signal?: AbortSignal): Promise<string> {
  const fetched = await git.fetch(branch, signal);
  if (fetched.kind === 'branch-missing') throw new AppError('not_found', MESSAGES.branchNotOnHost(branch));
  if (fetched.kind === 'unreachable') throw unavailable(MESSAGES.unreachable(fetched.text));
  return fetched.sha;
}

/** The named commit of a branch; null or empty: its head. @throws AppError `refused` if the branch doesn't contain it. */
export async function commitOfBranch(
  { git }: Pick<Deps, 'git'>,
  { branch, head }: { branch: string; head: string },
  named: string | null,
): Promise<string> {
  if (named === null || named === '') return head;
  if (!(await git.history.contains(head, named))) throw refused(MESSAGES.notOnBranch(branch, named));
  return named;
}

/** @throws AppError `refused` if a commit is named that is none of `heads`. */
export function requireNewest(branch: string, named: string | null, heads: readonly (string | null)[]): void {
  if (named !== null && named !== '' && !heads.includes(named)) throw refused(MESSAGES.notNewest(branch, named));
}

/**
 * Creates our branch. One without a release is left over from a deleted release or a crash. Commits that only it has are saved under
 * another name.
 */
export async function createOrMove(git: Platform['git'], branch: string, to: string): Promise<void> {
  try {
    await git.createBranch(branch, to);
    return;
  } catch (error) {
    if (!(error instanceof BranchExistsError)) throw error;
  }
  const left = await git.head(branch);
  // The name is a prefix of other branches, or one of its prefixes is a branch.
  if (left === null) throw alreadyExists(MESSAGES.branchNameTaken(branch));
  if (left === to) return;
  if (!(await git.history.contains(to, left))) await saveCommits(git, left);
  await git.moveBranch({ branch, from: left, to });
}

async function saveCommits(git: Platform['git'], commit: string): Promise<void> {
  const branch = `kept/${commit}`;
  if ((await git.head(branch)) === null) await git.createBranch(branch, commit);
}
