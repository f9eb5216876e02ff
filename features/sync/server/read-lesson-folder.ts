import type { LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { readLesson, type KnownScreen } from '#features/documents/rules/read-lesson.ts';
import { storeFiles, type LessonFileRow } from '#features/lesson-files/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

/** A lesson folder of a commit, with the bytes of its files in the blob store. */
export interface ReadLesson {
  readonly content: LessonContent;
  readonly files: readonly LessonFileRow[];
  /** Screens that were copied with the uuid of their original, which git still has in their files. */
  readonly copied: readonly ScreenContent[];
  /** The parts that couldn't be read. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Reads a complete lesson folder; null if it contains no lesson. Writes blobs, so call it outside any transaction.
 *
 * @param known the screens of the lesson before
 */
export async function readLessonFolder(
  { git, blobs, log }: Pick<Platform, 'git' | 'blobs' | 'log'>,
  commit: string,
  folder: string,
  known: readonly KnownScreen[] = [],
): Promise<ReadLesson | null> {
  const { files, skipped } = await git.readFolder(commit, `lessons/${folder}`);
  if (!files.has('lesson.yaml')) return null;
  const { lesson, problems, copied } = readLesson(files, known);
  if (problems.length + skipped.length > 0) log.warn({ folder, commit, problems, skipped }, 'some parts of a lesson could not be read');
  return { content: lesson, files: await storeFiles(blobs, lesson, files), copied, problems };
}
