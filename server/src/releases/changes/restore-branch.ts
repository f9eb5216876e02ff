import type { Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { setReleaseHead } from '#server/releases/releases.ts';
import type { StoredRelease } from '#server/releases/queries.ts';
import { CHANGE_TRAILER, groupSize } from './group-changes.ts';
import { pushBranchQueue } from './queues.ts';
import { listChanges, markCommitted, type StoredChange } from './queries.ts';
import { writeGroup } from './write-group.ts';

type Parts = Pick<Platform, 'db' | 'git' | 'blobs' | 'jobs'>;

/** More than any release has open. */
const ALL = 1_000_000;

/**
 * Makes the branch of a release and the notes in the database agree, and answers the branch's head. They differ
 *
 * - after a crash between a commit and its note: the commit names its changes, so the note is made now;
 * - after a crash between the note of a merge, which comes first because the rows change with it, and the move of the
 *   branch: the branch moves now;
 * - when the branch was lost (the folder was removed, the disk went back in time): it comes back from the remote, and
 *   what was committed but never pushed is committed again from what the database keeps of it.
 */
export async function restoreBranch(platform: Parts, release: StoredRelease, signal: AbortSignal): Promise<string> {
  const known = release.commit_sha;
  let head = await platform.git.head(release.branch_name);
  if (head !== null && head === known) return head;
  if (known !== null && (head === null || !(await platform.git.history.contains(head, known))) && (await platform.git.hasCommit(known))) {
    // The rows stand for it, and what is saved but not noted in it is committed again.
    if (head === null) await platform.git.createBranch(release.branch_name, known);
    else await platform.git.moveBranch({ branch: release.branch_name, from: head, to: known });
    await platform.db.transaction().execute((tx) => askForPush(tx, platform, release.id));
    return known;
  }
  if (head === null || known === null || !(await platform.git.history.contains(head, known))) {
    head = await takeFromRemote(platform, release, head, signal);
  }
  if (head === known) return head;
  const since = known !== null && (await platform.git.history.contains(head, known)) ? known : null;
  return noteFound(platform, release, head, since, signal);
}

/** Moves a branch that is gone (null), or lost commits, to where the remote has it, as far as that simply goes on. */
async function takeFromRemote({ git }: Parts, release: StoredRelease, head: string | null, signal: AbortSignal): Promise<string> {
  const branch = release.branch_name;
  const fetched = await git.fetch(branch, signal);
  const known = release.commit_sha;
  // Rather to the last commit that the rows stand for than to a merge of it with what others pushed.
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

/** @param since The last commit that is noted and in the branch; null: there is none such. */
async function noteFound(
  platform: Parts,
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
    const group = lost.slice(0, groupSize(lost));
    lost = lost.slice(group.length);
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
    await askForPush(tx, platform, release.id);
  });
  return newHead;
}

async function askForPush(tx: Tx, { jobs }: Pick<Platform, 'jobs'>, releaseId: number): Promise<void> {
  await jobs.send(tx, pushBranchQueue, { release_id: releaseId }, { singletonKey: String(releaseId) });
}
