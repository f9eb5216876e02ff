import { randomUUID } from 'node:crypto';
import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange, findReleaseOfBranch, type StoredRelease } from '#server/releases/index.ts';
import { AppError, refused } from '#server/platform/errors.ts';
import { UNHEARD } from '#server/platform/operations.ts';
import type { Platform } from '#server/platform/platform.ts';
import { telling } from './releases/create-release.ts';
import type { FolderToImport } from './import-folders.ts';
import { chooseFolders, importChosen } from './import-numbers.ts';
import { fetchBranch } from './releases/make-branch.ts';
import { readBranch } from './read-branch.ts';
import { MESSAGES } from './messages.ts';

interface ByBranch {
  version_major: string;
}

/** The lessons that a branch of the code host has now, by number; it needs no release here (A §7 get-lessons). */
export async function listBranchLessons(
  platform: Pick<Platform, 'git'>,
  { version_major: branch }: ByBranch,
): Promise<{ sequence: number; title: string; folder: string }[]> {
  const commit = await fetchBranch(platform, branch);
  const listed: { sequence: number; title: string; folder: string }[] = [];
  for await (const { lessons } of readBranch(platform, commit, UNHEARD)) {
    listed.push(...lessons.map(({ sequence, folder, fields }) => ({ sequence, title: fields.title, folder })));
  }
  return listed.sort((a, b) => a.sequence - b.sequence || (a.folder < b.folder ? -1 : 1));
}

/**
 * Reads lessons from a release's branch as the code host has it now (A §7 import-lessons). Answers the reason for each
 * number that was refused; the others are in the release, whole.
 *
 * @throws AppError `not_found` when no release has the branch, or the code host has lost it; `unavailable`; `refused`
 * for main, and when it was stopped.
 */
export async function importLessons(
  platform: Platform,
  actor: Actor,
  input: ByBranch & { lessons: readonly number[]; operation_id?: string | undefined },
): Promise<{ invalidLessons: Record<string, string> }> {
  const release = await findReleaseOfBranch(platform.db, input.version_major);
  if (!release) throw new AppError('not_found', MESSAGES.noReleaseOfBranch(input.version_major));
  if (release.is_main) throw refused(MESSAGES.mainImports);
  return platform.operations.run({ id: input.operation_id, actor, stopped: MESSAGES.stopped.import }, async (operation) => {
    operation.progress('Fetching the branch', 0, null);
    const theirs = await headToReadFrom(platform, release, operation.signal);
    const wanted = { releaseId: release.id, branch: release.branch_name, commit: theirs, numbers: input.lessons };
    const { folders, invalid } = await chooseFolders(platform, wanted);
    const placed = await chooseSides(platform, release, theirs, folders);
    // First: rows that our branch does not have would be worse than the other way round, which only shows a commit early.
    await recordTaken(
      platform,
      actor,
      release,
      placed.filter(({ commit }) => commit !== release.commit_sha),
    );
    const failed = await telling(platform, release.id, () => importChosen(platform, release.id, placed, operation));
    for (const { shallow_id } of placed)
      if (shallow_id !== undefined) platform.live.publish(`lesson:${shallow_id}`, { type: 'lesson-changed' });
    return { invalidLessons: { ...invalid, ...failed } };
  });
}

/** What the code host has; what is here, for a branch that is kept here alone or never was there. */
export async function headToReadFrom(platform: Platform, release: StoredRelease, signal: AbortSignal): Promise<string> {
  const isOnlyHere = release.detached_at !== null || release.pushed_sha === null;
  if (isOnlyHere && release.commit_sha !== null) return release.commit_sha;
  return fetchBranch(platform, release.branch_name, signal);
}

/**
 * Where each folder is read from: our branch, unless the code host has something new for it. Then theirs is read, and
 * has to come into our branch as well.
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

/** Puts folders that were read from the code host's commit on their way into our branch, all in one commit. */
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
        summary: `Take lesson ${sequence} from the code host`,
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
