import { sql, type RawBuilder } from 'kysely';
import type { ScreenType } from '#contract/screens.ts';
import type { SearchKind } from '#contract/search-kinds.ts';
import type { SearchDocument, SearchQuery } from '#contract/search.ts';
import { MARKDOWN_KINDS, type Required, requiredLiterals } from '#content/search/matcher.ts';
import type { Db } from '#server/platform/database/database.ts';

/** A text that may have matches. */
export interface CandidateText {
  id: number;
  document: SearchDocument;
  document_id: number;
  lesson_id: number | null;
  screen_id: number | null;
  course_id: number | null;
  path_id: number | null;
  field: string;
  kind: SearchKind;
  label: string;
  text: string;
  screen_sequence: number | null;
  screen_title: string | null;
  screen_type: ScreenType | null;
}

/** Where the reader searches. */
export interface SearchScope {
  /** Null: in all lessons. */
  readonly lessons: readonly number[] | null;
  /** In courses and paths too. */
  readonly hasCurricula: boolean;
}

interface CandidateSearch extends SearchScope {
  /** Where to go on, by the id of the text. */
  readonly after: number;
  /** Most candidates that are looked at. */
  readonly most: number;
}

interface Candidates {
  readonly texts: readonly CandidateText[];
  /** Where to go on, by the id of the text; null: these are all. */
  readonly next: number | null;
  /** True: there are more than can be looked at. */
  readonly isCut: boolean;
}

/** Most candidates of one search. */
export const CANDIDATES = 2_000;
/** Memory for each of them: nearly all are shorter. */
const BYTES_PER_TEXT = 8 * 1024;
/** Texts that are read at once if the index can't help. */
const PAGE_TEXTS = 4_000;
/** No search keeps the database busy for longer. */
const STATEMENT_LIMIT_MS = 2_000;

const FOLDED = sql`lower(t.text collate "C")`;

/** The texts that may match a query: found by the index where the query has three letters in a row, otherwise page by page. */
export async function findCandidates(db: Db, query: SearchQuery, { after, most, ...scope }: CandidateSearch): Promise<Candidates> {
  const bytes = most * BYTES_PER_TEXT;
  const required = requiredLiterals(query);
  const isIndexed = required !== null && canUseIndex(required);
  const where = [...conditions(query, scope), ...(required === null ? [] : [conditionOf(required)])];
  const limit = isIndexed ? most + 1 : PAGE_TEXTS;
  const page = isIndexed ? sql`limit ${limit}` : sql`order by t.id limit ${limit}`;
  const all = sql.join([...where, ...(isIndexed ? [] : [sql`t.id > ${after}`])], sql` and `);
  const rows = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(STATEMENT_LIMIT_MS)}`.execute(tx);
    // The planner takes most patterns for frequent ones, and would read the whole table for the first of them.
    if (isIndexed) await sql`set local enable_seqscan = off`.execute(tx);
    const found = await sql<CandidateText>`
      select * from (
        select found.*, sum(octet_length(found.text)) over (rows unbounded preceding) as bytes from (
          select t.id, t.document, t.document_id, t.lesson_id, t.screen_id, t.course_id, t.path_id, t.field, t.kind, t.label, t.text,
                 s.sequence as screen_sequence, s.title as screen_title, s.type as screen_type
          from search_texts t left join screens s on s.id = t.screen_id
          where ${all} ${page}) as found) as summed
      where bytes <= ${bytes}`.execute(tx);
    return found.rows;
  });
  const isShort = rows.length < limit && bytesOf(rows) < bytes / 2;
  const last = rows.at(-1);
  if (isIndexed) return { texts: rows.slice(0, most), next: null, isCut: !isShort };
  return { texts: rows, next: isShort || last === undefined ? null : last.id, isCut: false };
}

function bytesOf(rows: readonly CandidateText[]): number {
  return rows.reduce((sum, { text }) => sum + text.length, 0);
}

function conditions({ kinds, screen_types }: SearchQuery, { lessons, hasCurricula }: SearchScope): RawBuilder<unknown>[] {
  const withAlt = kinds.includes('alt') ? [...kinds, ...MARKDOWN_KINDS] : kinds;
  return [
    sql`(t.screen_id is null or s.deleted_at is null)`,
    ...(kinds.length === 0 ? [] : [sql`t.kind = any(${[...new Set(withAlt)]})`]),
    ...(screen_types.length === 0 ? [] : [sql`s.type = any(${screen_types})`]),
    ...(lessons === null
      ? hasCurricula
        ? []
        : [sql`t.lesson_id is not null`]
      : [hasCurricula ? sql`(t.lesson_id is null or t.lesson_id = any(${lessons}))` : sql`t.lesson_id = any(${lessons})`]),
  ];
}

/** Whether trigrams narrow the search: they are of letters and digits only. */
function canUseIndex(required: Required): boolean {
  if (required.type === 'literal') return /[a-z0-9]{3}/.test(required.text);
  return required.type === 'all' ? required.of.some(canUseIndex) : required.of.every(canUseIndex);
}

function conditionOf(required: Required): RawBuilder<unknown> {
  if (required.type === 'literal') return sql`${FOLDED} like ${`%${required.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
  return sql`(${sql.join(required.of.map(conditionOf), required.type === 'all' ? sql` and ` : sql` or `)})`;
}
