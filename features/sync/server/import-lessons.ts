import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import {
  commitOfBranch,
  requireFetchedBranch,
  requireNewest,
  readBranch,
  headToReadFrom,
  MESSAGES,
} from '#features/branches/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import { findReleaseOfBranch, requireOpenRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { FolderToImport } from './import-folders.ts';
import { chooseFolders, importChosen } from './import-numbers.ts';
import { importing } from './notify-imported.ts';

interface ByBranch {
  version_major: string;
  version_minor?: string | null | undefined;
}

/**
 * Returns the lessons of a branch of the code host, or of one of its commits, by number; the branch needs no release. A commit of a
 * release is read from our own branch: it may not be pushed yet.
 */
export async function listBranchLessons(
  platform: Pick<Platform, 'db' | 'git'>,
  { version_major: branch, version_minor = null }: ByBranch,
): Promise<{ sequence: number; title: string; folder: string }[]> {
  const commit = await commitToList(platform, branch, version_minor);
  const listed: { sequence: number; title: string; folder: string }[] = [];
  for await (const { lessons } of readBranch(platform, commit, NO_OPERATION)) {
    listed.push(...lessons.map(({ sequence, folder, fields }) => ({ sequence, title: fields.title, folder })));
  }
  return listed.sort((a, b) => a.sequence - b.sequence || (a.folder < b.folder ? -1 : 1));
}

async function commitToList(platform: Pick<Platform, 'db' | 'git'>, branch: string, named: string | null): Promise<string> {
  const release = await findReleaseOfBranch(platform.db, branch);
  const ours = release?.commit_sha ?? null;
  if (named && ours !== null && (await platform.git.history.contains(ours, named))) return named;
  const head = release && !release.is_main ? await headToReadFrom(platform, release) : await requireFetchedBranch(platform, branch);
  return commitOfBranch(platform, { branch, head }, named);
}

/**
 * Imports lessons from a release's branch as the code host has it now. Returns the reason for each rejected number; the
 * others are in the release, complete.
 *
 * @throws AppError `not_found` if no release has the branch, or it is gone from the code host; `unavailable`; `refused`
 * for main and a closed release, for a commit that isn't the newest, and if it was stopped.
 */
export async function importLessons(
  platform: Platform,
  actor: Actor,
  input: ByBranch & { lessons: readonly number[]; operation_id?: string | undefined },
): Promise<{ invalidLessons: Record<string, string> }> {
  const release = await findReleaseOfBranch(platform.db, input.version_major);
  if (!release) throw new AppError('not_found', MESSAGES.noReleaseOfBranch(input.version_major));
  requireOpenRelease(release, MESSAGES.mainImports);
  return platform.operations.run({ id: input.operation_id, actor, stopped: MESSAGES.stopped.import }, async (operation) => {
    operation.progress('Fetching the branch', 0, null);
    const theirs = await headToReadFrom(platform, release, operation.signal);
    requireNewest(release.branch_name, input.version_minor ?? null, [theirs, release.commit_sha]);
    const wanted = { releaseId: release.id, branch: release.branch_name, commit: theirs, numbers: input.lessons };
    const { folders, invalid } = await chooseFolders(platform, wanted);
    const placed = await chooseSides(platform, release, theirs, folders);
    // First: rows that our branch doesn't have would be worse than a commit without rows, which is only visible early.
    await recordTaken(
      platform,
      actor,
      release,
      placed.filter(({ commit }) => commit !== release.commit_sha),
    );
    const failed = await importing(platform, actor, { releaseId: release.id, operation }, () =>
      importChosen(platform, release.id, placed, operation),
    );
    for (const { shallow_id } of placed)
      if (shallow_id !== undefined) platform.live.publish(`lesson:${shallow_id}`, { type: 'lesson-changed' });
    return { invalidLessons: { ...invalid, ...failed } };
  });
}

/**
 * Where to read each folder: from our branch, unless the code host has a newer version. That version must be added to
 * our branch as well.
 */
async function chooseSides<F extends FolderToImport & { tree: string }>(
  { git }: Pick<Platform, 'git'>,
  { commit_sha: ours }: StoredRelease,
  theirs: string,
  folders: readonly F[],
): Promise<F[]> {
  if (ours === null || ours === theirs) return [...folders];
  const base = await git.history.mergeBase(ours, theirs);
  const [before, here] = [await git.lessonTrees(base), await git.lessonTrees(ours)];
  return folders.map((each) => {
    const isHere = here.has(each.folder) && (here.get(each.folder) === each.tree || before.get(each.folder) === each.tree);
    return isHere ? { ...each, commit: ours } : each;
  });
}

/** Queues the folders that were read from the code host's commit for our branch, in one commit. */
async function recordTaken(
  platform: Platform,
  actor: Actor,
  release: StoredRelease,
  taken: readonly (FolderToImport & { sequence: number })[],
): Promise<void> {
  const batch = randomUUID();
  await platform.db.transaction().execute(async (tx) => {
    for (const { folder, commit, sequence } of taken) {
      await recordChange(tx, platform, {
        release_id: release.id,
        lesson_id: null,
        screen_id: null,
        actor: null,
        message: null,
        summary: `Import lesson ${sequence} from the code host`,
        content: { folder, copied_from: { commit_sha: commit, folder }, deleted: true },
        batch,
      });
    }
    await recordAudit(tx, {
      actor,
      action: 'lesson.import',
      subject: `release:${release.id}`,
      details: { taken: taken.map(({ sequence }) => sequence) },
    });
  });
}
