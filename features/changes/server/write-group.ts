import { getAuthor } from '#features/accounts/server/index.ts';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { COMMITTER, type Person } from '#features/git/server/index.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { applyChange, CannotApplyError, folderDifferences } from './apply-change.ts';
import { changeFolder, type ChangeContent, type LessonChange } from './change-content.ts';
import { commitMessage } from './group-changes.ts';
import { getChangeContent, type StoredChange } from './queries.ts';

/**
 * Adds a group of changes to a branch as one commit and returns its id. Changes that modify no file create no commit,
 * whatever message was typed for them: `head` is returned.
 *
 * @throws HeadMovedError if the branch is no longer at `head`; CannotApplyError if a change doesn't fit.
 */
export async function writeGroup(
  platform: Pick<Platform, 'db' | 'git' | 'blobs'>,
  { branch, head, group }: { branch: string; head: string; group: readonly StoredChange[] },
  signal: AbortSignal,
): Promise<string> {
  const writes = new Map<string, Uint8Array>();
  const deletes: string[] = [];
  for (const [path, { before, after }] of await changedFolders(platform, head, group)) {
    const different = folderDifferences(before, after);
    for (const [file, bytes] of different.writes) writes.set(`${path}/${file}`, bytes);
    // Deleting a folder also deletes files that were not read.
    if (after.size === 0 && before.size > 0) deletes.push(path);
    else deletes.push(...different.deletes.map((file) => `${path}/${file}`));
  }
  if (writes.size === 0 && deletes.length === 0) return head;
  const last = group.at(-1);
  return platform.git.commit(
    {
      branch,
      expectedHead: head,
      author: await authorOf(platform, last?.user_id ?? null),
      message: commitMessage(group),
      date: last?.saved_at ?? new Date(),
      writes,
      deletes,
    },
    signal,
  );
}

/** The folders that a group touches, by path, before and after. */
async function changedFolders(
  { db, git, blobs }: Pick<Platform, 'db' | 'git' | 'blobs'>,
  head: string,
  group: readonly StoredChange[],
): Promise<Map<string, { before: Files; after: Files }>> {
  const folders = new Map<string, { before: Files; after: Files }>();
  const read = async (commit: string, place: string): Promise<Files> => (await git.readFolder(commit, place)).files;
  for await (const content of contentsOf(db, group)) {
    const path = changeFolder(content);
    const before = folders.get(path)?.before ?? (await read(head, path));
    const source = content.copied_from;
    let base = folders.get(path)?.after ?? before;
    if (source) base = await read(source.commit_sha, changeFolder({ ...content, folder: source.folder }));
    else if (content.or_mains) base = await readMains(git, path);
    folders.set(path, { before, after: applyChange(base, content, await readBytes(blobs, content)) });
  }
  return folders;
}

/**
 * The contents of a group in their order, one at a time: a content may be some megabytes. Saves of screens in a row are one: a stretch of
 * automatic saves has a hundred of the same screen.
 */
async function* contentsOf(db: Platform['db'], group: readonly StoredChange[]): AsyncGenerator<ChangeContent> {
  let before: ChangeContent | null = null;
  for (const { id } of group) {
    const content: ChangeContent = await getChangeContent(db, id);
    const joined: ChangeContent | null = before && withLaterScreens(before, content);
    if (before && !joined) yield before;
    before = joined ?? content;
  }
  if (before) yield before;
}

/** Two changes as one, if both are about nothing but screens of one lesson. */
function withLaterScreens(first: ChangeContent, then: ChangeContent): ChangeContent | null {
  const screens = onlyScreens(first);
  const later = onlyScreens(then);
  return screens && later && changeFolder(first) === changeFolder(then) ? { folder: then.folder, screens: { ...screens, ...later } } : null;
}

function onlyScreens(change: ChangeContent): LessonChange['screens'] {
  if (change.kind === 'course' || change.kind === 'path') return undefined;
  return Object.keys(change).every((key) => key === 'folder' || key === 'screens') ? change.screens : undefined;
}

/** Read from git, not from the rows, which are outdated while main is being imported. */
async function readMains(git: Platform['git'], path: string): Promise<Files> {
  const head = await git.head(git.mainBranch);
  return head === null ? new Map() : (await git.readFolder(head, path)).files;
}

/** The bytes of a change's files, by sha256. @throws CannotApplyError if some are missing or damaged. */
async function readBytes(blobs: Platform['blobs'], change: ChangeContent): Promise<Map<string, Uint8Array>> {
  const bytes = new Map<string, Uint8Array>();
  if (change.kind === 'course' || change.kind === 'path') return bytes;
  for (const [path, blob] of Object.entries(change.files ?? {})) {
    if (blob === null || bytes.has(blob.sha256)) continue;
    const content = await blobs.get(blob.sha256, blob.size).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new CannotApplyError(
        `${error.message} It is ${changeFolder(change)}/${path}: upload the same file again, or restore it from a backup of the data folder. All saved changes are kept until then.`,
      );
    });
    bytes.set(blob.sha256, content);
  }
  return bytes;
}

async function authorOf({ db }: Pick<Platform, 'db'>, userId: number | null): Promise<Person> {
  return userId === null ? COMMITTER : getAuthor(db, userId);
}
