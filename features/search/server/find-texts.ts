import { sql, type RawBuilder } from 'kysely';
import type { ScreenType } from '#features/screens/contract/screens.ts';
import type { Db, Tx } from '#platform/server/database/database.ts';
import type { SearchKind } from '../contract/search-kinds.ts';
import type { SearchDocument, SearchQuery } from '../contract/search.ts';
import { MARKDOWN_KINDS, type Required, requiredLiterals } from '../rules/matcher.ts';

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
}

/** The screen of a text; null: it is of none. */
export interface FoundScreen {
  readonly screen_sequence: number | null;
  readonly screen_title: string | null;
  readonly screen_type: ScreenType | null;
}

/** Where the reader searches. */
export interface SearchScope {
  /** Null: in all lessons. */
  readonly lessons: readonly number[] | null;
  /** In courses and paths too. */
  readonly hasCurricula: boolean;
}

interface CandidateSearch extends SearchScope {
  /** Most texts that are read if the index finds them; without it, most of those that are read don't match. */
  readonly most: number;
  /** Look at exactly so many, as an earlier search did; null: it is the first. */
  readonly again: number | null;
  /** When the search ends, as `performance.now()`. Asked before each portion. */
  readonly until: (isIndexed: boolean) => number;
}

/** The index is in parts of lessons: migration 0037. */
const PARTS = 8;
/** What is in many texts is found in the first part alone; what is rare is found with few statements. */
const STAGES: readonly (readonly number[])[] = [[0], [1], [2, 3], [4, 5, 6, 7]];
/** Texts of the first portion: about what one page shows. */
const FIRST_TEXTS = 40;
/** Most texts of one portion. */
const PORTION_TEXTS = 1_000;
/** Memory of one portion, by the size of the texts in the one before. */
const PORTION_BYTES = 512 * 1024;
/** Texts of a portion, however large those before were: none has more than some hundred kilobytes. */
const LEAST_TEXTS = 20;

/** As the index has it. Its underscores are letters. */
const FOLDED = sql`replace(lower(t.text collate "C"), '_', 'q')`;

/**
 * Looks at the texts that may match a query, portion by portion, in the same order each time: found by the index where the query has three
 * letters in a row, otherwise all of them. `onTexts` returns whether to go on.
 *
 * @returns what ended it: it read all texts, or as many as it may, `onTexts` had enough, or the time was up
 */
