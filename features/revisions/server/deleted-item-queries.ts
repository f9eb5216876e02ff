import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';

export type DeletedItemKind = 'question' | 'data' | 'image';

/** What is stored of an item: enough to restore it. */
export interface TrashItemValues {
  kind: DeletedItemKind;
  lesson_id: number;
  /** For questions; null for files. */
  screen_id: number | null;
  /** Its name for users. */
  name: string;
  /** QuestionContent, DataFileContent or ImageContent. */
  content: Readonly<Record<string, unknown>>;
  /** For files: their bytes in the blob store. */
  blob: { sha256: string; size: number } | null;
}

/** An item in the trash. */
export interface DeletedItem {
  id: number;
  kind: DeletedItemKind;
  lesson_id: number;
  screen_id: number | null;
  name: string;
  content: Record<string, unknown>;
  sha256: string | null;
  size: number | null;
  deleted_by: number | null;
  deleted_at: Date;
  lesson_sequence: number;
  lesson_title: string;
  release_name: string;
}

export async function insertDeletedItem(
  tx: Tx,
  { blob, content, ...item }: TrashItemValues & { deleted_by: number | null },
): Promise<number> {
  const row = await tx
    .insertInto('deleted_items')
    .values({ ...item, content: JSON.stringify(content), sha256: blob?.sha256 ?? null, size: blob?.size ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Whether a file of this name with these bytes is in its lesson's trash. */
export async function hasDeletedFile(
  handle: Handle,
  { lesson_id, kind, name, sha256 }: Pick<TrashItemValues, 'lesson_id' | 'kind' | 'name'> & { sha256: string },
): Promise<boolean> {
  const query = handle.selectFrom('deleted_items').select('id').where('lesson_id', '=', lesson_id).where('kind', '=', kind);
  return (await query.where('name', '=', name).where('sha256', '=', sha256).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Only items that can be restored: their lesson, screen and release exist. The joins read lessons, screens and releases
 * only.
 */
function keptQuery(handle: Handle, since: Date) {
  return handle
    .selectFrom('deleted_items as d')
    .innerJoin('lessons as l', 'l.id', 'd.lesson_id')
    .innerJoin('releases as r', 'r.id', 'l.release_id')
    .leftJoin('screens as s', 's.id', 'd.screen_id')
    .where('d.deleted_at', '>=', since)
    .where('l.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .select([
      'd.id',
      'd.kind',
      'd.lesson_id',
      'd.screen_id',
      'd.name',
      'd.content',
      'd.sha256',
      'd.size',
      'd.deleted_by',
      'd.deleted_at',
      'l.sequence as lesson_sequence',
      'l.title as lesson_title',
      'r.name as release_name',
    ]);
}

export async function listDeletedItemRows(handle: Handle, since: Date): Promise<DeletedItem[]> {
  return keptQuery(handle, since).orderBy('d.deleted_at', 'desc').orderBy('d.id').execute();
}

export async function findDeletedItem(handle: Handle, id: number, since: Date): Promise<DeletedItem | undefined> {
  return keptQuery(handle, since).where('d.id', '=', id).executeTakeFirst();
}

/** What the trash has of a question of a screen; undefined: nothing. */
export async function findDeletedQuestion(handle: Handle, screenId: number, uuid: string): Promise<unknown> {
  const row = await handle
    .selectFrom('deleted_items')
    .select('content')
    .where('screen_id', '=', screenId)
    .where('kind', '=', 'question')
    .where(sql<string>`content ->> 'uuid'`, '=', uuid)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.content;
}

/** Returns whether it was still there. */
export async function removeDeletedItem(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.deleteFrom('deleted_items').where('id', '=', id).returning('id').execute();
  return rows.length > 0;
}

/** Deletes items removed before this time. Returns their number. */
export async function removeItemsBefore(handle: Handle, before: Date): Promise<number> {
  const rows = await handle.deleteFrom('deleted_items').where('deleted_at', '<', before).returning('id').execute();
  return rows.length;
}

/** Hashes of files that the trash still needs. */
export async function listDeletedHashes(handle: Handle): Promise<string[]> {
  const rows = await handle
    .selectFrom('deleted_items')
    .select(sql<string>`sha256`.as('sha256'))
    .where('sha256', 'is not', null)
    .distinct()
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
