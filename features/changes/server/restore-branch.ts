import { setReleaseHead, type StoredRelease } from '#features/releases/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { CHANGE_TRAILER, nextGroup } from './group-changes.ts';
import { listChanges, markCommitted, type StoredChange } from './queries.ts';
import { pushBranchQueue } from './queues.ts';
import { writeGroup } from './write-group.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'blobs' | 'jobs'>;

/** More than any release has open. */
const ALL = 1_000_000;

/**
 * Makes the branch of a release and its record in the database consistent, and returns the branch's head. They differ
 *
 * - after a crash between a commit and its record: the commit names its changes, so it is recorded now;
 * - after a crash between recording a merge, which comes first because the rows change with it, and moving the branch:
 *   the branch is moved now;
 * - if the branch was lost (the folder was removed, the disk was restored): it is restored from the remote, and changes
 *   that were committed but not pushed are committed again from the database.
 */
export async function restoreBranch(platform: Deps, release: StoredRelease, signal: AbortSignal): Promise<string> {
  const known = release.commit_sha;
  let head = await platform.git.head(release.branch_name);
  if (head !== null && head === known) return head;
  if (known !== null && (head === null || !(await platform.git.history.contains(head, known))) && (await platform.git.hasCommit(known))) {
    // The rows are at this commit, and saves that are not recorded in it are committed again.
    if (head === null) await platform.git.createBranch(release.branch_name, known);
    else await platform.git.moveBranch({ branch: release.branch_name, from: head, to: known });
    await platform.db.transaction().execute((tx) => requestPush(tx, platform, release.id));
    return known;
  }
  if (head === null || known === null || !(await platform.git.history.contains(head, known))) {
    head = await takeFromRemote(platform, release, head, signal);
  }
  if (head === known) return head;
  const since = known !== null && (await platform.git.history.contains(head, known)) ? known : null;
  return recordFound(platform, release, head, since, signal);
}

/** Moves a branch that is missing (null), or lost commits, to the remote's head if that is a fast-forward. */
async function takeFromRemote({ git }: Deps, release: StoredRelease, head: string | null, signal: AbortSignal): Promise<string> {
  const branch = release.branch_name;
  const fetched = await git.fetch(branch, signal);
  const known = release.commit_sha;
  // Prefers the last commit of the rows over a merge of it with what others pushed.
  const theirs =
    fetched.kind !== 'fetched' ? null : known !== null && (await git.history.contains(fetched.sha, known)) ? known : fetched.sha;
  if (head === null) {
    const from = theirs ?? (await git.head(git.mainBranch));
    if (from === null) throw new Error('The content repository has no main branch.');
    await git.createBranch(branch, from);
    return from;
  }
  if (theirs === null || theirs === head || !(await git.history.contains(theirs, head))) return head;
  await git.moveBranch({ branch, from: head, to: theirs });
  return theirs;
}

/** @param since The last recorded commit on the branch; null if there is none. */
async function recordFound(
  platform: Deps,
  release: StoredRelease,
  head: string,
  since: string | null,
  signal: AbortSignal,
): Promise<string> {
  const found = await platform.git.history.findTrailers(CHANGE_TRAILER, { since, until: head });
  const isLost = since === null;
  const open = await listChanges(platform.db, release.id, isLost ? ['saved', 'committed'] : ['saved'], ALL);
  const commits = new Map<string, StoredChange[]>();
  for (const change of open) {
    const commit = found.get(change.uuid);
    if (commit !== undefined) commits.set(commit, [...(commits.get(commit) ?? []), change]);
  }

  let lost = open.filter((change) => change.state === 'committed' && !found.has(change.uuid));
  let newHead = head;
  while (lost.length > 0) {
    const group = nextGroup(lost);
    lost = lost.filter((change) => !group.includes(change));
    newHead = await writeGroup(platform, { branch: release.branch_name, head: newHead, group }, signal);
    commits.set(newHead, [...(commits.get(newHead) ?? []), ...group]);
  }

  await platform.db.transaction().execute(async (tx) => {
    for (const [commit, changes] of commits)
      await markCommitted(
        tx,
        changes.map(({ id }) => id),
        commit,
      );
    await setReleaseHead(tx, release.id, { from: release.commit_sha, to: newHead });
    await requestPush(tx, platform, release.id);
  });
  return newHead;
}

async function requestPush(tx: Tx, { jobs }: Pick<Platform, 'jobs'>, releaseId: number): Promise<void> {
  await jobs.send(tx, pushBranchQueue, { release_id: releaseId }, { singletonKey: String(releaseId) });
}
