import { sql } from 'kysely';
import { readLessonAttached, type LessonAttached } from '#features/content-model/rules/content-documents.ts';
import { LESSON_FIELDS } from '#features/content-model/rules/field-documents.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { ReviewStatus } from '#features/review/contract/pull-requests.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';

export type { LessonAttached };

/** A stored lesson, with fields of its release. */
export interface StoredLesson {
  id: number;
  uuid: string;
  release_id: number;
  release_name: string;
  is_main: boolean;
  drafts_of: number | null;
  /** Its release was merged and is closed. */
  is_closed: boolean;
  sequence: number;
  folder: string;
  fields: LessonFields;
  attached: LessonAttached;
  content_hash: string;
  screens_hash: string;
  files_hash: string;
  review_status: string | null;
  is_shallow_import: boolean;
  revision: number;
  created_by: number | null;
  updated_by: number | null;
  updated_at: Date;
}

function storedQuery(handle: Handle) {
  return handle
    .selectFrom('lessons as l')
    .innerJoin('releases as r', 'r.id', 'l.release_id')
    .where('l.deleted_at', 'is', null)
    .select([
      'l.id',
      'l.uuid',
      'l.release_id',
      'r.name as release_name',
      'r.is_main',
      'r.drafts_of',
      sql<boolean>`r.closed_at is not null`.as('is_closed'),
      'l.sequence',
      'l.folder',
      'l.fields',
      'l.attached',
      'l.content_hash',
      'l.screens_hash',
      'l.files_hash',
      'l.review_status',
      'l.is_shallow_import',
      'l.revision',
      'l.created_by',
      'l.updated_by',
      'l.updated_at',
    ]);
}

type LessonDocuments = Awaited<ReturnType<ReturnType<typeof storedQuery>['execute']>>[number];

function toStored({ fields, attached, ...row }: LessonDocuments): StoredLesson {
  return { ...row, fields: LESSON_FIELDS.read(fields), attached: readLessonAttached(attached) };
}

