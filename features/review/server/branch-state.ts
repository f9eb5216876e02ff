import { waitForPush } from '#features/branches/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import { refused, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';
import type { StoredPull } from './pulls/pull-request-queries.ts';
import { findPull } from './pulls/pull-requests.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/** The commits to compare: main and the branch as the code host has them. */
export interface BranchComparison {
  /** Head of main, or its head before the merge. */
  readonly main: string;
  /** Head of the branch, or the commit that was merged. */
  readonly head: string;
  /** Their merge base. */
  readonly base: string;
}

/** Time limit for asking an external code host before the last known state is used, in milliseconds. */
const ASK_LIMIT_MS = 15_000;
/** How long to wait for queued changes to be pushed, in milliseconds. */
const PUSH_LIMIT_MS = 20_000;

/**
 * The commits under review: the pushed branch of a release and main. The code host is asked for both.
 *
 * @throws AppError `unavailable` if one of the two doesn't exist.
 */
export async function compareWithMain(platform: Deps, release: StoredRelease): Promise<BranchComparison> {
  const [main, head] = await Promise.all([currentMain(platform), pushedHead(platform, release)]);
  return comparison(platform, main, head);
}

/**
 * {@link compareWithMain} for viewing only, from the last known state of the code host, which is polled anyway
 * (features/webhooks/server/poll-code-host.ts). For a merged pull request: what it merged.
 *
 * @throws AppError `unavailable` if one of the two doesn't exist.
 */
export async function compareFromCache(platform: Deps, release: StoredRelease, pull: StoredPull | undefined): Promise<BranchComparison> {
  const { git } = platform;
  const merged = pull?.merge_sha ? await mergedComparison(platform, pull.merge_sha) : null;
  if (merged) return merged;
  const [main, head] = await Promise.all([git.head(git.mainBranch), git.knownHead(release.branch_name)]);
  return main === null || head === null ? compareWithMain(platform, release) : comparison(platform, main, head);
}

async function comparison({ git }: Pick<Platform, 'git'>, main: string, head: string): Promise<BranchComparison> {
  return { main, head, base: (await git.history.mergeBase(main, head)) ?? main };
}

/** The folders of the lessons that differ. */
export async function changedLessonFolders(
  { git }: Pick<Platform, 'git'>,
  { base, head }: Pick<BranchComparison, 'base' | 'head'>,
): Promise<string[]> {
  return git.changedFolders('lessons', base, head);
}

/** Main before and after the last merge of a release; null if nothing of it was merged. */
export async function lastMerge(
  { db, git }: Pick<Platform, 'db' | 'git'>,
  releaseId: number,
): Promise<{ before: string; after: string } | null> {
  const after = (await findPull(db, releaseId))?.merge_sha ?? null;
  if (after === null || !(await git.hasCommit(after))) return null;
  const [before] = await git.history.parentsOf(after);
  return before === undefined ? null : { before, after };
}

async function mergedComparison({ git }: Deps, merge: string): Promise<BranchComparison | null> {
  if (!(await git.hasCommit(merge))) return null;
  const [main, head = merge] = await git.history.parentsOf(merge);
  return main === undefined ? null : comparison({ git }, main, head);
}

/** The code host's head of main, or the last known one if the host can't be reached. */
async function currentMain({ git }: Pick<Platform, 'git'>): Promise<string> {
  await git.fetchMain(AbortSignal.timeout(ASK_LIMIT_MS)).catch(() => null);
  const main = await git.head(git.mainBranch);
  if (main === null) throw unavailable(MESSAGES.noMain);
  return main;
}

/** The code host's head of the branch, or the last known one. */
async function pushedHead({ git }: Pick<Platform, 'git'>, release: StoredRelease): Promise<string> {
  const fetched = await git.fetch(release.branch_name, AbortSignal.timeout(ASK_LIMIT_MS)).catch(() => null);
  if (fetched?.kind === 'fetched') return fetched.sha;
  const known = release.pushed_sha ?? (await git.head(release.branch_name)) ?? release.commit_sha;
  if (known === null || !(await git.hasCommit(known))) throw unavailable(MESSAGES.noBranch(release.branch_name));
  return known;
}

/**
 * Waits until every change of a release is pushed.
 * @throws AppError `refused` with what blocks them, if that takes longer than some seconds.
 */
export async function waitUntilPushed(platform: Pick<Platform, 'db' | 'jobs'>, releaseId: number): Promise<void> {
  const { open, error } = await waitForPush(platform, releaseId, PUSH_LIMIT_MS);
  if (open > 0) throw refused(error === null ? MESSAGES.unpushed(open) : MESSAGES.heldUp(error));
}
