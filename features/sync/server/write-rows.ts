import { listUncommittedLessons, recordChange, commitChangesQueue, pushBranchQueue } from '#features/changes/server/index.ts';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import {
  findLessonForUpdate,
  findLessonInRelease,
  listReleaseLessons,
  replaceLesson,
  type StoredLesson,
} from '#features/lesson-store/server/index.ts';
import { removeLesson } from '#features/lessons/server/index.ts';
import { findMainRelease, setPushed, setReleaseHead, type StoredRelease } from '#features/releases/server/index.ts';
import { setOrigin } from '#features/revisions/server/index.ts';
import { listScreenPositions } from '#features/screens/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { listChangedFolders } from './branches/list-changed-folders.ts';
import { readChangedCurricula, writeChangedCurricula } from './curricula/follow-branch.ts';
import { readLessonFolder, type ReadLesson } from './read-lesson-folder.ts';
import { writeLessonRows, type LessonTarget } from './write-lesson-rows.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'blobs' | 'jobs' | 'log'>;

/** Most characters taken from a commit message. */
const SUMMARY_MAX = 200;

interface Move {
  readonly from: string;
  readonly to: string;
  /** The remote already has `to`. */
  readonly isPushed: boolean;
  /** Who made the changes, as git names them. */
  readonly author: string;
  /** Folders that `to` adds are imported, unless main has them. */
  readonly takesNew: boolean;
}

/**
 * Updates the rows of a release to another commit of its branch: changed lessons are replaced, keeping their ids and
 * those of their screens, new ones are added, removed ones go to the trash; courses and paths likewise. It is one
 * transaction, together with the release's commit. The branch itself moves afterwards (after a crash, restore-branch.ts
 * does it).
 *
 * Returns the ids of the changed lessons; null, without any change, if one of them was saved concurrently: that save
 * has to be committed first.
 */
export async function writeMergedRows(platform: Deps, release: StoredRelease, move: Move): Promise<number[] | null> {
  const { changed, added, gone } = await listChangedFolders(platform, move);
  const inMain = move.takesNew && added.length > 0 ? await foldersOfMain(platform) : new Set<string>();
  const known = new Map((await listReleaseLessons(platform.db, release.id)).map(({ id, folder }) => [folder, id]));
  const isNew = (folder: string) => move.takesNew && !inMain.has(folder);
  const wanted = [...changed.filter((folder) => known.has(folder)), ...added.filter((folder) => known.has(folder) || isNew(folder))];
  const read = new Map<string, ReadLesson | null>();
  // One at a time: a lesson may take some hundred megabytes.
  for (const folder of wanted) {
    const id = known.get(folder);
    const before = id === undefined ? [] : await listScreenPositions(platform.db, id);
    read.set(folder, await readLessonFolder(platform, move.to, folder, before));
  }
  for (const folder of gone) read.set(folder, null);
  const curricula = await readChangedCurricula(platform, release, move);

  return platform.db.transaction().execute(async (tx) => {
    await setOrigin(tx, { cause: move.takesNew ? 'git' : 'merge', commit: move.to, author: move.author });
    const rows = (await listReleaseLessons(tx, release.id)).filter(({ folder }) => read.has(folder)).sort((a, b) => a.id - b.id);
    const locked = new Map<string, StoredLesson>();
    for (const { id, folder } of rows) {
      const lesson = await findLessonForUpdate(tx, id);
      if (lesson?.release_id === release.id) locked.set(folder, lesson);
    }
    // One of them was deleted or moved since: its folder has to leave the branch first.
    if ([...read.keys()].some((folder) => known.has(folder) && !locked.has(folder))) return null;
    const saved = await listUncommittedLessons(tx, release.id);
    if ([...locked.values()].some(({ id }) => saved.has(id))) return null;
    if (!(await writeChangedCurricula(tx, platform, release, curricula))) return null;

    const ids: number[] = [];
    // Removals first: they free the number of a lesson that moved to a new folder.
    for (const [folder, lesson] of read) {
      const row = locked.get(folder);
      if (lesson !== null || !row) continue;
      await removeLesson(tx, row.id, null);
      ids.push(row.id);
    }
    for (const [folder, lesson] of read) {
      const id = lesson && (await writeLesson(tx, platform, { releaseId: release.id, folder, row: locked.get(folder) }, lesson));
      if (id !== null) ids.push(id);
    }
    await setReleaseHead(tx, release.id, move);
    if (move.isPushed) await setPushed(tx, release.id, move.to);
    for (const queue of [commitChangesQueue, pushBranchQueue]) {
      await platform.jobs.send(tx, queue, { release_id: release.id }, { singletonKey: String(release.id) });
    }
    return ids;
  });
}

async function foldersOfMain({ db, git }: Pick<Deps, 'db' | 'git'>): Promise<Set<string>> {
  const commit = (await findMainRelease(db))?.commit_sha ?? (await git.head(git.mainBranch));
  return new Set((await git.lessonTrees(commit)).keys());
}

/** Queues the uuids of copied screens for their files, so that they differ from their originals for everyone who reads the branch. */
async function stateUuids(tx: Tx, platform: Deps, { releaseId, folder }: LessonTarget, id: number, copied: readonly ScreenContent[]) {
  if (copied.length === 0) return;
  await recordChange(tx, platform, {
    release_id: releaseId,
    lesson_id: id,
    actor: null,
    message: null,
    summary: `Give copied screens uuids of their own: ${copied.map((screen) => screen.folder).join(', ')}`.slice(0, SUMMARY_MAX),
    content: { folder, screens: Object.fromEntries(copied.map((screen) => [screen.uuid, screen])) },
  });
}

/** Returns the lesson's id; null if another lesson of the release has its number. */
async function writeLesson(tx: Tx, platform: Deps, place: LessonTarget, lesson: ReadLesson): Promise<number | null> {
  const { releaseId: release, folder, row } = place;
  const { uuid, sequence, fields, packages, packages_lock, datasets, accepted } = lesson.content;
  const existing = await findLessonInRelease(tx, release, { sequence });
  if (existing && existing.id !== row?.id) {
    platform.log.error({ folder, sequence, release }, 'skipped a lesson: another one in its release has its number');
    return null;
  }
  if (!row?.is_shallow_import) {
    const id = await writeLessonRows(tx, place, lesson);
    await stateUuids(tx, platform, place, id, lesson.copied);
    return id;
  }
  // Its screens and files are imported with the rest.
  const attached = { packages, packages_lock, datasets, accepted };
  await replaceLesson(tx, row, { uuid, sequence, fields, attached, screens: [], files: [], actor: null });
  return row.id;
}
