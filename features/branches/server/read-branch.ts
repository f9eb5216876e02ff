import { setImmediate as nextTurn } from 'node:timers/promises';
import { findLessonNumber, readLessonHead, type LessonHead } from '#features/documents/rules/read-lesson-head.ts';
import type { LessonFolder } from '#features/git/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireFetchedBranch } from './make-branch.ts';
import { MESSAGES } from './messages.ts';

type Deps = Pick<Platform, 'git'>;

/** A lesson folder of a branch with the fields of its `lesson.yaml`. */
export interface BranchLesson extends LessonFolder, LessonHead {}

/** Folders requested together. */
const AT_ONCE = 250;
/** Files parsed in one go before the event loop continues: some tens of milliseconds. */
const PARSED_AT_ONCE = 25;

/**
 * Reads the lessons of a commit by their `lesson.yaml` only, in pages. Folders without one are not lessons and are
 * skipped; `refused` lists those whose number can't be read, by folder.
 */
export async function* readBranch(
  { git }: Deps,
  commit: string,
  operation: Operation,
): AsyncGenerator<{ lessons: BranchLesson[]; refused: Map<string, string> }> {
  const folders = await git.listLessonFolders(commit);
  for (let from = 0; from < folders.length; from += AT_ONCE) {
    operation.signal.throwIfAborted();
    const page = folders.slice(from, from + AT_ONCE);
    const yamlFiles = await Promise.all(page.map(({ tree }) => git.readFile(tree, 'lesson.yaml')));
    const lessons: BranchLesson[] = [];
    const refused = new Map<string, string>();
    for (const [index, folder] of page.entries()) {
      const yamlFile = yamlFiles[index];
      if (!yamlFile) continue;
      const { head, problems } = readLessonHead(yamlFile);
      if (head) lessons.push({ ...folder, ...head });
      else refused.set(folder.folder, MESSAGES.unreadable(folder.folder, problems[0]?.message ?? MESSAGES.noNumber));
      if (index % PARSED_AT_ONCE === 0) await nextTurn();
    }
    yield { lessons, refused };
    operation.progress('Reading the list of lessons', Math.min(from + AT_ONCE, folders.length), folders.length);
  }
}

/**
 * Finds the folders of a commit with one of `numbers`, by number, without reading whole files; and why other numbers
 * can't be resolved.
 */
export async function findLessonFolders(
  { git }: Deps,
  { branch, commit, numbers }: { branch: string; commit: string; numbers: readonly number[] },
): Promise<{ found: Map<number, LessonFolder>; invalid: Record<string, string> }> {
  const byNumber = new Map<number, LessonFolder[]>(numbers.map((number) => [number, []]));
  const folders = await git.listLessonFolders(commit);
  for (let from = 0; from < folders.length; from += AT_ONCE) {
    const page = folders.slice(from, from + AT_ONCE);
    const yamlFiles = await Promise.all(page.map(({ tree }) => git.readFile(tree, 'lesson.yaml')));
    for (const [index, folder] of page.entries()) {
      const yamlFile = yamlFiles[index];
      const number = yamlFile && (findLessonNumber(yamlFile) ?? readLessonHead(yamlFile).head?.sequence);
      if (number !== undefined && number !== null) byNumber.get(number)?.push(folder);
    }
    await nextTurn();
  }
  const found = new Map<number, LessonFolder>();
  const invalid: Record<string, string> = {};
  for (const [number, places] of byNumber) {
    if (places.length === 1 && places[0]) found.set(number, places[0]);
    else if (places.length === 0) invalid[number] = unreadableLike(folders, number) ?? MESSAGES.notInBranch(branch, number);
    else
      invalid[number] = MESSAGES.twoFolders(
        number,
        places.map(({ folder }) => folder),
      );
  }
  return { found, invalid };
}

/** A folder whose name suggests the number but whose content doesn't state it. */
function unreadableLike(folders: readonly LessonFolder[], number: number): string | null {
  const folder = folders.find((candidate) => candidate.folder.startsWith(`${number}-`));
  return folder ? MESSAGES.unreadable(folder.folder, `its lesson.yaml does not have the number ${number}.`) : null;
}

/** The code host's head; ours for a branch that exists only here or was never pushed. */
export async function headToReadFrom(platform: Deps, release: StoredRelease, signal?: AbortSignal): Promise<string> {
  const isOnlyHere = release.detached_at !== null || release.pushed_sha === null;
  if (isOnlyHere && release.commit_sha !== null) return release.commit_sha;
  return requireFetchedBranch(platform, release.branch_name, signal);
}
