import { MESSAGES } from '#features/branches/server/index.ts';
import { commitChangesInTurn, withBranchLock, listUncommittedLessons } from '#features/changes/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import { AppError, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { NewZipEntry } from '#platform/server/zip/write-zip.ts';

/** Time limit for committing queued changes, in milliseconds. */
const COMMIT_LIMIT_MS = 60_000;
/** Larger files are skipped, in bytes; the product accepts none of them. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Returns a commit of the release that contains all saved changes for which `isSaved` returns true.
 *
 * @throws AppError `refused` if queued changes can't be committed or the branch is missing.
 */
export async function commitToExport(platform: Platform, releaseId: number, isSaved: () => Promise<boolean>): Promise<string> {
  const { db, git } = platform;
  if (await isSaved()) {
    const limit = AbortSignal.timeout(COMMIT_LIMIT_MS);
    await withBranchLock(git, releaseId, () => commitChangesInTurn(platform, releaseId, limit)).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      platform.log.info({ release: releaseId, err: error }, 'an export is waiting for changes that cannot be committed');
    });
    const { commit_error } = await getRelease(db, releaseId);
    if (await isSaved()) throw refused(commit_error ?? MESSAGES.notCommitted);
  }
  const { commit_sha: commit, branch_name } = await getRelease(db, releaseId);
  if (commit === null || !(await git.hasCommit(commit))) throw refused(MESSAGES.branchNotHere(branch_name));
  return commit;
}

/** The folder of the content repository for each kind. */
type Root = 'lessons' | 'courses' | 'paths';

/**
 * Lists the files of folders below `root` in a commit as entries of a zip in the layout of the content repository.
 * Their bytes are read on demand, one file at a time. Sorted by path, so that equal folders give equal zips.
 */
export async function folderEntries(
  platform: Pick<Platform, 'git'>,
  commit: string,
  root: Root,
  folders: ReadonlySet<string>,
): Promise<NewZipEntry[]> {
  if (folders.size === 0) return [];
  const files = await platform.git.listFiles(commit, root);
  return files
    .filter(({ path }) => folders.has(path.slice(0, path.indexOf('/'))))
    .map(({ path, oid }) => ({ path: `${root}/${path}`, open: () => readFile(platform, { path, oid }) }))
    .toSorted(byPath);
}

/**
 * Lists the files of lessons, each as its own release's branch has them with all saved changes.
 *
 * @throws AppError `refused` if queued changes can't be committed or a branch is missing.
 */
export async function lessonEntries(
  platform: Platform,
  lessons: readonly Pick<StoredLesson, 'id' | 'release_id' | 'folder'>[],
): Promise<NewZipEntry[]> {
  const entries: NewZipEntry[] = [];
  for (const [release, its] of Map.groupBy(lessons, ({ release_id }) => release_id)) {
    const commit = await commitToExport(platform, release, async () => {
      const saved = await listUncommittedLessons(platform.db, release);
      return its.some((lesson) => saved.has(lesson.id));
    });
    entries.push(...(await folderEntries(platform, commit, 'lessons', new Set(its.map(({ folder }) => folder)))));
  }
  return entries;
}

/** The order of files in a zip, wherever they were read from. */
export function byPath(one: NewZipEntry, other: NewZipEntry): number {
  if (one.path === other.path) return 0;
  return one.path < other.path ? -1 : 1;
}

/** The bytes of a listed file; of an image without where and when it was taken. */
export async function readFile({ git }: Pick<Platform, 'git'>, { path, oid }: { path: string; oid: string }): Promise<Uint8Array> {
  const bytes = await git.readBlob(oid, FILE_BYTES_MAX);
  if (bytes === null) throw new Error(`The object ${oid} is missing, or far too large.`);
  return /(?:^|\/)images\/[^/]+$/.test(path) ? withoutMetadata(bytes) : bytes;
}
