import type { PushOutcome } from '#features/git/server/index.ts';
import {
  branchDeleted,
  getReleaseEvenDeleted,
  setPushed,
  setPushError,
  setRemoteHead,
  type StoredRelease,
} from '#features/releases/server/index.ts';
import { JobHeldUpError } from '#platform/server/jobs.ts';
import { withBranchLock } from './branch-mutex.ts';
import { publishStep } from './change-steps.ts';
import type { ChangesPlatform } from './commit-changes.job.ts';
import { conflictText } from './conflict-text.ts';
import { planMerge, type MergePlan } from './plan-merge.ts';
import { publishProgress } from './publish-progress.ts';
import { changesOfPlaces, listChanges, listOpenSubjects, markPushed, type StoredChange } from './queries.ts';
import { commitChangesQueue, mergeRemoteQueue } from './queues.ts';
import { writeBesideConflicts, writeMerge } from './write-merge.ts';

// committed ──▶ pushed, for one release.
//
// If others have pushed, their commits are merged with ours and the merge is pushed; our branch stays at the commit of
// the rows until the merge is imported (features/sync/server/branches/). Whatever blocks the push is recorded on the release, and the
// job fails: the queue retries it after increasing pauses until it succeeds.

/** Others may push again while we merge; after this many merges the job's next attempt continues. */
const ROUNDS_MAX = 3;
const NOTHING_DECIDED = new Map<string, never>();
/** More than any release has open. */
const ALL = 1_000_000;

/** A push that has to wait. The message is for users, and recorded on the release. */
class PushHeldUpError extends JobHeldUpError {
  override readonly name = 'PushHeldUpError';
  readonly isBranchMissing: boolean;

  constructor(message: string, isBranchMissing = false) {
    super(message);
    this.isBranchMissing = isBranchMissing;
  }
}

/** Pushes everything that is committed in a release. @throws PushHeldUpError if it has to wait. */
export async function pushBranch(platform: ChangesPlatform, releaseId: number, signal: AbortSignal): Promise<void> {
  const { committed, release, head } = await readPending(platform, releaseId);
  if (release.detached_at !== null || !(await isToPush(platform, release, committed))) return;
  if (head === null || release.commit_sha === null || !(await platform.git.history.contains(head, release.commit_sha))) {
    await restoreFirst(platform, releaseId);
    return;
  }
  try {
    const sha = await pushMerged(platform, release, { head, committed }, signal);
    publishStep('pushed', releaseId);
    await recordPushed(platform, release, { sha, isMerged: sha !== head }, committed);
  } catch (error) {
    if (error instanceof PushHeldUpError) await noteError(platform, release, error);
    throw error;
  }
  await packIfNeeded(platform, signal);
}

/** Reads what to push. In turn, because a merge records its commit before the branch moves to it. */
async function readPending({ db, git }: ChangesPlatform, releaseId: number) {
  return withBranchLock(git, releaseId, async () => {
    // In this order: listed changes are in the head that is read after them.
    const committed = await listChanges(db, releaseId, ['committed'], ALL);
    const release = await getReleaseEvenDeleted(db, releaseId);
    return { committed, release, head: await git.head(release.branch_name) };
  });
}

/**
 * A branch that was never pushed is pushed even without its own commit, and so is one that only merged others'
 * commits.
 */
async function isToPush({ git }: ChangesPlatform, release: StoredRelease, committed: readonly StoredChange[]): Promise<boolean> {
  const { commit_sha, pushed_sha, push_error } = release;
  if (committed.length > 0 || push_error !== null || pushed_sha === null) return true;
  return commit_sha !== null && !(await git.history.contains(pushed_sha, commit_sha));
}

/** The branch has lost recorded commits. Committing restores them and requests the push again. */
async function restoreFirst(platform: ChangesPlatform, releaseId: number): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await platform.jobs.send(tx, commitChangesQueue, { release_id: releaseId }, { singletonKey: String(releaseId) });
  });
}

