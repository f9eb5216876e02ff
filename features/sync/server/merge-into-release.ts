import {
  commitChangesInTurn,
  conflictText,
  withBranchLock,
  planMerge,
  writeMerge,
  writePartialMerge,
  type MergePlan,
  type MergeSource,
} from '#features/changes/server/index.ts';
import { publishCurriculumChanged, CURRICULUM_KINDS } from '#features/curricula/server/index.ts';
import type { Decisions } from '#features/documents/rules/merge-lesson.ts';
import { type Person, type PreparedCommit, HeadMovedError } from '#features/git/server/index.ts';
import { publishContentChanged } from '#features/lessons/server/index.ts';
import { getRelease, type StoredRelease } from '#features/releases/server/index.ts';
import { unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './branches/messages.ts';
import { writeMergedRows } from './write-rows.ts';

// theirs ──▶ merge (on no branch) ──▶ rows, with the commit ──▶ our branch ──▶ push
//
// All queued changes are committed first, so that the merge sees everything. A concurrent save is detected in the
// transaction that writes the rows; then the merge starts over. A crash before that transaction changes nothing; after
// it, the next commit or start moves the branch to the commit of the rows.

/** A concurrent save can force another round; that is rare. */
const ROUNDS_MAX = 10;

export interface MergeInput {
  /** A commit in this repository: the remote's head of the branch, or the head of main. */
  readonly theirs: string;
  readonly source: MergeSource;
  /** `theirs` was written here: the code host doesn't have it yet. */
  readonly isWrittenHere?: boolean;
  /** Resolutions of conflicts, by folder and key. */
  readonly decided?: ReadonlyMap<string, Decisions>;
  readonly message: string;
  readonly author?: Person;
  /** Inspects the merge before anything is changed. If it throws, nothing changes. */
  readonly check?: (plan: MergePlan) => Promise<void>;
}

export interface MergeResult {
  readonly plan: MergePlan;
  /** The commit of the rows before, and their commit now. */
  readonly from: string;
  readonly to: string;
  /** Why the rest was not merged, as user-facing text; null: everything was. */
  readonly conflict: string | null;
}

/**
 * Merges `theirs` into the branch of a release and updates the rows. If one lesson has a conflict, the others are
 * merged anyway.
 *
 * @throws AppError `not_found`; `unavailable` if queued changes can't be committed.
 */
export async function mergeIntoRelease(
  platform: Platform,
  releaseId: number,
  input: MergeInput,
  signal: AbortSignal,
): Promise<MergeResult> {
  return withBranchLock(platform.git, releaseId, async () => {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const release = await commitFirstInTurn(platform, releaseId, signal);
      const from = release.commit_sha;
      if (from === null) throw unavailable(MESSAGES.noMain);
      const plan = await planMerge(
        platform.git,
        { ours: from, theirs: input.theirs, source: input.source },
        input.decided ?? new Map(),
        signal,
      );
      await input.check?.(plan);
      const conflict = conflictText(plan);
      const commit = await prepare(platform, plan, { ...input, branch: release.branch_name, conflict }, signal);
      if (commit === null) return { plan, from, to: from, conflict };
      const isPushed = input.source === 'branch' && input.isWrittenHere !== true && commit.sha === input.theirs;
      const author = input.author?.name ?? (await platform.git.history.authorOf(input.theirs));
      const lessons = await writeMergedRows(platform, release, {
        from,
        to: commit.sha,
        isPushed,
        author,
        takesNew: input.source === 'branch',
      });
      if (lessons !== null) {
        await moveBranch(platform, release, { ...commit, from, to: commit.sha });
        publishContentChanged(platform, releaseId, lessons);
        for (const kind of CURRICULUM_KINDS) publishCurriculumChanged(platform, kind, null);
        return { plan, from, to: commit.sha, conflict };
      }
      if (commit.pending !== undefined) await platform.git.dropCommit({ sha: commit.sha, pending: commit.pending });
    }
    throw unavailable('Others are saving these lessons at the same time. Nothing was merged; try again in a moment.');
  });
}

/** The release after all its queued changes were committed. @throws AppError `unavailable` if that is not possible. */
export async function commitFirst(platform: Platform, releaseId: number, signal: AbortSignal): Promise<StoredRelease> {
  return withBranchLock(platform.git, releaseId, () => commitFirstInTurn(platform, releaseId, signal));
}

/** {@link commitFirst} for callers that already hold the branch's turn. */
async function commitFirstInTurn(platform: Platform, releaseId: number, signal: AbortSignal): Promise<StoredRelease> {
  try {
    await commitChangesInTurn(platform, releaseId, signal);
  } catch (error) {
    const { commit_error } = await getRelease(platform.db, releaseId);
    throw commit_error === null ? error : unavailable(MESSAGES.heldUp(commit_error));
  }
  return getRelease(platform.db, releaseId);
}

type Commit = Pick<PreparedCommit, 'sha'> & Partial<PreparedCommit>;

/** The new commit of our branch; null: nothing can be merged, or nothing is missing. */
async function prepare(
  { git }: Platform,
  plan: MergePlan,
  { branch, message, author, conflict }: MergeInput & { branch: string; conflict: string | null },
  signal: AbortSignal,
): Promise<Commit | null> {
  const signed = { branch, message, ...(author ? { author } : {}) };
  if (plan.short === 'nothing') return null;
  if (plan.short === 'forward') return { sha: plan.theirs };
  return conflict === null ? writeMerge(git, plan, signed, signal) : writePartialMerge(git, plan, signed, signal);
}

async function moveBranch(
  { git, log }: Platform,
  { branch_name: branch, id }: StoredRelease,
  { from, to, pending }: { from: string; to: string; pending?: string },
): Promise<void> {
  try {
    await git.moveBranch({ branch, from, to, ...(pending === undefined ? {} : { pending }) });
  } catch (error) {
    if (!(error instanceof HeadMovedError)) throw error;
    // The job that was queued with the rows moves it.
    log.warn({ release: id, branch }, 'another process moved the branch');
  }
}
