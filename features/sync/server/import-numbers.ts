import { findLessonFolders, MESSAGES } from '#features/branches/server/index.ts';
import { listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { importFolders, type FolderToImport } from './import-folders.ts';

type Deps = Pick<Platform, 'db' | 'blobs' | 'git' | 'log'>;

/** The lessons to import, and their commit. */
export interface NumbersToImport {
  releaseId: number;
  branch: string;
  commit: string;
  numbers: readonly number[];
}

/**
 * Imports lessons in full from a commit of a release's branch, by number: new ones, and shallow ones. Returns the
 * reason for each rejected number; the others were imported.
 */
export async function importNumbers(platform: Deps, wanted: NumbersToImport, operation: Operation): Promise<Record<string, string>> {
  const { folders, invalid } = await chooseFolders(platform, wanted);
  return { ...invalid, ...(await importChosen(platform, wanted.releaseId, folders, operation)) };
}

/** Imports folders selected by number. Returns the rejected ones by number. */
export async function importChosen(
  platform: Deps,
  releaseId: number,
  folders: readonly (FolderToImport & { sequence: number })[],
  operation: Operation,
): Promise<Record<string, string>> {
  const { refused } = await importFolders(platform, releaseId, folders, operation);
  const sequences = new Map(folders.map(({ folder, sequence }) => [folder, sequence]));
  return Object.fromEntries([...refused].map(([folder, reason]) => [sequences.get(folder) ?? folder, reason]));
}

/** The folders of the wanted numbers, without those that are already complete in the release. */
export async function chooseFolders(
  platform: Pick<Platform, 'db' | 'git'>,
  { releaseId, branch, commit, numbers }: NumbersToImport,
): Promise<{ folders: (FolderToImport & { sequence: number; tree: string })[]; invalid: Record<string, string> }> {
  const release = await getRelease(platform.db, releaseId);
  const existing = new Map((await listReleaseLessons(platform.db, releaseId)).map((lesson) => [lesson.sequence, lesson]));
  const isComplete = (number: number) => existing.get(number)?.is_shallow_import === false;
  const wanted = numbers.filter((number) => !isComplete(number));
  const { found, invalid } = await findLessonFolders(platform, { branch, commit, numbers: wanted });
  for (const number of numbers.filter(isComplete)) invalid[number] = MESSAGES.isThere(number, release.name);
  const folders = [...found].map(([sequence, { folder, tree }]) => {
    const shallow = existing.get(sequence);
    return { folder, tree, commit, sequence, ...(shallow ? { shallow_id: shallow.id } : {}) };
  });
  return { folders, invalid };
}
