import { sql } from 'kysely';
import type { LessonFields, LessonRow } from '#contract/lessons.ts';
import type { LessonContent } from '#content/lesson-content.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';

/** Content of a lesson that is neither metadata, screen nor file. */
export type LessonAttached = Pick<LessonContent, 'packages' | 'packages_lock' | 'datasets'>;

/** A lesson as it is stored, with what its release says about it. */
export interface StoredLesson {
  id: number;
  uuid: string;
  release_id: number;
  release_name: string;
  is_main: boolean;
  drafts_of: number | null;
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

/**
 * Every version of every lesson with what only all of them together can tell: which is the latest of its number, and
 * how it compares with main (product §3). Documents stay in the table: the list selects columns.
 */
function rowsQuery(handle: Handle) {
  return handle
    .with('versions', (db) =>
      db
        .selectFrom('lessons as l')
        .innerJoin('releases as r', 'r.id', 'l.release_id')
        .where('l.deleted_at', 'is', null)
        .select([
          'l.id',
          'l.sequence',
          'l.type',
          'l.title',
          'l.author',
          'l.language',
          'l.release_id',
          'r.name as release_name',
          'r.is_main',
          'l.review_status',
          'l.is_shallow_import',
          'l.updated_at',
          'l.revision',
          'l.content_hash',
          sql<boolean>`row_number() over (partition by l.sequence order by l.updated_at desc, l.id desc) = 1`.as('is_latest'),
          sql<string | null>`max(case when r.is_main then l.content_hash end) over (partition by l.sequence)`.as('main_hash'),
        ]),
    )
    .selectFrom('versions')
    .select([
      'id',
      'sequence',
      'type',
      'title',
      'author',
      'language',
      'release_id',
      'release_name',
      'is_main',
      'review_status',
      'is_shallow_import',
      'updated_at',
      'revision',
      'is_latest',
      sql<LessonRow['release_status']>`case
        when is_main then 'Published'
        when content_hash = main_hash then 'Unmodified'
        else 'Modified' end`.as('release_status'),
    ]);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof rowsQuery>['execute']>>[number];

function toLessonRow(row: Omit<ListedRow, 'updated_at'> & { updated_at: Date | string }): LessonRow {
  const { updated_at, ...rest } = row;
  return {
    ...rest,
    is_assessment: row.type === 'assessment',
    has_runner: row.language !== null,
    last_updated: new Date(updated_at).toISOString(),
  };
}

const LISTED = [
  'id',
  'sequence',
  'type',
  'title',
  'author',
  'language',
  'release_id',
  'release_name',
  'is_main',
  'review_status',
  'is_shallow_import',
  'updated_at',
  'revision',
  'is_latest',
  'release_status',
] as const satisfies readonly (keyof ListedRow)[];

/**
 * The whole list comes as one row with a JSON array for each column: tens of thousands of rows, one by one, take the
 * embedded database ten times as long to hand over as to find.
 */
export async function listLessonRows(handle: Handle, filter: { onlyLatest: boolean }): Promise<LessonRow[]> {
  let rows = rowsQuery(handle).orderBy('sequence').orderBy('updated_at', 'desc');
  if (filter.onlyLatest) rows = rows.where('is_latest', '=', true);
  const columns: Record<string, unknown[] | null> = await handle
    .selectFrom(rows.as('rows'))
    .select(LISTED.map((name) => sql<unknown[] | null>`json_agg(${sql.ref(name)})`.as(name)))
    .executeTakeFirstOrThrow();
  return (columns['id'] ?? []).map((_, index) => {
    const row: Record<string, unknown> = {};
    for (const name of LISTED) row[name] = columns[name]?.[index];
    return toLessonRow(row as unknown as ListedRow);
  });
}

/** The versions of one number, the latest first. */
export async function listVersionRows(handle: Handle, sequence: number): Promise<LessonRow[]> {
  const rows = await rowsQuery(handle).where('sequence', '=', sequence).orderBy('is_latest', 'desc').execute();
  return rows.map(toLessonRow);
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

export async function findLesson(handle: Handle, id: number): Promise<StoredLesson | undefined> {
  return (await storedQuery(handle).where('l.id', '=', id).executeTakeFirst()) as StoredLesson | undefined;
}

/** Locks the lesson until the transaction ends: saves of one lesson and its screens happen one after another. */
export async function findLessonForUpdate(tx: Tx, id: number): Promise<StoredLesson | undefined> {
  await tx.selectFrom('lessons').select('id').where('id', '=', id).forUpdate().execute();
  return findLesson(tx, id);
}

export async function findLessonInRelease(
  handle: Handle,
  releaseId: number,
  by: { sequence: number } | { folder: string },
): Promise<StoredLesson | undefined> {
  const query = storedQuery(handle).where('l.release_id', '=', releaseId);
  const row = 'sequence' in by ? query.where('l.sequence', '=', by.sequence) : query.where('l.folder', '=', by.folder);
  return (await row.executeTakeFirst()) as StoredLesson | undefined;
}

/** A lesson of a release as lists of a branch need it: without its documents. */
export interface ReleaseLesson {
  id: number;
  folder: string;
  sequence: number;
  title: string;
  is_shallow_import: boolean;
  content_hash: string;
  screens_hash: string;
  updated_at: Date;
}

/** The lessons of a release, by number. */
export async function listReleaseLessons(handle: Handle, releaseId: number): Promise<ReleaseLesson[]> {
  return handle
    .selectFrom('lessons')
    .select(['id', 'folder', 'sequence', 'title', 'is_shallow_import', 'content_hash', 'screens_hash', 'updated_at'])
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();
}

/** How many lessons each release has; one without any is not in it. */
export async function countReleaseLessons(handle: Handle): Promise<Map<number, number>> {
  const rows = await handle
    .selectFrom('lessons')
    .select(['release_id', sql<number>`count(*)::int`.as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('release_id')
    .execute();
  return new Map(rows.map(({ release_id, count }) => [release_id, count]));
}

/** The lessons of a release as a list of folders tells them. */
export async function listLessonTitles(
  handle: Handle,
  releaseId: number,
): Promise<{ id: number; folder: string; sequence: number; title: string }[]> {
  return handle
    .selectFrom('lessons')
    .select(['id', 'folder', 'sequence', 'title'])
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Puts one lesson under review. */
export async function updateReviewStatus(tx: Tx, id: number, review_status: string): Promise<void> {
  await tx.updateTable('lessons').set({ review_status }).where('id', '=', id).execute();
}

/** Moves the reviews of a release's lessons that are not over. Answers the ids of those that had another status. */
export async function moveReviewStatuses(tx: Tx, releaseId: number, review_status: string, over: string): Promise<number[]> {
  const moved = await tx
    .updateTable('lessons')
    .set({ review_status })
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .where('review_status', 'is not', null)
    .where('review_status', 'not in', [review_status, over])
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}

/** What is written of a lesson. */
export interface LessonValues {
  sequence: number;
  fields: LessonFields;
  attached: LessonAttached;
  content_hash: string;
  screens_hash: string;
  files_hash: string;
  updated_by: number | null;
}

/** The columns that a lesson's content is stored in. */
export function columnsOf(values: LessonValues) {
  const { title, type, author, language } = values.fields;
  return {
    sequence: values.sequence,
    title,
    type,
    author,
    language,
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

export async function updateLesson(tx: Tx, id: number, values: LessonValues & { revision: number }): Promise<void> {
  await tx
    .updateTable('lessons')
    .set({ ...columnsOf(values), revision: values.revision, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function touchLessonRow(
  tx: Tx,
  id: number,
  values: { content_hash: string; screens_hash: string; files_hash: string; updated_by: number },
): Promise<void> {
  await tx
    .updateTable('lessons')
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function markLessonDeleted(tx: Tx, id: number, deletedBy: number | null): Promise<void> {
  await tx
    .updateTable('lessons')
    .set({ deleted_at: sql<Date>`now()`, updated_by: deletedBy })
    .where('id', '=', id)
    .execute();
}

/** Answers the ids of those that were not deleted before. */
export async function markReleaseLessonsDeleted(tx: Tx, releaseId: number, deletedBy: number): Promise<number[]> {
  const rows = await tx
    .updateTable('lessons')
    .set({ deleted_at: sql<Date>`now()`, updated_by: deletedBy })
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
