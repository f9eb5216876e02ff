import { setImmediate as nextTurn } from 'node:timers/promises';
import { readBranch, type BranchLesson, MESSAGES } from '#features/branches/server/index.ts';
import { addShallowLessons, listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { findMainRelease } from '#features/releases/server/index.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';

type Deps = Pick<Platform, 'db' | 'git'>;

/** Rows per transaction: some tens of milliseconds, in which no other request is served. */
const ROWS_AT_ONCE = 250;

/**
 * Imports every lesson of a commit by its metadata only, so that a branch with thousands opens at once. Returns why
 * others were rejected, by number, or by folder if the number can't be read.
 */
export async function importShallow(
  platform: Deps,
  releaseId: number,
  commit: string,
  operation: Operation,
): Promise<Record<string, string>> {
  const { sameAsMain } = await readMainRows(platform);
  const { lessons, invalid } = await readWithOwnNumbers(platform, commit, operation);
  for (let from = 0; from < lessons.length; from += ROWS_AT_ONCE) {
    operation.signal.throwIfAborted();
    const rows = lessons.slice(from, from + ROWS_AT_ONCE).map(({ tree, ...lesson }) => ({
      ...lesson,
      release_id: releaseId,
      same_as: sameAsMain(lesson.folder, tree) ?? { tree },
    }));
    await platform.db.transaction().execute((tx) => addShallowLessons(tx, rows));
    operation.progress('Adding lessons', Math.min(from + ROWS_AT_ONCE, lessons.length), lessons.length);
    await nextTurn();
  }
  return invalid;
}

/** The lessons of a commit without those that share a number: only the user can choose between them. */
async function readWithOwnNumbers(platform: Deps, commit: string, operation: Operation) {
  const invalid: Record<string, string> = {};
  const read: BranchLesson[] = [];
  for await (const { lessons, refused } of readBranch(platform, commit, operation)) {
    read.push(...lessons);
    for (const [folder, reason] of refused) invalid[folder] = reason;
  }
  const byNumber = Map.groupBy(read, ({ sequence }) => sequence);
  for (const [sequence, same] of byNumber) {
    if (same.length > 1)
      invalid[sequence] = MESSAGES.twoFolders(
        sequence,
        same.map(({ folder }) => folder),
      );
  }
  return { lessons: [...byNumber.values()].flatMap((same) => (same.length === 1 ? same : [])), invalid };
}

/** Main's rows by the trees of their folders in main's commit. */
async function readMainRows({ db, git }: Deps) {
  const main = await findMainRelease(db);
  const commit = main?.commit_sha ?? null;
  const trees = await git.lessonTrees(commit);
  const rows = new Map(main && trees.size > 0 ? (await listReleaseLessons(db, main.id)).map((lesson) => [lesson.folder, lesson]) : []);
  return { sameAsMain: (folder: string, tree: string) => (trees.get(folder) === tree ? rows.get(folder) : undefined) };
}
