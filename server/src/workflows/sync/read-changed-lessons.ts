import type { LessonContent } from '#content/lesson-content.ts';
import { readLesson } from '#content/read-lesson.ts';
import { storeFiles, type LessonFileRow } from '#server/data-files/service.ts';
import type { Platform } from '#server/platform/platform.ts';

/** A lesson folder of a commit, with the bytes of its files in the blob store. */
export interface ReadLesson {
  readonly content: LessonContent;
  readonly files: readonly LessonFileRow[];
}

/** The folders of lessons that differ between two commits: which there are in `to`, and which only in `from`. */
export async function listChangedFolders(
  { git }: Pick<Platform, 'git'>,
  { from, to }: { from: string; to: string },
): Promise<{ changed: string[]; added: string[]; gone: string[] }> {
  const [before, after] = await Promise.all([git.lessonTrees(from), git.lessonTrees(to)]);
  const different = [...after].filter(([folder, tree]) => before.get(folder) !== tree).map(([folder]) => folder);
  return {
    changed: different.filter((folder) => before.has(folder)),
    added: different.filter((folder) => !before.has(folder)),
    gone: [...before.keys()].filter((folder) => !after.has(folder)),
  };
}

/** Reads one lesson folder whole; null when it holds no lesson. Outside any transaction: it writes blobs. */
export async function readLessonFolder(
  { git, blobs, log }: Pick<Platform, 'git' | 'blobs' | 'log'>,
  commit: string,
  folder: string,
): Promise<ReadLesson | null> {
  const { files, skipped } = await git.readFolder(commit, `lessons/${folder}`);
  if (!files.has('lesson.yaml')) return null;
  const { lesson, problems } = readLesson(files);
  if (problems.length + skipped.length > 0) log.warn({ folder, problems, skipped }, 'a lesson was not understood wholly');
  return { content: lesson, files: await storeFiles(blobs, lesson, files) };
}
