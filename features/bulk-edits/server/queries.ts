import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { BulkEdit } from '../contract.ts';

/** The settings of a lesson, or a screen, that a bulk edit changed. */
export interface BulkEditDocument {
  lesson_id: number | null;
  screen_id: number | null;
  sequence: number;
  title: string;
  release_name: string;
  /** Null: the lesson's settings. */
  screen_sequence: number | null;
  /** The changed fields, with their values before and after. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface StoredBulkEdit {
  id: number;
  kind: BulkEdit['kind'];
  summary: string;
  message: string | null;
  user_id: number | null;
  undoes: number | null;
  created_at: Date;
  lessons: number;
  documents: number;
  undone: number;
}

export async function insertBulkEdit(
  tx: Tx,
  edit: { uuid: string; kind: BulkEdit['kind']; summary: string; message: string | null; user_id: number; undoes: number | null },
  documents: readonly BulkEditDocument[],
): Promise<number> {
  const { id } = await tx.insertInto('bulk_edits').values(edit).returning('id').executeTakeFirstOrThrow();
  // As one document: thousands of parameters take longer than the rows.
  await sql`insert into bulk_edit_documents
      (bulk_edit_id, lesson_id, screen_id, sequence, title, release_name, screen_sequence, before, after)
    select ${id}::integer, given.* from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as given(
      lesson_id integer, screen_id integer, sequence integer, title text, release_name text, screen_sequence integer,
      before jsonb, after jsonb)`.execute(tx);
  return id;
}

function editsQuery(handle: Handle) {
  return handle
    .selectFrom('bulk_edits as e')
    .innerJoin('bulk_edit_documents as d', 'd.bulk_edit_id', 'e.id')
    .groupBy('e.id')
    .select([
      'e.id',
      'e.kind',
      'e.summary',
      'e.message',
      'e.user_id',
      'e.undoes',
      'e.created_at',
      sql<number>`count(distinct (d.lesson_id, d.sequence, d.release_name))::int`.as('lessons'),
      sql<number>`count(*)::int`.as('documents'),
      sql<number>`(count(*) filter (where d.is_undone))::int`.as('undone'),
    ]);
}

/** Newest first. */
export async function listBulkEditRows(
  handle: Handle,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredBulkEdit[]> {
  const query = editsQuery(handle).orderBy('e.id', 'desc').limit(limit);
  return (before === null ? query : query.where('e.id', '<', before)).execute();
}

export async function findBulkEdit(handle: Handle, id: number): Promise<StoredBulkEdit | undefined> {
  return editsQuery(handle).where('e.id', '=', id).executeTakeFirst();
}

/** Locks a bulk edit until the transaction ends, so that it is undone once. */
export async function lockBulkEdit(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('bulk_edits').select('id').where('id', '=', id).forUpdate().execute();
}

/** In the order of their lessons. */
export async function listBulkEditDocuments(
  handle: Handle,
  id: number,
): Promise<Omit<BulkEditDocument & { id: number; is_undone: boolean }, 'before' | 'after'>[]> {
  return handle
    .selectFrom('bulk_edit_documents')
    .select(['id', 'lesson_id', 'screen_id', 'sequence', 'title', 'release_name', 'screen_sequence', 'is_undone'])
    .where('bulk_edit_id', '=', id)
    .orderBy('sequence')
    .orderBy('id')
    .execute();
}

/** What is left to undo, with the values. */
export async function listOpenDocuments(handle: Handle, id: number): Promise<(BulkEditDocument & { id: number })[]> {
  return handle
    .selectFrom('bulk_edit_documents')
    .select(['id', 'lesson_id', 'screen_id', 'sequence', 'title', 'release_name', 'screen_sequence', 'before', 'after'])
    .where('bulk_edit_id', '=', id)
    .where('is_undone', '=', false)
    .orderBy('id')
    .execute();
}

export async function markUndone(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('bulk_edit_documents').set({ is_undone: true }).where('id', 'in', ids).execute();
}

/** After the undo of bulk edit `id` was undone itself, in these documents. */
export async function markRedone(
  tx: Tx,
  id: number,
  documents: readonly Pick<BulkEditDocument, 'lesson_id' | 'screen_id'>[],
): Promise<void> {
  const given = JSON.stringify(documents.map(({ lesson_id, screen_id }) => ({ lesson_id, screen_id })));
  await sql`update bulk_edit_documents d set is_undone = false
    from jsonb_to_recordset(${given}::jsonb) as given(lesson_id integer, screen_id integer)
    where d.bulk_edit_id = ${id} and d.lesson_id = given.lesson_id and d.screen_id is not distinct from given.screen_id`.execute(tx);
}

/** Every version of the lessons with these numbers, with what says whether it can be edited. */
export async function listVersionsByNumber(handle: Handle, sequences: readonly number[]) {
  if (sequences.length === 0) return [];
  return handle
    .selectFrom('lessons as l')
    .innerJoin('releases as r', 'r.id', 'l.release_id')
    .where('l.deleted_at', 'is', null)
    .where('l.sequence', 'in', sequences)
    .select(['l.id', 'l.sequence', 'l.is_shallow_import', 'r.name as release_name', 'r.is_main', 'r.drafts_of'])
    .select(sql<boolean>`r.closed_at is not null`.as('is_closed'))
    .orderBy('l.id')
    .execute();
}

/** How lessons are called, deleted ones too. */
export async function listLessonNames(handle: Handle, ids: readonly number[]): Promise<{ id: number; sequence: number; title: string }[]> {
  if (ids.length === 0) return [];
  return handle.selectFrom('lessons').select(['id', 'sequence', 'title']).where('id', 'in', ids).execute();
}