/** Pushes our head, merged with the remote's if needed. Returns the remote's new head. */
async function pushMerged(
  platform: ChangesPlatform,
  release: StoredRelease,
  { head, committed }: { readonly head: string; readonly committed: readonly StoredChange[] },
  signal: AbortSignal,
): Promise<string> {
  const { git } = platform;
  const branch = release.branch_name;
  let next = { sha: head, known: release.pushed_sha };
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const outcome = await git.push({ branch, ...next }, signal);
    if (outcome.kind === 'pushed') return outcome.sha;
    if (outcome.kind !== 'rejected-non-fast-forward') throw heldUp(branch, outcome);
    const fetched = await git.fetch(branch, signal);
    if (fetched.kind !== 'fetched') throw heldUp(branch, fetched);
    const plan = await planMerge(git, { ours: head, theirs: fetched.sha, source: 'branch' }, NOTHING_DECIDED, signal);
    const conflict = conflictText(plan);
    if (conflict !== null) {
      await pushBeside(platform, release, { plan, committed }, signal);
      throw new PushHeldUpError(conflict);
    }
    const message = `Merge remote changes to ${branch}`;
    const sha = plan.short === null ? (await writeMerge(git, plan, { branch, message }, signal)).sha : fetched.sha;
    next = { sha: plan.short === 'nothing' ? head : sha, known: fetched.sha };
  }
  throw new PushHeldUpError('Others are pushing to this branch at the same time. The push is retried.');
}

/** Pushes the folders without conflicts that only we changed. What others changed in them is merged here first. */
async function pushBeside(
  platform: ChangesPlatform,
  release: StoredRelease,
  { plan, committed }: { readonly plan: MergePlan; readonly committed: readonly StoredChange[] },
  signal: AbortSignal,
): Promise<void> {
  const { git, db, jobs } = platform;
  const { branch_name: branch, id } = release;
  const written = await writeBesideConflicts(git, plan, { branch, message: `Changes to ${branch} beside a conflict` }, signal);
  const outcome = written && (await git.push({ branch, sha: written.commit.sha, known: plan.theirs }, signal));
  if (written) await git.dropCommit(written.commit);
  const isPushed = outcome?.kind === 'pushed';
  const pushed = isPushed ? await changesOfPlaces(db, committed, written?.places ?? new Set()) : [];
  await db.transaction().execute(async (tx) => {
    if (pushed.length > 0)
      await markPushed(
        tx,
        pushed.map((change) => change.id),
      );
    if (isPushed) await setRemoteHead(tx, id, outcome.sha);
    if (plan.folders.some(({ kind, conflicts }) => kind !== 'ours' && conflicts.length === 0))
      await jobs.send(tx, mergeRemoteQueue, { release_id: id }, { singletonKey: String(id) });
  });
  await publishProgress(platform, pushed);
}

function heldUp(branch: string, outcome: Exclude<PushOutcome, { kind: 'pushed' | 'rejected-non-fast-forward' }>): PushHeldUpError {
  switch (outcome.kind) {
    case 'branch-missing':
      return new PushHeldUpError(branchDeleted(branch), true);
    case 'unreachable':
      return new PushHeldUpError(`The code host ${outcome.isRefused ? 'rejected the credentials' : 'cannot be reached'}: ${outcome.text}`);
    case 'refused':
      return new PushHeldUpError(`The code host rejected the push: ${outcome.text}`);
  }
}

async function recordPushed(
  platform: ChangesPlatform,
  release: StoredRelease,
  { sha, isMerged }: { sha: string; isMerged: boolean },
  pushed: readonly StoredChange[],
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    if (pushed.length > 0)
      await markPushed(
        tx,
        pushed.map(({ id }) => id),
      );
    await setPushed(tx, release.id, sha);
    if (isMerged) await platform.jobs.send(tx, mergeRemoteQueue, { release_id: release.id }, { singletonKey: String(release.id) });
  });
  publishStep('marked-pushed', release.id);
  await publishProgress(platform, pushed);
}

async function noteError(platform: ChangesPlatform, release: StoredRelease, error: PushHeldUpError): Promise<void> {
  const deleted_remotely_at = error.isBranchMissing ? (release.deleted_remotely_at ?? new Date()) : null;
  if (error.message === release.push_error && deleted_remotely_at?.getTime() === release.deleted_remotely_at?.getTime()) return;
  await setPushError(platform.db, release.id, { text: error.message, deleted_remotely_at });
  await publishProgress(platform, await listOpenSubjects(platform.db, release.id));
}

/** Packing is optional: its errors don't fail the push. */
async function packIfNeeded({ git, log }: ChangesPlatform, signal: AbortSignal): Promise<void> {
  try {
    if (await git.collectGarbage(signal)) log.info('packed the content repository');
  } catch (error) {
    log.warn({ err: error }, 'could not pack the content repository');
  }
}
