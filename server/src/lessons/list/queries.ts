import { sql } from 'kysely';
import type { LessonRow } from '#contract/lessons.ts';
import type { Handle } from '#server/platform/database/database.ts';
import type { Reader } from './list-state.ts';

/**
 * The versions that a reader sees: all of them, or for external authors the latest of each number (A §6) and those that they made
 * or have in their drafts, so that nobody loses sight of an unfinished version because somebody else saved another one.
 */
function isSeenBy(reader: Reader) {
  return sql<boolean>`(${reader.role !== 'external'} or is_latest or is_own_drafts or is_own)`;
}

/**
 * Every version of every lesson with what only all of them together can tell: which is the latest of its number, and
 * how it compares with main (product §3). Documents stay in the table: the list selects columns.
 */
function rowsQuery(handle: Handle, reader: Reader) {
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
          sql<boolean>`coalesce(r.drafts_of = ${reader.id}, false)`.as('is_own_drafts'),
          sql<boolean>`coalesce(l.created_by = ${reader.id}, false)`.as('is_own'),
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
    .where(isSeenBy(reader))
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
      'is_own_drafts',
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

function toLessonRow(row: ListedRow): LessonRow {
  const { updated_at, ...rest } = row;
  return {
    ...rest,
    is_assessment: row.type === 'assessment',
    has_runner: row.language !== null,
    last_updated: updated_at.toISOString(),
  };
}

/** The versions of one number that a reader sees, the one to go to first: the latest, or an external author's own draft. */
export async function listVersionRows(handle: Handle, reader: Reader, sequence: number): Promise<LessonRow[]> {
  const rows = await rowsQuery(handle, reader)
    .where('sequence', '=', sequence)
    .$if(reader.role === 'external', (query) => query.orderBy('is_own_drafts', 'desc'))
    .orderBy('is_latest', 'desc')
    .execute();
  return rows.map(toLessonRow);
}
