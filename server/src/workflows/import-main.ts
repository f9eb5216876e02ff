import { listReleaseLessons, removeLesson } from '#server/lessons/service.ts';
import { UNHEARD } from '#server/platform/operations.ts';
import type { Platform } from '#server/platform/platform.ts';
import { ensureMainRelease, setPushed, setReleaseHead } from '#server/releases/service.ts';
import { importFolders } from './import-folders.ts';
import { importLesson } from './import-lesson.ts';

type Parts = Pick<Platform, 'db' | 'blobs' | 'git' | 'log'>;

/** PostgreSQL's code for a second row where there must be one. */
const UNIQUE_VIOLATION = '23505';

/**
 * Makes the rows of the main release agree with the head of main: lesson folders that changed are read, those that went
 * are taken out. Only what differs is looked at, so that it costs nothing when main has not moved. A crash in the
 * middle is made good by the next call: the head is noted last.
 *
 * A folder that cannot be a lesson here (its number is taken by another one) is left out and told in the log.
 */
export async function importMain(platform: Parts, signal: AbortSignal): Promise<{ imported: number; removed: number }> {
  const { db, git, log } = platform;
  const release = await ensureMainRelease(platform);
  const fetched = await git.fetchMain(signal);
  if (fetched.kind === 'unreachable') log.warn({ reason: fetched.text }, 'main could not be fetched; going on with the last known state');
  const head = await git.head(git.mainBranch);
  if (head === null || head === release.commit_sha) return { imported: 0, removed: 0 };

  const before = await platform.git.lessonTrees(release.commit_sha);
  const after = await platform.git.lessonTrees(head);
  const known = new Map((await listReleaseLessons(db, release.id)).map(({ id, folder }) => [folder, id]));
  const gone = [...known].filter(([folder]) => !after.has(folder));
  // First, because a lesson that got a new folder frees its number by this.
  for (const [, id] of gone) await db.transaction().execute((tx) => removeLesson(tx, id, null));

  let imported = 0;
  for (const [folder, tree] of after) {
    signal.throwIfAborted();
    if (!known.has(folder) || before.get(folder) === tree) continue;
    if (await importFolder(platform, release.id, head, folder)) imported++;
  }
  const added = [...after.keys()].filter((folder) => !known.has(folder)).map((folder) => ({ folder, commit: head }));
  const { imported: made, refused } = await importFolders(platform, release.id, added, { ...UNHEARD, signal });
  for (const [folder, reason] of refused) log.error({ folder, reason }, 'a lesson of main was left out');
  imported += made.length;
  await db.transaction().execute(async (tx) => {
    await setReleaseHead(tx, release.id, { from: release.commit_sha, to: head });
    await setPushed(tx, release.id, head);
  });
  log.info({ head, imported, removed: gone.length }, 'imported main');
  return { imported, removed: gone.length };
}

async function importFolder(platform: Parts, releaseId: number, head: string, folder: string): Promise<boolean> {
  const { files, skipped } = await platform.git.readFolder(head, `lessons/${folder}`);
  if (!files.has('lesson.yaml')) return false;
  try {
    const { problems } = await importLesson(platform, { releaseId, folder }, files);
    if (problems.length + skipped.length > 0)
      platform.log.warn({ folder, problems, skipped }, 'a lesson of main was not understood wholly');
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    platform.log.error({ folder, err: error }, 'a lesson of main was left out: another folder has its number');
    return false;
  }
}
