import { setImmediate as nextTurn } from 'node:timers/promises';
import { MESSAGES } from '#features/branches/server/index.ts';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { GitError } from '#features/git/server/index.ts';
import { addLessonFiles, type LessonFileRow } from '#features/lesson-files/server/index.ts';
import { addLessons, completeShallowLessons } from '#features/lesson-store/server/index.ts';
import { recordFirstRevisions, setOrigin } from '#features/revisions/server/index.ts';
import { addScreensOfMany, screenHash } from '#features/screens/server/index.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readLessonFolder } from './read-lesson-folder.ts';

type Deps = Pick<Platform, 'db' | 'blobs' | 'git' | 'log'>;

/** A lesson folder of a branch to be imported. */
export interface FolderToImport {
  folder: string;
  /** The commit to read it from. */
  commit: string;
  /** The number it was selected by; omitted: any number. */
  sequence?: number;
  /** The shallow lesson that this completes; omitted: it becomes a new one. */
  shallow_id?: number;
}

export interface ImportedFolder {
  folder: string;
  lesson_id: number;
  sequence: number;
}

export interface FoldersImported {
  imported: ImportedFolder[];
  /** By folder: why it was not imported. */
  refused: Map<string, string>;
}

/** Folders to read ahead while others are being stored. */
const READ_AHEAD = 6;
/** Screens stored per transaction: enough to be fast, few enough not to block others. */
const SCREENS_AT_ONCE = 200;
const LESSONS_AT_ONCE = 50;

interface ReadFolder extends FolderToImport {
  lesson: LessonContent;
  hashes: string[];
  files: readonly LessonFileRow[];
}

/**
 * Imports many lesson folders that are new to the release, or shallow in it. If it is stopped or fails, the lessons
 * stored so far remain: each transaction stores complete lessons.
 */
export async function importFolders(
  platform: Deps,
  releaseId: number,
  folders: readonly FolderToImport[],
  operation: Operation,
): Promise<FoldersImported> {
  const { signal } = operation;
  const result: FoldersImported = { imported: [], refused: new Map() };
  let waiting: ReadFolder[] = [];
  let screens = 0;
  const store = async () => {
    await storeFolders(platform, releaseId, waiting, result);
    waiting = [];
    screens = 0;
  };
  for await (const [index, read] of readAhead(platform, folders, signal)) {
    signal.throwIfAborted();
    if ('refused' in read) result.refused.set(read.folder, read.refused);
    else {
      waiting.push(read);
      screens += read.lesson.screens.length;
    }
    if (screens >= SCREENS_AT_ONCE || waiting.length >= LESSONS_AT_ONCE) await store();
    operation.progress('Reading lessons', index + 1, folders.length);
    await nextTurn();
  }
  await store();
  return result;
}

type Read = ReadFolder | { folder: string; refused: string };

/** Yields the folders in order, reading ahead while earlier ones are stored. */
async function* readAhead(platform: Deps, folders: readonly FolderToImport[], signal: AbortSignal): AsyncGenerator<[number, Read]> {
  const begin = (folder: FolderToImport) => readFolder(platform, folder).catch((error: unknown) => ({ error }));
  const under = folders.slice(0, READ_AHEAD).map(begin);
  for (const index of folders.keys()) {
    signal.throwIfAborted();
    const read = await under.shift();
    const following = folders[index + READ_AHEAD];
    if (following) under.push(begin(following));
    if (!read) return;
    if ('error' in read) throw read.error;
    yield [index, read];
  }
}

async function readFolder(platform: Deps, wanted: FolderToImport): Promise<Read> {
  const { folder, commit, sequence } = wanted;
  try {
    const read = await readLessonFolder(platform, commit, folder);
    if (!read) return { folder, refused: MESSAGES.unreadable(folder, 'it has no lesson.yaml.') };
    const { content: lesson, files, problems } = read;
    if (sequence !== undefined && lesson.sequence !== sequence) {
      const why = problems.find(({ path }) => path === 'lesson.yaml')?.message ?? MESSAGES.noNumber;
      return { folder, refused: MESSAGES.unreadable(folder, why) };
    }
    return { ...wanted, lesson, hashes: lesson.screens.map(screenHash), files };
  } catch (error) {
    // A folder that is far too large doesn't block the others.
    if (error instanceof GitError && error.failure === 'too-much-output') return { folder, refused: error.message };
    throw error;
  }
}

async function storeFolders({ db }: Deps, releaseId: number, read: readonly ReadFolder[], result: FoldersImported): Promise<void> {
  const commit = read[0]?.commit;
  if (commit === undefined) return;
  const ids = await db.transaction().execute(async (tx) => {
    await setOrigin(tx, { cause: 'import', commit });
    const isNew = (each: ReadFolder) => each.shallow_id === undefined;
    const added = await addLessons(
      tx,
      read.filter(isNew).map((each) => ({ ...rowOf(each), folder: each.folder, release_id: releaseId })),
    );
    const made = await completeShallowLessons(
      tx,
      read.flatMap((each) => (each.shallow_id === undefined ? [] : { ...rowOf(each), id: each.shallow_id })),
    );
    const idOf = new Map(added.map(({ folder, id }) => [folder, id]));
    for (const { folder, shallow_id } of read) if (shallow_id !== undefined && made.has(shallow_id)) idOf.set(folder, shallow_id);
    const stored = read.flatMap((each) => {
      const lesson_id = idOf.get(each.folder);
      return lesson_id === undefined ? [] : { ...each, lesson_id };
    });
    await addScreensOfMany(
      tx,
      stored.map(({ lesson_id, lesson, hashes }) => ({ lesson_id, screens: lesson.screens, hashes, actor: null })),
    );
    await addLessonFiles(
      tx,
      stored.flatMap(({ lesson_id, files }) => files.map((file) => ({ ...file, lesson_id }))),
    );
    await recordFirstRevisions(
      tx,
      stored.map(({ lesson_id }) => lesson_id),
    );
    return idOf;
  });
  for (const { folder, lesson, shallow_id } of read) {
    const lesson_id = ids.get(folder) ?? shallow_id;
    // A shallow lesson that has become complete was imported by a concurrent call, which is the requested result.
    if (lesson_id !== undefined) result.imported.push({ folder, lesson_id, sequence: lesson.sequence });
    else result.refused.set(folder, MESSAGES.numberTaken(lesson.sequence));
  }
}

function rowOf({ lesson, hashes, files }: ReadFolder) {
  const { uuid, sequence, fields, packages, packages_lock, datasets, accepted } = lesson;
  return { uuid, sequence, fields, attached: { packages, packages_lock, datasets, accepted }, screens: hashes, files, actor: null };
}
