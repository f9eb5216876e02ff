import { hashedDataFile } from '#features/content-model/rules/content-documents.ts';
import { ImageContent, type DataFileContent, type Files } from '#features/content-model/rules/lesson-content.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import type { WorkFile } from '#platform/contract/runner-protocol.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { editedFile, editsFile } from '../data-files.policy.ts';
import {
  findFileRow,
  insertFileRows,
  listDataFileRows,
  listFileRows,
  listScreenFolders,
  replaceFileRows,
  type LessonFileRow,
  type StoredFile,
} from './queries.ts';
import { dataFileContent, nameInCode } from './settings.ts';

/** The data files and images of a lesson, with their settings. */
export async function listLessonFiles(handle: Handle, lessonId: number): Promise<StoredFile[]> {
  return listFileRows(handle, lessonId);
}

/** One file by its id. */
export async function findStoredFile(handle: Handle, id: number): Promise<StoredFile | undefined> {
  return findFileRow(handle, id);
}

/**
 * Hash of a lesson's files and their settings; empty if it has none. Independent of their order, and of whether
 * defaults are stored explicitly.
 */
export function filesHash(files: readonly LessonFileRow[]): string {
  if (files.length === 0) return '';
  const identities = files.map(({ kind, file_name, sha256, settings }) => {
    const content =
      kind === 'data' ? hashedDataFile(dataFileContent({ file_name, settings })) : ImageContent.parse({ ...settings, file_name });
    return { key: `${kind} ${file_name}`, sha256, content };
  });
  return contentHash(identities.sort((one, other) => (one.key < other.key ? -1 : 1)));
}

/** Sets the files of a lesson; existing ones keep their ids. Store the bytes first (see {@link storeFiles}). */
export async function setLessonFiles(tx: Tx, lessonId: number, files: readonly LessonFileRow[]): Promise<void> {
  await replaceFileRows(tx, lessonId, files);
}

/** Adds files to many lessons that have none yet. Store the bytes first. */
export async function addLessonFiles(tx: Tx, files: readonly (LessonFileRow & { lesson_id: number })[]): Promise<void> {
  await insertFileRows(tx, files);
}

/** A lesson's files as its content lists them. */
export function fileContents(files: readonly LessonFileRow[]): { data_files: DataFileContent[]; images: ImageContent[] } {
  const of = (kind: LessonFileRow['kind']) => files.filter((file) => file.kind === kind);
  return {
    data_files: of('data').map(dataFileContent),
    images: of('image').map((file) => ImageContent.parse({ ...file.settings, file_name: file.file_name })),
  };
}

/** A file's path below its lesson's folder. */
export function pathOfFile({ kind, file_name }: Pick<LessonFileRow, 'kind' | 'file_name'>): string {
  return `${kind === 'data' ? 'files' : 'images'}/${file_name}`;
}

/** The blobs of files in the form of a change, by path below the lesson's folder. */
export function fileBlobs(files: readonly LessonFileRow[]): Record<string, { sha256: string; size: number }> {
  return Object.fromEntries(files.map((file) => [pathOfFile(file), { sha256: file.sha256, size: file.size }]));
}

/**
 * Stores the bytes of a lesson folder's files in the blob store. Writes to disk, so call it outside any transaction.
 */
export async function storeFiles(
  blobs: BlobStore,
  content: { data_files: readonly DataFileContent[]; images: readonly ImageContent[] },
  files: Files,
): Promise<LessonFileRow[]> {
  const stored: LessonFileRow[] = [];
  const put = async (kind: LessonFileRow['kind'], { file_name, ...settings }: DataFileContent | ImageContent) => {
    const bytes = files.get(pathOfFile({ kind, file_name }));
    if (!bytes) return;
    stored.push({ kind, file_name, settings, ...(await blobs.put(bytes)) });
  };
  for (const file of content.data_files) await put('data', file);
  for (const image of content.images) await put('image', image);
  return stored;
}

/**
 * The files in a screen's work folder, by alias: those for all screens and those for this one. A file whose screens are
 * all deleted is for all screens.
 */
export async function filesForScreen(handle: Handle, lessonId: number, screenFolder: string): Promise<WorkFile[]> {
  return (await listScreenFiles(handle, lessonId, screenFolder)).map(toRunFile);
}

/** A data file as a runner takes it: in the work folder, or in one of its folders, into which code may write other files. */
export function toRunFile({ name, sha256 }: Pick<FileInCode, 'name' | 'sha256'>): WorkFile {
  return { name, sha256, ...(name.includes('/') && { own: true as const }) };
}

/** The file that learners edit on a screen; null: the lesson has another mode, or it isn't clear which file. */
export async function findEditedFile(
  handle: Handle,
  lesson: { readonly id: number; readonly fields: Pick<LessonFields, 'mode' | 'language'> },
  screenFolder: string,
): Promise<{ name: string; sha256: string } | null> {
  return editsFile(lesson.fields) ? editedFile(await listScreenFiles(handle, lesson.id, screenFolder)) : null;
}

async function listScreenFiles(handle: Handle, lessonId: number, screenFolder: string): Promise<FileInCode[]> {
  const files = await listFilesInCode(handle, lessonId);
  return filesOfScreen(files, areLimited(files) ? await listScreenFolders(handle, lessonId) : [], screenFolder);
}

/** Whether some files are only for some of the screens. */
export function areLimited(files: readonly FileInCode[]): boolean {
  return files.some(({ screens }) => screens.length > 0);
}

/**
 * The files in a screen's work folder.
 * @param folders Of the lesson's screens; not needed unless {@link areLimited}.
 */
export function filesOfScreen(files: readonly FileInCode[], folders: readonly string[], screenFolder: string): FileInCode[] {
  return files.filter(({ screens }) => screens.includes(screenFolder) || !screens.some((folder) => folders.includes(folder)));
}

/** The files of a lesson for sessions that outlive a screen. Of two files with the same alias the first one wins. */
export async function filesForLesson(handle: Handle, lessonId: number): Promise<WorkFile[]> {
  const files = await listFilesInCode(handle, lessonId);
  const byName = new Map(files.toReversed().map((file) => [file.name, toRunFile(file)]));
  return [...byName.values()].toReversed();
}

/** A data file of a lesson as code knows it. */
export interface FileInCode {
  readonly name: string;
  readonly sha256: string;
  readonly display_first: boolean;
  readonly screens: readonly string[];
}

function toFileInCode(file: StoredFile): FileInCode {
  const content = dataFileContent(file);
  return { name: nameInCode(content), sha256: file.sha256, display_first: content.display_first, screens: content.screens };
}

/** The data files of a lesson, for all of its screens. */
export async function listFilesInCode(handle: Handle, lessonId: number): Promise<FileInCode[]> {
  return (await listFilesInCodeOfMany(handle, [lessonId])).get(lessonId) ?? [];
}

/** {@link listFilesInCode} of several lessons, by lesson; lessons without files are omitted. */
export async function listFilesInCodeOfMany(handle: Handle, lessonIds: readonly number[]): Promise<Map<number, FileInCode[]>> {
  const files = Map.groupBy(await listDataFileRows(handle, lessonIds), ({ lesson_id }) => lesson_id);
  return new Map([...files].map(([lessonId, rows]) => [lessonId, rows.map(toFileInCode)]));
}
