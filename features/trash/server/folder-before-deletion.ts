import { commitStatusOfLesson } from '#features/changes/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { findDeletedLesson } from './lesson-trash-queries.ts';

type Git = Platform['git'];

/**
 * Where the folder of a deleted lesson was last complete, unknown files included; null if it never was in git. Reads
 * git, so don't call it in a transaction.
 */
export async function folderBeforeDeletion(
  { db, git }: Pick<Platform, 'db' | 'git'>,
  id: number,
  since: Date,
): Promise<{ commit_sha: string; folder: string } | null> {
  const lesson = await findDeletedLesson(db, id, since);
  if (!lesson || lesson.is_release_gone) return null;
  const { folder } = lesson;
  // In this order: while the deletion is only queued, the release's commit is from before it.
  const { commit_sha: head } = await getRelease(db, lesson.release_id);
  const deletion = await commitStatusOfLesson(db, id);
  if (head === null || !(await git.hasCommit(head))) return null;
  const commit_sha = await commitBefore(git, head, folder, deletion?.commit_sha ?? null);
  return commit_sha !== null && (await treeOf(git, commit_sha, folder)) !== null ? { commit_sha, folder } : null;
}

/** @param deletion Null: not committed yet. */
async function commitBefore(git: Git, head: string, folder: string, deletion: string | null): Promise<string | null> {
  const tree = await treeOf(git, head, folder);
  if (tree === null) {
    const gone = await git.history.lastChangeOf(head, `lessons/${folder}`);
    return gone === null ? null : firstParent(git, gone);
  }
  if (deletion === null) return head;
  // A deleted version is replaced by main's, so the current folder is not ours.
  const parent = await firstParent(git, deletion);
  const before = parent === null ? null : await treeOf(git, parent, folder);
  return before !== null && before !== (await treeOf(git, deletion, folder)) ? parent : head;
}

async function firstParent(git: Git, commit: string): Promise<string | null> {
  return (await git.hasCommit(commit)) ? ((await git.history.parentsOf(commit))[0] ?? null) : null;
}

/** The tree of a lesson folder in a commit; null if it doesn't exist. */
async function treeOf(git: Git, commit: string, folder: string): Promise<string | null> {
  return (await git.lessonTrees(commit)).get(folder) ?? null;
}
