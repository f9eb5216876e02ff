import { DataFileContent, ImageContent, type Files } from '#content/lesson-content.ts';
import type { BlobStore } from '#server/platform/blobs.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { insertFileRows, listFileRows, replaceFileRows, type LessonFileRow } from './tables.ts';

export { setupOf } from './setup-files.ts';
export { deleteFileRows, listFileHashes } from './tables.ts';
export type { LessonFileRow } from './tables.ts';

/** The data files and images of a lesson, with their settings. */
export async function listLessonFiles(handle: Handle, lessonId: number): Promise<LessonFileRow[]> {
  return listFileRows(handle, lessonId);
}

/** Makes `files` the files of a lesson. The bytes are stored before (see {@link storeFiles}). */
export async function setLessonFiles(tx: Tx, lessonId: number, files: readonly LessonFileRow[]): Promise<void> {
  await replaceFileRows(tx, lessonId, files);
}

/** Adds the files of many lessons that have none yet. The bytes are stored before. */
export async function addLessonFiles(tx: Tx, files: readonly (LessonFileRow & { lesson_id: number })[]): Promise<void> {
  await insertFileRows(tx, files);
}

/** The files of a lesson as its content tells them. */
export function fileContents(files: readonly LessonFileRow[]): { data_files: DataFileContent[]; images: ImageContent[] } {
  const of = (kind: LessonFileRow['kind']) => files.filter((file) => file.kind === kind);
  return {
    data_files: of('data').map((file) => DataFileContent.parse({ ...file.settings, file_name: file.file_name })),
    images: of('image').map((file) => ImageContent.parse({ ...file.settings, file_name: file.file_name })),
  };
}

/** Puts the bytes of a lesson folder's files into the blob store. Outside any transaction: it writes to disk. */
export async function storeFiles(
  blobs: BlobStore,
  content: { data_files: readonly DataFileContent[]; images: readonly ImageContent[] },
  files: Files,
): Promise<LessonFileRow[]> {
  const stored: LessonFileRow[] = [];
  const put = async (kind: LessonFileRow['kind'], path: string, { file_name, ...settings }: DataFileContent | ImageContent) => {
    const bytes = files.get(path);
    if (!bytes) return;
    stored.push({ kind, file_name, settings, ...(await blobs.put(bytes)) });
  };
  for (const file of content.data_files) await put('data', `files/${file.file_name}`, file);
  for (const image of content.images) await put('image', `images/${image.file_name}`, image);
  return stored;
}

/**
 * The files that a screen's code finds in its work folder, by alias (product §5): those for all screens and those
 * that name this one.
 */
export async function filesForScreen(handle: Handle, lessonId: number, screenFolder: string): Promise<{ name: string; sha256: string }[]> {
  const files = await listDataFiles(handle, lessonId);
  return files
    .filter(({ screens }) => screens.length === 0 || screens.includes(screenFolder))
    .map(({ name, sha256 }) => ({ name, sha256 }));
}

/** The files of a lesson for what outlives a screen, such as a stateful session. Of two with one alias the first counts. */
export async function filesForLesson(handle: Handle, lessonId: number): Promise<{ name: string; sha256: string }[]> {
  const files = await listDataFiles(handle, lessonId);
  const byName = new Map(files.toReversed().map(({ name, sha256 }) => [name, { name, sha256 }]));
  return [...byName.values()].toReversed();
}

async function listDataFiles(handle: Handle, lessonId: number): Promise<{ name: string; sha256: string; screens: readonly string[] }[]> {
  const files = await listFileRows(handle, lessonId);
  return files
    .filter((file) => file.kind === 'data')
    .map((file) => ({ file, content: DataFileContent.parse({ ...file.settings, file_name: file.file_name }) }))
    .map(({ file, content }) => ({
      name: content.alias === '' ? file.file_name : content.alias,
      sha256: file.sha256,
      screens: content.screens,
    }));
}
