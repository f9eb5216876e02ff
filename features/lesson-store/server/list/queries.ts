import { sql } from 'kysely';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { currentPlanning, type Stage } from '#features/planning/planning.policy.ts';
import { LATEST_RANKS, releaseStatusOf, type MainState } from '#features/releases/main-state.policy.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Reader } from './list-state.ts';

/**
 * The versions that a reader may see: all of them, or for external authors the latest of each number and those that
 * they created or have in their drafts, so that another author's save doesn't hide an unfinished version.
 */
function isSeenBy(reader: Reader) {
  return sql<boolean>`(${reader.role !== 'external'} or is_latest or is_own_drafts or is_own)`;
}

/** `mainStateOf`, for rows of the database. */
const MAIN_STATE = sql<MainState>`case
  when is_main then 'published'
  when main_hash is null then 'new'
  when content_hash = main_hash then 'same'
  when exists (select from published_states p where p.content_hash = versions.content_hash) then 'behind'
  when base_hash <> main_hash then 'diverged'
  else 'changed' end`;

const RANK = sql`case main_state ${sql.join(
  Object.entries(LATEST_RANKS).map(([state, rank]) => sql`when ${sql.lit(state)} then ${sql.lit(rank)}`),
  sql` `,
)} end`;

/** The order of the list in memory. */
const IS_LATEST = sql<boolean>`row_number() over (partition by sequence order by ${RANK}, updated_at desc, id desc) = 1`;

/** A column of the published lesson of the same number. */
const MAIN_VALUE = (column: 'content_hash' | 'due' | 'stage') =>
  sql<string | null>`max(case when r.is_main then ${sql.ref(`l.${column}`)} end) over (partition by l.sequence)`;

/**
 * Every version of every lesson with fields that depend on the others: which is the latest of its number, and how it
 * differs from main. The list selects columns and doesn't read documents.
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
          sql<boolean>`r.closed_at is not null`.as('is_closed'),
          sql<boolean>`coalesce(l.created_by = ${reader.id}, false)`.as('is_own'),
          'l.review_status',
          'l.is_shallow_import',
          'l.updated_at',
          'l.revision',
          'l.content_hash',
          'l.base_hash',
          'l.owner',
          'l.reviewer',
          'l.due',
          sql<Stage | null>`l.stage`.as('stage'),
          MAIN_VALUE('due').as('main_due'),
          MAIN_VALUE('stage').as('main_stage'),
          MAIN_VALUE('content_hash').as('main_hash'),
        ]),
    )
    .with('compared', (db) => db.selectFrom('versions').selectAll().select(MAIN_STATE.as('main_state')))
    .with('ranked', (db) => db.selectFrom('compared').selectAll().select(IS_LATEST.as('is_latest')))
    .selectFrom('ranked')
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
      'is_closed',
      'review_status',
      'is_shallow_import',
      'updated_at',
      'revision',
      'is_latest',
      'main_state',
      'owner',
      'reviewer',
      'due',
      'stage',
      'main_due',
      'main_stage',
    ]);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof rowsQuery>['execute']>>[number];

function toLessonRow(row: ListedRow): LessonRow {
  const { updated_at, main_due, main_stage, ...rest } = row;
  return {
    ...rest,
    ...currentPlanning(rest, { id: rest.is_main ? rest.id : null, due: main_due, stage: main_stage }),
    release_status: releaseStatusOf(row.main_state),
    is_assessment: row.type === 'assessment',
    has_runner: row.language !== null,
    last_updated: updated_at.toISOString(),
  };
}

/**
 * The versions of one number that a reader may see, the preferred one first: an external author's own draft if it is ahead of main,
 * otherwise the latest.
 */
export async function listVersionRows(handle: Handle, reader: Reader, sequence: number): Promise<LessonRow[]> {
  const rows = await rowsQuery(handle, reader)
    .where('sequence', '=', sequence)
    .$if(reader.role === 'external', (query) => query.orderBy(sql`is_own_drafts and ${RANK} = 0`, 'desc'))
    .orderBy('is_latest', 'desc')
    .execute();
  return rows.map(toLessonRow);
}

/** Returns which of these lessons a reader may see, by the rule of the list. */
export async function listSeenLessonIds(handle: Handle, reader: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const lessons = await handle
    .selectFrom('lessons')
    .select(['id', 'sequence'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  if (lessons.length === 0 || reader.role !== 'external') return new Set(lessons.map(({ id }) => id));
  // By number, so that PostgreSQL compares only the versions of these lessons.
  const sequences = [...new Set(lessons.map(({ sequence }) => sequence))];
  const rows = await rowsQuery(handle, reader).where('sequence', 'in', sequences).where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}
