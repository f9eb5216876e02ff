import { sql } from 'kysely';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { Db } from '#platform/server/database/database.ts';

type ListedColumn =
  | 'id'
  | 'sequence'
  | 'type'
  | 'title'
  | 'author'
  | 'language'
  | 'review_status'
  | 'is_shallow_import'
  | 'revision'
  | 'owner'
  | 'reviewer'
  | 'due'
  | 'stage';

/** A version of a lesson with the fields that the list needs, without its documents. */
export interface ListedLesson extends Pick<LessonRow, ListedColumn | 'release_id' | 'last_updated'> {
  readonly content_hash: string;
  readonly base_hash: string | null;
  readonly created_by: number | null;
  /** In microseconds: versions may be updated within one millisecond. */
  readonly updated: number;
  /** The transaction that wrote the current row. */
  readonly written_in: number;
}

export interface ListedRelease {
  readonly id: number;
  readonly name: string;
  readonly is_main: boolean;
  readonly drafts_of: number | null;
  /** It was merged and is closed. */
  readonly is_closed: boolean;
}

/** The state up to which the list was read. */
export interface ListMark {
  /** When the database server started: each server counts its own transactions. */
  readonly server: string;
  /** The oldest transaction that was still running: everything before it was seen. */
  readonly xmin: string;
  /** The same, as it is counted without a wraparound. */
  readonly full_xmin: string;
}

export interface ListChanges {
  readonly mark: ListMark;
  /** Number of lessons. */
  readonly count: number;
  readonly releases: readonly ListedRelease[];
  /** In the order of the list. Some may have been returned already. */
  readonly changed: readonly ListedLesson[];
  /** Ids of deleted lessons. Permanently removed rows are missed, but `count` reveals them. */
  readonly deleted: readonly number[];
  /** Hashes of what main has or had. Some may have been returned already. */
  readonly published: readonly string[];
}

/** How each field of {@link ListedLesson} is selected. */
const COLUMNS = {
  id: sql`id`,
  sequence: sql`sequence`,
  type: sql`type`,
  title: sql`title`,
  author: sql`author`,
  language: sql`language`,
  review_status: sql`review_status`,
  is_shallow_import: sql`is_shallow_import`,
  revision: sql`revision`,
  owner: sql`owner`,
  reviewer: sql`reviewer`,
  due: sql`due`,
  stage: sql`stage`,
  release_id: sql`release_id`,
  content_hash: sql`content_hash`,
  base_hash: sql`base_hash`,
  created_by: sql`created_by`,
  updated: sql`(extract(epoch from updated_at) * 1000000)::bigint`,
  written_in: sql`xmin::text::bigint`,
} satisfies Record<Exclude<keyof ListedLesson, 'last_updated'>, unknown>;

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

interface Reply extends ListMark {
  count: number;
  releases: ListedRelease[];
  /** An array of values for each column; of null if no lesson was changed. */
  columns: (unknown[] | null)[];
  deleted: number[];
  published: string[];
}

/**
 * Returns the lessons written since `mark`, or all of them, as of one point in time.
 *
 * PostgreSQL stores with every row the transaction that wrote it (`xmin`). Whatever the previous read did not see was
 * written by a transaction that was still running then or began later, so it isn't older than the oldest one that was
 * running. Transactions are compared by age, which is correct across the wraparound of their ids.
 */
export async function readListChanges(db: Db, mark: ListMark | null): Promise<ListChanges> {
  const isNew = mark === null ? sql`deleted_at is null` : sql`age(xmin) <= age(${mark.xmin}::xid)`;
  // What a restored database counted further is no news: it was read as a whole.
  const isNewlyPublished =
    mark === null ? sql`true` : sql`written_in >= ${mark.full_xmin}::xid8 and written_in < pg_snapshot_xmax(pg_current_snapshot())`;
  // One row with a JSON array per column: transferring tens of thousands of rows takes ten times as long as finding
  // them.
  const { rows } = await sql<Reply>`
    with changed as materialized (
      select ${sql.join(NAMES.map((name) => sql`${COLUMNS[name]} as ${sql.ref(name)}`))}, deleted_at is not null as is_deleted
      from lessons where ${isNew}
      order by sequence, updated_at desc, id desc
    )
    select pg_postmaster_start_time()::text as server,
      xid(pg_snapshot_xmin(pg_current_snapshot()))::text as xmin,
      pg_snapshot_xmin(pg_current_snapshot())::text as full_xmin,
      (select count(*)::int from lessons where deleted_at is null) as count,
      (select json_agg(json_build_object('id', id, 'name', name, 'is_main', is_main, 'drafts_of', drafts_of,
        'is_closed', closed_at is not null) order by id) from releases) as releases,
      (select json_build_array(${sql.join(NAMES.map((name) => sql`json_agg(${sql.ref(name)})`))}) from changed where not is_deleted) as columns,
      (select coalesce(json_agg(id), '[]') from changed where is_deleted) as deleted,
      (select coalesce(json_agg(content_hash), '[]') from published_states where ${isNewlyPublished}) as published`.execute(db);
  const [reply] = rows;
  if (!reply) throw new Error('The lessons list has no reply.');
  const { server, xmin, full_xmin, count, releases, columns, deleted, published } = reply;
  if (mark && mark.server !== server) return readListChanges(db, null);
  return { mark: { server, xmin, full_xmin }, count, releases: releases ?? [], changed: toLessons(columns), deleted, published };
}

function toLessons(columns: readonly (unknown[] | null)[]): ListedLesson[] {
  return (columns[0] ?? []).map((_, index) => {
    const row: Partial<Record<Column, unknown>> = {};
    NAMES.forEach((name, column) => (row[name] = columns[column]?.[index]));
    const lesson = row as Omit<ListedLesson, 'last_updated'>;
    return { ...lesson, last_updated: new Date(Math.floor(lesson.updated / 1_000)).toISOString() };
  });
}
