import { getAuthor } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { createFreeBranch, MESSAGES } from '#features/branches/server/index.ts';
import { pushBranch } from '#features/changes/server/index.ts';
import { ReleaseName } from '#features/releases/contract/releases.ts';
import { getRelease, type StoredRelease } from '#features/releases/server/index.ts';
import { changedLessonFolders, lastMerge, sendForReview } from '#features/review/server/index.ts';
import { importAllCurricula, importFolders, withReleaseEvents } from '#features/sync/server/index.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused, unavailable } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { insertRelease } from './create-release.ts';

/** Time limit for the code host, in milliseconds. */
const LIMIT_MS = 120_000;

/**
 * Sends the opposite of what a release's last merge changed for review. It is one commit on today's main, in a release of its own, so that
 * what main changed elsewhere since stays. Returns the id of the release.
 *
 * @throws AppError `not_found`; `refused` if nothing of the release was merged, if main changed the same files again, or if nothing is left
 * to revert; `unavailable`.
 */
export async function revertRelease(platform: Platform, actor: Actor, reverted: number): Promise<number> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const release = await getRelease(platform.db, reverted);
  const { main, commit } = await commitOpposite(platform, actor, release, signal);
  const name = ReleaseName.parse(`Revert ${release.name}`.slice(0, LIMITS.titleMax));
  const branch = await createFreeBranch(platform, name, main);
  await platform.git.moveBranch({ branch, from: main, to: commit });
  const id = await insertRelease(platform, actor, { name, branch_name: branch, commit_sha: commit, pushed_sha: null });
  await withReleaseEvents(platform, id, () => importChanged(platform, { id, name }, { base: main, head: commit }));
  await pushBranch(platform, id, signal);
  await sendForReview(platform, actor, id, { body: `Reverts the merge of ${release.name}.` });
  await platform.db
    .transaction()
    .execute((tx) => recordAudit(tx, { actor, action: 'release.revert', subject: `release:${reverted}`, details: { release: id } }));
  return id;
}

/** The opposite of the last merge, as a commit on main that is on no branch yet. */
async function commitOpposite(
  platform: Platform,
  actor: Actor,
  release: StoredRelease,
  signal: AbortSignal,
): Promise<{ main: string; commit: string }> {
  const { db, git } = platform;
  const merge = await lastMerge(platform, release.id);
  if (merge === null) throw refused(MESSAGES.notMerged(release.name));
  await git.fetchMain(signal);
  const main = await git.head(git.mainBranch);
  if (main === null) throw unavailable(MESSAGES.noMain);
  const message = `Revert release ${release.name}\n\nThis reverts ${merge.after}.`;
  const opposite = await git.revert({ ...merge, onto: main, message, author: await getAuthor(db, actor.id) }, signal);
  if (opposite.kind === 'conflict') throw refused(MESSAGES.changedSince(placesOf(opposite.paths)));
  const changed = await git.history.listChangedFiles({ before: main, after: opposite.sha, place: {} });
  if (changed.length === 0) throw refused(MESSAGES.nothingToRevert);
  return { main, commit: opposite.sha };
}

/** Folders of lessons, courses and paths, and other files. */
function placesOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))];
}

/** Lessons, courses and paths that differ from main become rows, so that they can be edited; what the merge had added is gone. */
async function importChanged(
  platform: Platform,
  release: Pick<StoredRelease, 'id' | 'name'>,
  compared: { base: string; head: string },
): Promise<void> {
  const { head } = compared;
  const lessons = await platform.git.lessonTrees(head);
  const changed = (await changedLessonFolders(platform, compared)).filter((folder) => lessons.has(folder));
  await importFolders(
    platform,
    release.id,
    changed.map((folder) => ({ folder, commit: head })),
    NO_OPERATION,
  );
  const files = await platform.git.history.listChangedFiles({ before: compared.base, after: head, place: {} });
  await importAllCurricula(platform, release, head, ({ root }, folder) => files.some(({ path }) => path.startsWith(`${root}/${folder}/`)));
}