export async function eachCandidate(
  db: Db,
  query: SearchQuery,
  { most, again, until, ...scope }: CandidateSearch,
  onTexts: (texts: readonly CandidateText[], until: number) => Promise<boolean>,
): Promise<'all' | 'most' | 'enough' | 'time'> {
  const required = requiredLiterals(query);
  const isIndexed = required !== null && canUseIndex(required);
  const where = sql.join([...conditions(query, scope), ...(required === null ? [] : [conditionOf(required)])], sql` and `);
  const limit = again ?? (isIndexed ? most : Infinity);
  let seen = 0;
  let portion = FIRST_TEXTS;
  try {
    return await db.transaction().execute(async (tx) => {
      await planForFirstTexts(tx, isIndexed);
      for (const stage of isIndexed ? stagesOf(scope) : [null]) {
        await sql`declare search_candidates no scroll cursor for ${selectTexts(where, stage)}`.execute(tx);
        for (let isOver = false; !isOver;) {
          // With the first one that is too many, it is known whether there are more.
          const wanted = Math.min(portion, limit - seen + 1);
          const rows = await fetchTexts(tx, wanted, until(isIndexed));
          if (rows === null) return 'time';
          isOver = rows.length < wanted;
          const texts = rows.slice(0, limit - seen);
          if (texts.length > 0 && !(await onTexts(texts, until(isIndexed)))) return 'enough';
          seen += texts.length;
          if (texts.length < rows.length) return 'most';
          portion = nextPortion(rows, portion);
        }
        await sql`close search_candidates`.execute(tx);
      }
      return 'all';
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === QUERY_CANCELED) return 'time';
    throw error;
  }
}

/** The parts of the index that have lessons of a scope, in the order in which they are searched. */
function stagesOf({ lessons, hasCurricula }: SearchScope): number[][] {
  if (lessons === null) return STAGES.map((stage) => [...stage]);
  const parts = new Set(lessons.map((id) => id % PARTS));
  if (hasCurricula) parts.add(0);
  return STAGES.map((stage) => stage.filter((part) => parts.has(part))).filter((stage) => stage.length > 0);
}

/** Texts of some parts of the index; null: of the table. */
function selectTexts(where: RawBuilder<unknown>, stage: readonly number[] | null): RawBuilder<unknown> {
  const texts = sql`
    select t.id, t.document, t.document_id, t.lesson_id, t.screen_id, t.course_id, t.path_id, t.field, t.kind, t.label, t.text
    from search_texts t where ${where}`;
  if (stage === null) return texts;
  return sql.join(
    stage.map((part) => sql`${texts} and coalesce(t.lesson_id, 0) % ${sql.lit(PARTS)} = ${sql.lit(part)}`),
    sql` union all `,
  );
}

const QUERY_CANCELED = '57014';

/** Null: the time is up. */
async function fetchTexts(tx: Tx, count: number, until: number): Promise<CandidateText[] | null> {
  const left = Math.ceil(until - performance.now());
  if (left <= 0) return null;
  await sql`set local statement_timeout = ${sql.lit(left)}`.execute(tx);
  return (await sql<CandidateText>`fetch ${sql.lit(count)} from search_candidates`.execute(tx)).rows;
}

/**
 * The planner takes most patterns for frequent ones, and would read the whole table for the first of them. Scans always begin with the
 * first text, so that a search that is repeated looks at the same ones.
 */
async function planForFirstTexts(tx: Tx, isIndexed: boolean): Promise<void> {
  await sql`
    select set_config('enable_seqscan', ${isIndexed ? 'off' : 'on'}, true), set_config('jit', 'off', true),
      set_config('synchronize_seqscans', 'off', true)`.execute(tx);
}

function nextPortion(texts: readonly CandidateText[], before: number): number {
  if (texts.length === 0) return before;
  const bytes = texts.reduce((sum, { text }) => sum + text.length, 1);
  return Math.max(LEAST_TEXTS, Math.min(PORTION_TEXTS, before * 5, Math.floor((PORTION_BYTES * texts.length) / bytes)));
}

function conditions({ kinds, screen_types }: SearchQuery, { lessons, hasCurricula }: SearchScope): RawBuilder<unknown>[] {
  const withAlt = kinds.includes('alt') ? [...kinds, ...MARKDOWN_KINDS] : kinds;
  return [
    sql`true`,
    ...(kinds.length === 0 ? [] : [sql`t.kind = any(${[...new Set(withAlt)]})`]),
    // A query in the condition is asked for the candidates alone. A join might begin with all screens.
    ...(screen_types.length === 0 ? [] : [sql`(select s.type from screens s where s.id = t.screen_id) = any(${screen_types})`]),
    ...(lessons === null
      ? hasCurricula
        ? []
        : [sql`t.lesson_id is not null`]
      : [hasCurricula ? sql`(t.lesson_id is null or t.lesson_id = any(${lessons}))` : sql`t.lesson_id = any(${lessons})`]),
  ];
}

/** Whether trigrams narrow the search: they are of letters, digits and underscores only. */
function canUseIndex(required: Required): boolean {
  if (required.type === 'literal') return /[a-z0-9_]{3}/.test(required.text);
  return required.type === 'all' ? required.of.some(canUseIndex) : required.of.every(canUseIndex);
}

function conditionOf(required: Required): RawBuilder<unknown> {
  if (required.type === 'literal')
    return sql`${FOLDED} like ${`%${required.text.replaceAll('_', 'q').replaceAll(/[\\%]/g, String.raw`\$&`)}%`}`;
  return sql`(${sql.join(required.of.map(conditionOf), required.type === 'all' ? sql` and ` : sql` or `)})`;
}
