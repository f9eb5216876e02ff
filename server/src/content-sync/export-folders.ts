import { commitSaved, inTurn, getRelease } from '#server/releases/index.ts';
import { AppError, refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { NewZipEntry } from '#server/platform/zip/write-zip.ts';
import { MESSAGES } from './messages.ts';

/** What brings the last saves into a commit may take this long, in milliseconds. */
const COMMIT_LIMIT_MS = 60_000;
/** Larger files are not read; the product takes none of them. Bytes. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The commit of a release that has all that was saved, as far as `isSaved` tells of something that is not in a commit yet.
 *
 * @throws AppError `refused` when what was saved cannot be committed, or the branch is not here.
 */
export async function commitToExport(platform: Platform, releaseId: number, isSaved: () => Promise<boolean>): Promise<string> {
  const { db, git } = platform;
  if (await isSaved()) {
    const limit = AbortSignal.timeout(COMMIT_LIMIT_MS);
    await inTurn(git, releaseId, () => commitSaved(platform, releaseId, limit)).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      platform.log.info({ release: releaseId, err: error }, 'an export waits for saves that cannot be committed');
    });
    const { commit_error } = await getRelease(db, releaseId);
    if (await isSaved()) throw refused(commit_error ?? MESSAGES.notCommitted);
  }
  const { commit_sha: commit, branch_name } = await getRelease(db, releaseId);
  if (commit === null || !(await git.hasCommit(commit))) throw refused(MESSAGES.branchNotHere(branch_name));
  return commit;
}

/** The folder of the content repository that holds folders of this kind. */
type Root = 'lessons' | 'courses' | 'paths';

/**
 * The files of some folders below `root` in a commit, for a zip that is laid out as the content repository. Their bytes are read when
 * their turn comes, one file at a time. They are in the order of their paths, so that the same folders give the same zip.
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
    .map(({ path, oid }) => ({ path: `${root}/${path}`, open: () => readFile(platform, oid) }))
    .toSorted(byPath);
}

/** The order in which files stand in a zip, wherever they were read from. */
export function byPath(one: NewZipEntry, other: NewZipEntry): number {
  if (one.path === other.path) return 0;
  return one.path < other.path ? -1 : 1;
}

/** The bytes of a file that was listed. */
export async function readFile({ git }: Pick<Platform, 'git'>, oid: string): Promise<Buffer> {
  const bytes = await git.readBlob(oid, FILE_BYTES_MAX);
  if (bytes === null) throw new Error(`The object ${oid} is missing, or far too large.`);
  return bytes;
}
