import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';

export type FileKind = 'data' | 'image';

/** A file of a lesson; its bytes are in the blob store under `sha256`. */
export interface LessonFileRow {
  kind: FileKind;
  file_name: string;
  sha256: string;
  size: number;
  settings: Record<string, unknown>;
}

/** A file with its id in the API. */
export interface StoredFile extends LessonFileRow {
  id: number;
  lesson_id: number;
}

const COLUMNS = ['id', 'lesson_id', 'kind', 'file_name', 'sha256', 'size', 'settings'] as const;

export async function listFileRows(handle: Handle, lessonId: number): Promise<StoredFile[]> {
  return handle.selectFrom('lesson_files').select(COLUMNS).where('lesson_id', '=', lessonId).orderBy('file_name').execute();
}

/** The data files of several lessons, by name. */
export async function listDataFileRows(handle: Handle, lessonIds: readonly number[]): Promise<StoredFile[]> {
  if (lessonIds.length === 0) return [];
  const query = handle.selectFrom('lesson_files').select(COLUMNS).where('lesson_id', 'in', lessonIds).where('kind', '=', 'data');
  return query.orderBy('file_name').execute();
}

/** The folders of a lesson's screens. Reads screens only. */
export async function listScreenFolders(handle: Handle, lessonId: number): Promise<string[]> {
  const query = handle.selectFrom('screens').select('folder').where('lesson_id', '=', lessonId).where('deleted_at', 'is', null);
  return (await query.execute()).map(({ folder }) => folder);
}

export async function findFileRow(handle: Handle, id: number): Promise<StoredFile | undefined> {
  return handle.selectFrom('lesson_files').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** One file of a lesson by name: exactly this one, or one whose letters git has in another encoding. */
export async function findFileNamed(
  handle: Handle,
  { lesson_id, kind, file_name }: Pick<StoredFile, 'lesson_id' | 'kind' | 'file_name'>,
): Promise<StoredFile | undefined> {
  return handle
    .selectFrom('lesson_files')
    .select(COLUMNS)
    .where('lesson_id', '=', lesson_id)
    .where('kind', '=', kind)
    .where(sql<boolean>`normalize(file_name, NFC) = normalize(${file_name}::text, NFC)`)
    .orderBy(sql`file_name = ${file_name}::text`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Earlier hashes that are kept per file, for pages that have been open for long. */
const EARLIER_HASHES = 100;

/** Whether a file has, or had, these bytes. */
export async function hasOrHadContent(handle: Handle, fileId: number, sha256: string): Promise<boolean> {
  const row = await handle
    .selectFrom('lesson_files')
    .select('id')
    .where('id', '=', fileId)
    .where((is) => is.or([is('sha256', '=', sha256), sql<boolean>`earlier_hashes @> ${JSON.stringify([sha256])}::jsonb`]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Files that remain, by kind and name, keep their ids. */
export async function replaceFileRows(handle: Handle, lessonId: number, files: readonly LessonFileRow[]): Promise<void> {
  const keyOf = ({ kind, file_name }: LessonFileRow) => `${kind} ${file_name}`;
  const wanted = new Set(files.map(keyOf));
  const before = await listFileRows(handle, lessonId);
  const removedIds = before.filter((file) => !wanted.has(keyOf(file))).map(({ id }) => id);
  if (removedIds.length > 0) await handle.deleteFrom('lesson_files').where('id', 'in', removedIds).execute();
  const known = new Map(before.map((file) => [keyOf(file), file]));
  for (const file of files) {
    const stored = known.get(keyOf(file));
    const { sha256, size, settings } = file;
    if (!stored || (stored.sha256 === sha256 && stored.size === size && isDeepStrictEqual(stored.settings, settings))) continue;
    // `- n` removes the oldest one beyond the limit.
    const earlier = sql<string>`(jsonb_build_array(sha256) || earlier_hashes) - ${EARLIER_HASHES}::integer`;
    const values = { sha256, size, settings: JSON.stringify(settings), ...(stored.sha256 !== sha256 && { earlier_hashes: earlier }) };
    await handle.updateTable('lesson_files').set(values).where('id', '=', stored.id).execute();
  }
  const added = files.filter((file) => !known.has(keyOf(file)));
  await insertFileRows(
    handle,
    added.map((file) => ({ ...file, lesson_id: lessonId })),
  );
}

/** Files of lessons that have none yet. */
export async function insertFileRows(handle: Handle, files: readonly (LessonFileRow & { lesson_id: number })[]): Promise<void> {
  if (files.length === 0) return;
  await handle
    .insertInto('lesson_files')
    .values(
      files.map(({ lesson_id, kind, file_name, sha256, size, settings }) => ({
        lesson_id,
        kind,
        file_name,
        sha256,
        size,
        settings: JSON.stringify(settings),
      })),
    )
    .execute();
}

/** Deletes the file rows of a lesson that is permanently removed; the bytes are swept once unreferenced. */
export async function deleteFileRows(tx: Tx, lessonId: number): Promise<void> {
  await tx.deleteFrom('lesson_files').where('lesson_id', '=', lessonId).execute();
}

/** Hashes of every file of a lesson, including lessons in the trash. */
export async function listFileHashes(handle: Handle): Promise<string[]> {
  return (await handle.selectFrom('lesson_files').select('sha256').distinct().execute()).map(({ sha256 }) => sha256);
}

/** The files of a release that git brought and no upload could have, by their size. */
export async function listTooLargeFiles(
  handle: Handle,
  releaseId: number,
): Promise<Pick<StoredFile, 'lesson_id' | 'kind' | 'file_name' | 'sha256'>[]> {
  return handle
    .selectFrom('lesson_files as f')
    .innerJoin('lessons as l', 'l.id', 'f.lesson_id')
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .where((is) =>
      is.or([is.and([is('f.kind', '=', 'image'), is('f.size', '>', LIMITS.imageBytes)]), is('f.size', '>', LIMITS.dataFileBytes)]),
    )
    .select(['f.lesson_id', 'f.kind', 'f.file_name', 'f.sha256'])
    .orderBy('f.file_name')
    .execute();
}