export async function findLesson(handle: Handle, id: number): Promise<StoredLesson | undefined> {
  const row = await storedQuery(handle).where('l.id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

/** The language of a lesson's texts; null: not stated. */
export async function readTextLanguage(handle: Handle, lessonId: number): Promise<string | null> {
  const column = sql<string | null>`fields ->> 'text_language'`.as('language');
  const row = await handle.selectFrom('lessons').select(column).where('id', '=', lessonId).executeTakeFirst();
  return row?.language ?? null;
}

/** Several lessons by id, by number. */
export async function findLessons(handle: Handle, ids: readonly number[]): Promise<StoredLesson[]> {
  if (ids.length === 0) return [];
  return (await storedQuery(handle).where('l.id', 'in', ids).orderBy('l.sequence').execute()).map(toStored);
}

/** The lessons of a release with their documents, by number. */
export async function listStoredLessons(handle: Handle, releaseId: number): Promise<StoredLesson[]> {
  return (await storedQuery(handle).where('l.release_id', '=', releaseId).orderBy('l.sequence').execute()).map(toStored);
}

/** Locks the lesson until the transaction ends, so that saves of a lesson and its screens run one at a time. */
export async function findLessonForUpdate(tx: Tx, id: number): Promise<StoredLesson | undefined> {
  const query = storedQuery(tx).where('l.id', '=', id).forUpdate('l');
  // PostgreSQL finds no row the first time if the lesson moved to another release while this waited for its lock.
  const row = (await query.executeTakeFirst()) ?? (await query.executeTakeFirst());
  return row && toStored(row);
}

export async function findLessonInRelease(
  handle: Handle,
  releaseId: number,
  by: { sequence: number } | { folder: string },
): Promise<StoredLesson | undefined> {
  const query = storedQuery(handle).where('l.release_id', '=', releaseId);
  const one = 'sequence' in by ? query.where('l.sequence', '=', by.sequence) : query.where('l.folder', '=', by.folder);
  const row = await one.executeTakeFirst();
  return row && toStored(row);
}

/** Whether a lesson of any release has a number. */
export async function isNumberTaken(handle: Handle, sequence: number): Promise<boolean> {
  const query = handle.selectFrom('lessons').select('id').where('sequence', '=', sequence).where('deleted_at', 'is', null);
  return (await query.executeTakeFirst()) !== undefined;
}

/** A lesson of a release without its documents, as branch operations need it. */
export interface ReleaseLesson {
  id: number;
  uuid: string;
  folder: string;
  sequence: number;
  title: string;
  author: string;
  /** The email address of the person whose work it is. */
  owner: string | null;
  is_shallow_import: boolean;
  content_hash: string;
  screens_hash: string;
  updated_at: Date;
}

/** The lessons of a release, by number. */
export async function listReleaseLessons(handle: Handle, releaseId: number): Promise<ReleaseLesson[]> {
  return handle
    .selectFrom('lessons')
    .select([
      'id',
      'uuid',
      'folder',
      'sequence',
      'title',
      'author',
      'owner',
      'is_shallow_import',
      'content_hash',
      'screens_hash',
      'updated_at',
    ])
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();
}

/** Number of lessons per release; empty releases are omitted. */
export async function countReleaseLessons(handle: Handle, releaseId?: number): Promise<Map<number, number>> {
  const rows = await handle
    .selectFrom('lessons')
    .select(['release_id', sql<number>`count(*)::int`.as('count')])
    .where('deleted_at', 'is', null)
    .$if(releaseId !== undefined, (query) => query.where('release_id', '=', releaseId ?? 0))
    .groupBy('release_id')
    .execute();
  return new Map(rows.map(({ release_id, count }) => [release_id, count]));
}

/** The lessons of a release, for lists of folders. */
export async function listLessonTitles(
  handle: Handle,
  releaseId: number,
): Promise<{ id: number; uuid: string; folder: string; sequence: number; title: string }[]> {
  return handle
    .selectFrom('lessons')
    .select(['id', 'uuid', 'folder', 'sequence', 'title'])
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** The values written to a lesson. */
export interface LessonValues {
  sequence: number;
  fields: LessonFields;
  attached: LessonAttached;
  content_hash: string;
  screens_hash: string;
  files_hash: string;
  updated_by: number | null;
}

/** The columns that store a lesson's content. */
export function columnsOf(values: LessonValues) {
  const { title, type, author, language, owner, reviewer, due, stage } = values.fields;
  return {
    sequence: values.sequence,
    title,
    type,
    author,
    language,
    owner,
    reviewer,
    due,
    stage,
    fields: JSON.stringify(values.fields),
    attached: JSON.stringify(values.attached),
    content_hash: values.content_hash,
    screens_hash: values.screens_hash,
    files_hash: values.files_hash,
    updated_by: values.updated_by,
  };
}

export async function insertLesson(
  tx: Tx,
  values: LessonValues & { uuid: string; release_id: number; folder: string; created_by: number | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('lessons')
    .values({
      ...columnsOf(values),
      uuid: values.uuid,
      release_id: values.release_id,
      folder: values.folder,
      created_by: values.created_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An approval is of a state: a lesson whose content changes is in review again. */
function endedApproval(content_hash: string) {
  return sql<string | null>`case when review_status = ${'Approved' satisfies ReviewStatus} and content_hash <> ${content_hash}
    then ${'In review' satisfies ReviewStatus} else review_status end`;
}

export async function updateLesson(tx: Tx, id: number, values: LessonValues & { revision: number }): Promise<void> {
  await tx
    .updateTable('lessons')
    .set({
      ...columnsOf(values),
      revision: values.revision,
      updated_at: sql<Date>`now()`,
      review_status: endedApproval(values.content_hash),
    })
    .where('id', '=', id)
    .execute();
}

export function lessonTouch(
  tx: Tx,
  id: number,
  values: { content_hash: string; screens_hash: string; files_hash: string; updated_by: number },
) {
  return tx
    .updateTable('lessons')
    .set({ ...values, updated_at: sql<Date>`now()`, review_status: endedApproval(values.content_hash) })
    .where('id', '=', id);
}
