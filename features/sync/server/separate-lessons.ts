import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import { createFreeBranch, MESSAGES } from '#features/branches/server/index.ts';
import { pushBranchQueue } from '#features/changes/server/index.ts';
import { listReleaseLessons } from '#features/lesson-store/server/index.ts';
import {
  addRelease,
  findMainRelease,
  getOpenRelease,
  getRelease,
  lockOpenRelease,
  setReleaseSettings,
  type StoredRelease,
} from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { alreadyExists, refused, unavailable } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { listBehindMain } from './base-queries.ts';
import { importShallowOnes, lockLessons, moveBetween } from './copy-lessons.ts';
import { withReleaseEvents } from './notify-imported.ts';

interface Separation {
  /** Name of the new release. */
  name: string;
  /** Lesson numbers. */
  lessons: readonly number[];
}

/**
 * Moves lessons of a release into a new one: all of them, or none. What is left stays as it is. Returns the id of the new release.
 *
 * @throws AppError `not_found`; `refused` for main, for a closed release, and with the reason of each lesson that can't be moved;
 * `unavailable` if the content repository has no main.
 */
export async function separateLessons(platform: Platform, actor: Actor, sourceId: number, { name, lessons }: Separation): Promise<number> {
  const source = await getOpenRelease(platform.db, sourceId, MESSAGES.mainGives);
  refuseInvalid(await importShallowOnes(platform, source, lessons, NO_OPERATION));
  const start = await startOf(platform, source, lessons);
  const branch = await createFreeBranch(platform, name, start);
  try {
    const { id, moved } = await platform.db
      .transaction()
      .execute((tx) => moveToNew(tx, platform, actor, { source, lessons, release: { name, branch_name: branch, commit_sha: start } }));
    for (const lesson of moved) platform.live.publish(`lesson:${lesson}`, { type: 'lesson-changed' });
    for (const release of [sourceId, id]) await withReleaseEvents(platform, release, () => Promise.resolve());
    return id;
  } catch (error) {
    await platform.git
      .deleteBranch(branch, start)
      .catch((failure: unknown) => platform.log.warn({ err: failure, branch }, 'a branch is left over'));
    throw error;
  }
}

interface New {
  source: StoredRelease;
  lessons: readonly number[];
  release: { name: string; branch_name: string; commit_sha: string };
}

async function moveToNew(
  tx: Tx,
  platform: Platform,
  actor: Actor,
  { source, lessons: numbers, release }: New,
): Promise<{ id: number; moved: number[] }> {
  await lockOpenRelease(tx, source.id, MESSAGES.mainGives);
  const id = await addRelease(tx, { ...release, pushed_sha: null });
  if (id === null) throw alreadyExists(MESSAGES.branchNameTaken(release.branch_name));
  // Otherwise a lesson would pass by what its release requires.
  await setReleaseSettings(tx, id, { preflight_required: source.preflight_required, model_allowed: source.model_allowed });
  const target = await getRelease(tx, id);
  const { lessons, reasons } = await lockLessons(tx, actor, { source, target, numbers, move: true });
  refuseInvalid(reasons);
  const batch = randomUUID();
  for (const lesson of lessons) await moveBetween(tx, platform, { lesson, source, target, actor, batch });
  await platform.jobs.send(tx, pushBranchQueue, { release_id: id }, { singletonKey: String(id) });
  await recordAudit(tx, {
    actor,
    action: 'release.separate',
    subject: `release:${id}`,
    details: { from: source.id, name: release.name, branch: release.branch_name, lessons: lessons.map(({ sequence }) => sequence) },
  });
  return { id, moved: lessons.map((lesson) => lesson.id) };
}

function refuseInvalid(reasons: Readonly<Record<string, string>>): void {
  const texts = Object.entries(reasons).map(([number, reason]) => `Lesson ${number}: ${reason}`);
  if (texts.length > 0) throw refused(texts.join('\n'));
}

/**
 * The commit of main where the new branch begins. A lesson is moved as a whole: where main has moved on since it was begun, its branch
 * has to begin before that, or the merge would undo main's change without a conflict.
 */
async function startOf({ db, git }: Platform, source: StoredRelease, numbers: readonly number[]): Promise<string> {
  const head = await git.head(git.mainBranch);
  if (head === null) throw unavailable(MESSAGES.noMain);
  // The rows of main, which are compared, may be older than its branch.
  const main = (await findMainRelease(db))?.commit_sha ?? head;
  const ids = (await listReleaseLessons(db, source.id)).flatMap(({ id, sequence }) => (numbers.includes(sequence) ? [id] : []));
  if (ids.length === 0 || source.commit_sha === null || (await listBehindMain(db, ids)).length === 0) return main;
  return (await git.history.mergeBase(main, source.commit_sha)) ?? main;
}
