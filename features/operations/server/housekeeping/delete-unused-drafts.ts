import { recordAudit } from '#features/audit/server/index.ts';
import { HeadMovedError } from '#features/git/server/index.ts';
import {
  listAbandonedRows as listAbandonedReleases,
  markAbandonedDeleted,
  type AbandonedRelease,
} from '#features/releases/server/index.ts';
import type { StepResult, HousekeepingContext } from './housekeeping-context.ts';

/**
 * Deletes drafts releases unused since `before`, with their branches, if main has everything on them. Their authors get
 * new ones when they need them.
 */
export async function deleteUnusedDraftsReleases(context: HousekeepingContext, before: Date): Promise<StepResult> {
  const done = { releases: 0, branches: 0, remote_branches: 0 };
  for (const release of await listAbandonedReleases(context.platform.db, before)) {
    context.signal.throwIfAborted();
    const head = await context.platform.git.head(release.branch_name);
    if (head !== null && !(await isMergedIntoMain(context, head))) continue;
    // The release first: from here on, its author's next lesson creates new drafts.
    if (!(await deleteIfAbandoned(context, release, before))) continue;
    done.releases++;
    if (await deleteRemote(context, release.branch_name)) done.remote_branches++;
    if (head !== null && (await deleteLocal(context, release.branch_name, head))) done.branches++;
  }
  return done;
}

async function deleteIfAbandoned({ platform }: HousekeepingContext, { id, name }: AbandonedRelease, before: Date): Promise<boolean> {
  const isOut = await platform.db.transaction().execute(async (tx) => {
    if (!(await markAbandonedDeleted(tx, id, before))) return false;
    await recordAudit(tx, { actor: null, action: 'release.abandon', subject: `release:${id}`, details: { name } });
    return true;
  });
  if (isOut) platform.live.publish('releases:all', { type: 'release-changed', release_id: id });
  return isOut;
}

/** Others may have pushed to it, so the remote branch is checked again. */
async function deleteRemote(context: HousekeepingContext, branch: string): Promise<boolean> {
  const { git, log } = context.platform;
  const fetched = await git.fetch(branch, context.signal);
  if (fetched.kind !== 'fetched' || !(await isMergedIntoMain(context, fetched.sha))) return false;
  const outcome = await git.deleteRemoteBranch(branch, fetched.sha, context.signal);
  if (outcome.kind !== 'deleted') log.warn({ branch, reason: outcome.text }, 'could not delete an abandoned branch on the code host');
  return outcome.kind === 'deleted';
}

async function deleteLocal({ platform }: HousekeepingContext, branch: string, head: string): Promise<boolean> {
  try {
    await platform.git.deleteBranch(branch, head);
    return true;
  } catch (error) {
    if (error instanceof HeadMovedError) return false;
    throw error;
  }
}

/** Whether main contains every change that a branch made since it left main. */
async function isMergedIntoMain({ platform: { git } }: HousekeepingContext, head: string): Promise<boolean> {
  const main = await git.head(git.mainBranch);
  const base = main === null ? null : await git.history.mergeBase(main, head);
  if (main === null || base === null) return false;
  if (base === head) return true;
  const changed = await pathsBetween(git, base, head);
  const different = await pathsBetween(git, head, main);
  return ![...changed].some((path) => different.has(path));
}

async function pathsBetween(git: HousekeepingContext['platform']['git'], before: string, after: string): Promise<Set<string>> {
  const files = await git.history.listChangedFiles({ before, after, place: {} });
  return new Set(files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
}
