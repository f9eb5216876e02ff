import type { Handle, Tx } from '#server/platform/database/database.ts';

export type FileKind = 'data' | 'image';

/** One file of a lesson; the bytes are in the blob store under `sha256`. */
export interface LessonFileRow {
  kind: FileKind;
  file_name: string;
  sha256: string;
  size: number;
  settings: Record<string, unknown>;
}

export async function listFileRows(handle: Handle, lessonId: number): Promise<LessonFileRow[]> {
  return handle
    .selectFrom('lesson_files')
    .select(['kind', 'file_name', 'sha256', 'size', 'settings'])
    .where('lesson_id', '=', lessonId)
    .orderBy('file_name')
    .execute();
}

export async function replaceFileRows(handle: Handle, lessonId: number, files: readonly LessonFileRow[]): Promise<void> {
  await handle.deleteFrom('lesson_files').where('lesson_id', '=', lessonId).execute();
  if (files.length === 0) return;
  await handle
    .insertInto('lesson_files')
    .values(files.map((file) => ({ ...file, lesson_id: lessonId, settings: JSON.stringify(file.settings) })))
    .execute();
}

/** The files of lessons that have none yet. */
export async function insertFileRows(handle: Handle, files: readonly (LessonFileRow & { lesson_id: number })[]): Promise<void> {
  if (files.length === 0) return;
  await handle
    .insertInto('lesson_files')
    .values(files.map((file) => ({ ...file, settings: JSON.stringify(file.settings) })))
    .execute();
}

/** Forgets the files of a lesson that is removed for good; the bytes stay until nobody refers to them. */
export async function deleteFileRows(tx: Tx, lessonId: number): Promise<void> {
  await tx.deleteFrom('lesson_files').where('lesson_id', '=', lessonId).execute();
}

/** Every stored file that some lesson has, the ones in the trash included. */
export async function listFileHashes(handle: Handle): Promise<string[]> {
  return (await handle.selectFrom('lesson_files').select('sha256').distinct().execute()).map(({ sha256 }) => sha256);
}
