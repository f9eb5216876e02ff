import type { Decisions } from '#content/merge-lesson.ts';
import {
  commitSaved,
  conflictText,
  inTurn,
  planMerge,
  writeMerge,
  writePart,
  type MergePlan,
  type MergeSource,
  getRelease,
  type StoredRelease,
} from '#server/releases/index.ts';
import type { Person, PreparedCommit } from '#server/platform/git/commit-writer.ts';
import { HeadMovedError } from '#server/platform/git/git-errors.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { announceContent } from '#server/lessons/index.ts';
import { SHEET_KINDS } from '#server/curricula/index.ts';
import { MESSAGES } from './sync/messages.ts';
import { writeRows } from './write-rows.ts';

// theirs ──▶ merge (on no branch) ──▶ rows, note of the commit ──▶ branch of ours ──▶ push
//
// Everything that is saved is committed first, so that what is merged is all there is. Somebody who saves meanwhile is
// seen in the transaction of the rows: then it begins anew. A crash before that transaction changed nothing; one after
// it is made good by the next commit or start, which moves the branch to where the rows are.

/** Somebody may save one of the lessons in every round; they rarely do. */
const ROUNDS_MAX = 10;

export interface BringIn {
  /** A commit that is here: the head of the branch as the remote has it, or of main. */
  readonly theirs: string;
  readonly source: MergeSource;
  /** What places in conflict take, by folder and key. */
  readonly decided?: ReadonlyMap<string, Decisions>;
  readonly message: string;
  readonly author?: Person;
  /** Looks at how both go together before anything is changed. What it throws leaves everything as it is. */
  readonly check?: (plan: MergePlan) => Promise<void>;
}

export interface BroughtIn {
  readonly plan: MergePlan;
  /** The commit that the rows stood for before, and the one they stand for now. */
  readonly from: string;
  readonly to: string;
  /** What keeps the rest out, as a text for people; null: all is in. */
  readonly conflict: string | null;
}

/**
 * Merges `theirs` into the branch of a release, and takes it into the rows. Where a lesson is in conflict, the others
 * are taken over all the same.
 *
 * @throws AppError `not_found`; `unavailable` when what is saved cannot be committed.
 */
export async function bringIn(platform: Platform, releaseId: number, input: BringIn, signal: AbortSignal): Promise<BroughtIn> {
  return inTurn(platform.git, releaseId, async () => {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const release = await commitFirst(platform, releaseId, signal);
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
      const isPushed = input.source === 'branch' && commit.sha === input.theirs;
      const lessons = await writeRows(platform, release, { from, to: commit.sha, isPushed, takesNew: input.source === 'branch' });
      if (lessons !== null) {
        await moveBranch(platform, release, { ...commit, from, to: commit.sha });
        announceContent(platform, releaseId, lessons);
        for (const kind of SHEET_KINDS) kind.announce(platform, null);
        return { plan, from, to: commit.sha, conflict };
      }
      if (commit.pending !== undefined) await platform.git.dropCommit({ sha: commit.sha, pending: commit.pending });
    }
    throw unavailable('Others keep saving these lessons. Try again in a moment.');
  });
}

async function commitFirst(platform: Platform, releaseId: number, signal: AbortSignal): Promise<StoredRelease> {
  try {
    await commitSaved(platform, releaseId, signal);
  } catch (error) {
    const { commit_error } = await getRelease(platform.db, releaseId);
    throw commit_error === null ? error : unavailable(MESSAGES.heldUp(commit_error));
  }
  return getRelease(platform.db, releaseId);
}

type Commit = Pick<PreparedCommit, 'sha'> & Partial<PreparedCommit>;

/** The commit that our branch becomes; null: nothing can be taken over, or nothing is missing. */
async function prepare(
  { git }: Platform,
  plan: MergePlan,
  { branch, message, author, conflict }: BringIn & { branch: string; conflict: string | null },
  signal: AbortSignal,
): Promise<Commit | null> {
  const signed = { branch, message, ...(author ? { author } : {}) };
  if (plan.short === 'nothing') return null;
  if (plan.short === 'forward') return { sha: plan.theirs };
  return conflict === null ? writeMerge(git, plan, signed, signal) : writePart(git, plan, signed, signal);
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
    // The job that was promised with the rows moves it.
    log.warn({ release: id, branch }, 'the branch was moved by somebody else meanwhile');
  }
}
