import { findFileNamed, type FileKind, type StoredFile, findStoredFile, listLessonFiles } from '#features/lesson-files/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import { compareNames } from '#platform/content/file-names.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { AppError, notFound } from '#platform/server/errors.ts';

/** What users call a file of this kind. */
const NOUN = { data: 'file', image: 'image' } as const;

/** The files of one kind in a lesson that `actor` may see, by name. @throws AppError `not_found` for the lesson. */
export async function listFilesFor(handle: Handle, actor: Actor, lessonId: number, kind: FileKind): Promise<StoredFile[]> {
  await getLessonFor(handle, actor, lessonId);
  const files = (await listLessonFiles(handle, lessonId)).filter((file) => file.kind === kind);
  return files.toSorted((one, other) => compareNames(one.file_name, other.file_name));
}

/** A file of a lesson by name. @throws AppError `not_found` for the lesson, and for the file. */
export async function getFileNamedFor(
  handle: Handle,
  actor: Actor,
  { id, fileName, kind }: { id: number; fileName: string; kind: FileKind },
): Promise<StoredFile> {
  await getLessonFor(handle, actor, id);
  const file = await findFileNamed(handle, { lesson_id: id, kind, file_name: fileName });
  if (!file) throw notFound(NOUN[kind]);
  return file;
}

/** @throws AppError `not_found` also for a file that the actor may not see, so that it isn't disclosed. */
export async function getFileFor(handle: Handle, actor: Actor, id: number, kind: FileKind): Promise<StoredFile> {
  const file = await findStoredFile(handle, id);
  if (!file || file.kind !== kind) throw notFound(NOUN[kind]);
  await getLessonFor(handle, actor, file.lesson_id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? notFound(NOUN[kind]) : error;
  });
  return file;
}

/** @throws AppError `not_found` if none of the lesson's `files` has this id any more. */
export function fileById(files: readonly StoredFile[], { id, kind }: Pick<StoredFile, 'id' | 'kind'>): StoredFile {
  const file = files.find((each) => each.id === id);
  if (!file) throw notFound(NOUN[kind]);
  return file;
}
