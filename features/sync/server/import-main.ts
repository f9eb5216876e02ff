import { findLessonInRelease, listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { removeLesson } from '#features/lessons/server/index.ts';
import { ensureMainRelease, setPushed, setReleaseHead } from '#features/releases/server/index.ts';
import { setOrigin } from '#features/revisions/server/index.ts';
import { listScreenPositions } from '#features/screens/server/index.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isUniqueViolation } from '#platform/server/unique-violation.ts';
import { importMainCurricula } from './curricula/follow-branch.ts';
import { importFolders } from './import-folders.ts';
import { noteMainMerged } from './note-main-merged.ts';
import { readLessonFolder } from './read-lesson-folder.ts';
import { writeLessonRows } from './write-lesson-rows.ts';

type Deps = Pick<Platform, 'db' | 'blobs' | 'git' | 'log'>;

/** How many lessons, courses and paths of main were imported and removed. */
export interface MainImported {
  readonly imported: number;
  readonly removed: number;
  /** Courses and paths. */
  readonly curricula: number;
}

/**
 * Updates the rows of the main release to the head of main: changed lesson folders are imported, missing ones removed;
 * courses and paths likewise. Only differences are read, so it costs nothing if main has not moved. The next call
 * repairs a crash halfway: the head is stored last.
 *
 * A folder that can't become a lesson (another lesson has its number) is skipped and logged.
 */
export async function importMain(platform: Deps, signal: AbortSignal): Promise<MainImported> {
  const { db, git, log } = platform;
  const release = await ensureMainRelease(platform);
  const fetched = await git.fetchMain(signal);
  if (fetched.kind === 'unreachable') log.warn({ reason: fetched.text }, 'could not fetch main; using the last known state');
  const head = await git.head(git.mainBranch);
  if (head === null || head === release.commit_sha) return { imported: 0, removed: 0, curricula: 0 };
  const curricula = await importMainCurricula(platform, release, head);

  const before = await platform.git.lessonTrees(release.commit_sha);
  const after = await platform.git.lessonTrees(head);
  const known = new Map((await listReleaseLessons(db, release.id)).map(({ id, folder }) => [folder, id]));
  const deleted = [...known].filter(([folder]) => !after.has(folder));
  // First, because it frees the number of a lesson that moved to a new folder.
  for (const [, id] of deleted) await db.transaction().execute((tx) => removeLesson(tx, id, null));

  let imported = 0;
  for (const [folder, tree] of after) {
    signal.throwIfAborted();
    const id = known.get(folder);
    if (id === undefined || before.get(folder) === tree) continue;
    if (await importFolder(platform, release.id, { head, folder, id })) imported++;
  }
  const added = [...after.keys()].filter((folder) => !known.has(folder)).map((folder) => ({ folder, commit: head }));
  const { imported: made, refused } = await importFolders(platform, release.id, added, { ...NO_OPERATION, signal });
  for (const [folder, reason] of refused) log.error({ folder, reason }, 'skipped a lesson of main');
  imported += made.length;
  await db.transaction().execute(async (tx) => {
    await setReleaseHead(tx, release.id, { from: release.commit_sha, to: head });
    await setPushed(tx, release.id, head);
  });
  await noteMainMerged(platform);
  log.info({ head, imported, removed: deleted.length, curricula }, 'imported main');
  return { imported, removed: deleted.length, curricula };
}

async function importFolder(
  platform: Deps,
  releaseId: number,
  { head, folder, id }: { readonly head: string; readonly folder: string; readonly id: number },
): Promise<boolean> {
  const lesson = await readLessonFolder(platform, head, folder, await listScreenPositions(platform.db, id));
  if (!lesson) return false;
  try {
    await platform.db.transaction().execute(async (tx) => {
      await setOrigin(tx, { cause: 'merge', commit: head });
      const row = await findLessonInRelease(tx, releaseId, { folder });
      await writeLessonRows(tx, { releaseId, folder, row }, lesson);
    });
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    platform.log.error({ folder, err: error }, 'skipped a lesson of main: another folder has its number');
    return false;
  }
}
