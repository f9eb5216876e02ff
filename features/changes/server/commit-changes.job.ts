import { GitError } from '#features/git/server/index.ts';
import { getReleaseEvenDeleted, setCommitError, setReleaseHead, type StoredRelease } from '#features/releases/server/index.ts';
import { isDiskFull } from '#platform/server/full-disk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { CannotApplyError } from './apply-change.ts';
import { withBranchLock } from './branch-mutex.ts';
import { publishStep } from './change-steps.ts';
import { dueChanges, nextGroup } from './group-changes.ts';
import { publishProgress } from './publish-progress.ts';
import { databaseTime, listChanges, listOpenSubjects, markCommitted, takeChanges } from './queries.ts';
import { pushBranchQueue } from './queues.ts';
import { restoreBranch } from './restore-branch.ts';
import { writeGroup } from './write-group.ts';

// saved ──▶ committed, for one release, in the order of the saves. One such job runs at a time for each release.
//
// A crash is harmless at any step: a commit that is not on its branch is invisible, and one that is on its branch but
// not recorded is found by the uuids in its message (restore-branch.ts). If two of these jobs run at once anyway,
// the branch moves by compare-and-swap, and the slower job starts over.

/** Enough to fill one group. */
const LOOKED_AT = 100;
/** More than any release has open. */
const ALL = 1_000_000;

/** The parts of the platform that these jobs need. */
export type ChangesPlatform = Pick<Platform, 'db' | 'git' | 'blobs' | 'jobs' | 'live' | 'log'>;

/** Commits all saved changes of a release. @throws the error that prevented it; it is also recorded on the release. */
export async function commitChanges(platform: ChangesPlatform, releaseId: number, signal: AbortSignal): Promise<void> {
  await withBranchLock(platform.git, releaseId, () => commitChangesInTurn(platform, releaseId, signal));
}

/** {@link commitChanges}, without the automatic saves whose author may be about to save more (stretch.ts). */
export async function commitDueChanges(platform: ChangesPlatform, releaseId: number, signal: AbortSignal): Promise<void> {
  await withBranchLock(platform.git, releaseId, () => commitChangesInTurn(platform, releaseId, signal, dueChanges));
}

/** {@link commitChanges} for callers that already hold the branch's turn (branch-mutex.ts). */
export async function commitChangesInTurn(
  platform: ChangesPlatform,
  releaseId: number,
  signal: AbortSignal,
  choose: typeof dueChanges = (changes) => [...changes],
): Promise<void> {
  const release = await getReleaseEvenDeleted(platform.db, releaseId);
  try {
    let head = await restoreBranch(platform, release, signal);
    for (;;) {
      signal.throwIfAborted();
      const next = await commitNextGroup(platform, release, { head, choose }, signal);
      if (next === null) break;
      head = next;
    }
    if (release.commit_error !== null) await setCommitError(platform.db, releaseId, null);
  } catch (error) {
    if (!signal.aborted) await noteError(platform, release, error);
    throw error;
  }
}

/** Returns the new head; null if every saved change is committed. */
async function commitNextGroup(
  platform: ChangesPlatform,
  release: StoredRelease,
  { head, choose }: { head: string; choose: typeof dueChanges },
  signal: AbortSignal,
): Promise<string | null> {
  let waiting = await listChanges(platform.db, release.id, ['saved'], LOOKED_AT);
  // A batch may continue beyond the page.
  if (waiting.length === LOOKED_AT && waiting.some(({ batch }) => batch !== null))
    waiting = await listChanges(platform.db, release.id, ['saved'], ALL);
  const next = nextGroup(waiting.some(({ waits }) => waits) ? choose(waiting, await databaseTime(platform.db)) : waiting);
  if (next.length === 0) return null;
  const group = await takeChanges(platform.db, next);
  publishStep('read', release.id);
  const commit = await writeGroup(platform, { branch: release.branch_name, head, group }, signal);
  publishStep('branch-moved', release.id);
  await platform.db.transaction().execute(async (tx) => {
    await markCommitted(
      tx,
      group.map(({ id }) => id),
      commit,
    );
    await setReleaseHead(tx, release.id, { from: head, to: commit });
    await platform.jobs.send(tx, pushBranchQueue, { release_id: release.id }, { singletonKey: String(release.id) });
  });
  publishStep('marked-committed', release.id);
  await publishProgress(platform, group);
  return commit;
}

async function noteError(platform: ChangesPlatform, release: StoredRelease, error: unknown): Promise<void> {
  const isTelling = error instanceof GitError || error instanceof CannotApplyError;
  const text = isDiskFull(error)
    ? 'The disk is full. Your changes are saved and will be committed once there is space.'
    : isTelling
      ? error.message
      : 'Couldn’t commit the changes. They are saved, and committing is retried.';
  if (text === release.commit_error) return;
  await setCommitError(platform.db, release.id, text);
  await publishProgress(platform, await listOpenSubjects(platform.db, release.id));
}
