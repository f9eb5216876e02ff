import { getAuthor } from '#features/accounts/server/index.ts';
import { waitForPush } from '#features/branches/server/index.ts';
import type { FolderPlan, MergePlan } from '#features/changes/server/index.ts';
import type { ContentRoot } from '#features/git/rules/content-roots.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SyncOutcome } from '../../contract/sync.ts';
import { mergeIntoRelease, type MergeResult } from '../merge-into-release.ts';
import { conflictDetails, syncConflict, withDecisionErrors, type SyncSubject } from './conflict-details.ts';
import { fetchBranch } from './fetch-branch.ts';
import { MESSAGES } from './messages.ts';

/** A user's resolution of a conflict, and the commit it was compared with. */
export interface Resolution {
  readonly commit: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** One folder of a release's branch. */
export interface FolderToSync {
  readonly release: StoredRelease;
  readonly root: ContentRoot;
  readonly folder: string;
  readonly subject: SyncSubject;
  /** Number and title, for the commit message. */
  readonly name: string;
}

/**
 * Syncs one folder with the code host's branch: merges changes from there and pushes local ones. Other folders of the
 * branch are merged too where possible; their conflicts don't block this one.
 *
 * @throws AppError `conflict` with both sides, and then nothing was changed; `refused` if the release is detached or
 * its branch is gone; `unavailable` if the code host can't be reached; `invalid` if the resolution is invalid.
 */
export async function syncFolder(
  platform: Platform,
  actor: Actor,
  { release, root, folder, subject, name }: FolderToSync,
  resolution: Resolution | undefined,
): Promise<SyncOutcome> {
  if (release.detached_at !== null) throw refused(MESSAGES.detached);
  const place = `${root}/${folder}`;
  const theirs = await fetchBranch(platform, release);
  let outcome: SyncOutcome = 'up to date';
  if (theirs !== null) {
    const isDecided = resolution !== undefined && (await isSameFolder(platform, { root, folder }, [resolution.commit, theirs]));
    const check = async (plan: MergePlan) => {
      const open = plan.folders.find((each) => each.place === place && each.conflicts.length > 0);
      if (open) throw syncConflict(await conflictDetails(platform, subject, plan, open));
    };
    const input = {
      theirs,
      source: 'branch',
      message: `Sync ${name}`,
      ...(isDecided ? { decided: new Map([[place, resolution.values]]), author: await getAuthor(platform.db, actor.id) } : {}),
      check,
    } as const;
    const brought = await withDecisionErrors(() => mergeIntoRelease(platform, release.id, input, NO_OPERATION.signal));
    outcome = await outcomeOf(platform, brought, { root, folder }, isDecided);
  }
  await waitForPush(platform, release.id);
  return outcome;
}

/** Whether a folder is the same in two commits: others may have been pushed beside a conflict. */
async function isSameFolder(
  { git }: Platform,
  { root, folder }: Pick<FolderToSync, 'root' | 'folder'>,
  [one, other]: readonly [string, string],
): Promise<boolean> {
  if (one === other) return true;
  if (!(await git.hasCommit(one)) || !(await git.history.contains(other, one))) return false;
  const [before, after] = await Promise.all([one, other].map(async (commit) => (await git.folderTrees(root, commit)).get(folder)));
  return before === after;
}

async function outcomeOf(
  { git }: Platform,
  { plan, from, to }: MergeResult,
  { root, folder }: Pick<FolderToSync, 'root' | 'folder'>,
  isDecided: boolean,
): Promise<SyncOutcome> {
  if (plan.short === 'forward') {
    const [before, after] = await Promise.all([from, to].map(async (commit) => (await git.folderTrees(root, commit)).get(folder)));
    return before === after ? 'up to date' : 'taken in';
  }
  const outcomes: Record<FolderPlan['kind'], SyncOutcome> = {
    ours: 'up to date',
    theirs: 'taken in',
    merged: isDecided ? 'resolved' : 'merged',
  };
  const kind = plan.folders.find((each) => each.root === root && each.folder === folder)?.kind;
  return kind ? outcomes[kind] : 'up to date';
}
