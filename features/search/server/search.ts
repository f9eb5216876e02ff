import { sql } from 'kysely';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { readLessonList } from '#features/lessons/server/index.ts';
import { lessonStatus } from '#features/releases/main-state.policy.ts';
import { SCREEN_TYPES } from '#features/screens/contract/screen-labels.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { Turns } from '#platform/server/turns.ts';
import { SEARCH_KINDS, SEARCH_KIND_NAMES, type SearchKind } from '../contract/search-kinds.ts';
import { SEARCH_PAGE, type SearchGroup, type SearchQuery, type SearchReply } from '../contract/search.ts';
import { kindsOf, type TextRange } from '../rules/matcher.ts';
import { type CandidateText, eachCandidate, type FoundScreen, type SearchScope } from './find-texts.ts';
import { matchInTurns, problemOf } from './match-texts.ts';
import { showMatch } from './show-match.ts';

/** When a search ends. */
interface Limits {
  /** Returns what it has by then. */
  readonly timeMs: number;
  /** Most texts that may have matches. */
  readonly most: number;
  /** Texts with matches that are enough from a time on: more than a page shows. */
  readonly enough: { readonly texts: number; readonly afterMs: number };
  /** What a search with enough of them says about its end. */
  readonly endedEarly: 'many' | 'time';
}

/** Those that replace need all matches, not only a page. */
const ALL: Limits = { timeMs: 1_500, most: 2_000, enough: { texts: 2_000, afterMs: 0 }, endedEarly: 'many' };
const PAGE: Limits = { ...ALL, enough: { texts: 200, afterMs: 300 } };
/** First results while people type. The page asks for all of them afterwards. */
const QUICK: Limits = { ...ALL, timeMs: 200, enough: { texts: 40, afterMs: 40 }, endedEarly: 'time' };
/** Matches that are shown of a lesson if it is the only one that is searched. */
const MATCHES_OF_ONE = 500;
/** How many queued documents are counted. */
const PENDING_MAX = 10_000;

/**
 * A search keeps a connection to the database while it looks. Patterns all wait for one thread, so one of them has a connection; the
 * others wait without.
 */
const WAITING_SEARCHES = {
  atOncePerCaller: 1,
  waitingPerCaller: 20,
  text: 'Too many of your searches are waiting. Try again in a moment.',
};
const patternTurns = new Turns({ ...WAITING_SEARCHES, atOnce: 1 });
const plainTurns = new Turns({ ...WAITING_SEARCHES, atOnce: 3 });

type SearchPlatform = Pick<Platform, 'db'>;

/** A text with its matches, which are of the kinds that are searched. */
export interface FoundText extends CandidateText, FoundScreen {
  readonly ranges: readonly (TextRange & { readonly kind: SearchKind })[];
}

const NO_SCREEN: FoundScreen = { screen_sequence: null, screen_title: null, screen_type: null };

type Matched = CandidateText & Pick<FoundText, 'ranges'>;

interface Found {
  readonly texts: readonly FoundText[];
  readonly stopped: SearchReply['stopped'];
  /** How many texts it read. */
  readonly looked: number;
  /** The lessons list of the reader. */
  readonly lessons: readonly LessonRow[];
}

/** The lessons that a query searches: those that the reader may see, without those that its filters leave out. */
function lessonsOf(rows: readonly LessonRow[], query: SearchQuery): readonly LessonRow[] {
  const holds = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);
  return rows.filter(
    (row) =>
      holds(query.releases, row.release_id) &&
      holds(query.languages, row.language ?? 'none') &&
      holds(query.authors, row.author) &&
      (holds(query.statuses, lessonStatus(row)) || holds(query.statuses, row.release_status)) &&
      holds(query.lessons, row.id) &&
      (!query.latest || row.is_latest),
  );
}

/** Courses and paths have none of these. External authors see no paths, so their search leaves both out. */
function hasCurricula(actor: Actor, { languages, authors, statuses, lessons, screen_types, latest }: SearchQuery): boolean {
  return actor.role !== 'external' && !latest && [languages, authors, statuses, lessons, screen_types].every(({ length }) => length === 0);
}

/**
 * All texts with matches that a reader may see, or the first 2,000 that may have some. The index lags behind saves by less than a second.
 * @throws AppError `refused` if the pattern can't be searched for, with its place in `details`.
 */
export function findTexts(platform: SearchPlatform, actor: Actor, query: SearchQuery): Promise<Found> {
  return findWithin(platform, actor, query, ALL);
}

/** @param again Looks at so many texts, like the search whose next page this is. */
async function findWithin(
  platform: SearchPlatform,
  actor: Actor,
  query: SearchQuery,
  limits: Limits,
  again: number | null = null,
): Promise<Found> {
  const problem = problemOf(query);
  if (problem) throw new AppError('refused', problem.message, { from: problem.from, to: problem.to });
  const release = await (query.mode === 'plain' ? plainTurns : patternTurns).take(String(actor.id));
  try {
    return await findNow(platform, actor, query, limits, again);
  } finally {
    release();
  }
}

async function findNow(
  platform: SearchPlatform,
  actor: Actor,
  query: SearchQuery,
  { timeMs, most, enough, endedEarly }: Limits,
  again: number | null,
): Promise<Found> {
  const start = performance.now();
  const rows = (await readLessonList(platform)).rowsFor(actor);
  const lessons = lessonsOf(rows, query);
  const visible = new Set(lessons.map(({ id }) => id));
  const isAll = actor.role !== 'external' && lessons.length === rows.length;
  const scope: SearchScope = { lessons: isAll ? null : [...visible], hasCurricula: hasCurricula(actor, query) };
  const curricula = scope.hasCurricula ? await listCurricula(platform.db, query.releases) : new Map<string, Curriculum>();
  const isVisible = ({ lesson_id, ...text }: CandidateText) =>
    lesson_id === null ? curricula.has(keyOf({ lesson_id, ...text })) : visible.has(lesson_id);

  const matched: Matched[] = [];
  const progress = { looked: 0, isLate: false };
  // What the index finds is worth waiting for, also on a busy machine; what it doesn't may be nowhere.
  const until = (isIndexed: boolean) => start + (isIndexed && matched.length === 0 ? ALL.timeMs : timeMs);
  const ended = await eachCandidate(platform.db, query, { ...scope, most, again, until }, async (texts, end) => {
    const seen = texts.filter(isVisible);
    const found = await matchInTurns(
      query,
      seen.map(({ text }) => text),
      end,
    );
    for (const [at, ranges] of found.entries()) {
      const candidate = seen[at];
      const wanted = candidate === undefined ? [] : rangesOf(candidate, ranges, query);
      if (candidate !== undefined && wanted.length > 0) matched.push({ ...candidate, ranges: wanted });
    }
    progress.looked += texts.length;
    progress.isLate = found.length < seen.length;
    const isEnough = matched.length >= most || (matched.length >= enough.texts && performance.now() - start > enough.afterMs);
    return !progress.isLate && (again !== null || !isEnough);
  });
  const stopped = progress.isLate ? 'time' : STOPPED[ended];
  return {
    texts: await withScreens(platform.db, matched),
    stopped: stopped === 'enough' ? endedEarly : stopped,
    looked: progress.looked,
    lessons: rows,
  };
}

/** What a reply says about the end of a search. */
const STOPPED = { all: null, most: 'many', enough: 'enough', time: 'time' } as const;

/** The texts with their screens, without those of deleted screens, which the index knows a moment later. */
async function withScreens(db: Handle, matched: readonly Matched[]): Promise<FoundText[]> {
  const ids = [...new Set(matched.flatMap(({ screen_id }) => (screen_id === null ? [] : [screen_id])))];
  const screens = await db
    .selectFrom('screens')
    .select(['id', 'sequence as screen_sequence', 'title as screen_title', 'type as screen_type'])
    .where(sql<boolean>`id = any(${ids})`)
    .where('deleted_at', 'is', null)
    .execute();
  const byId = new Map(screens.map(({ id, ...screen }) => [id, screen]));
  return matched.flatMap((text) => {
    const screen = text.screen_id === null ? NO_SCREEN : byId.get(text.screen_id);
    return screen === undefined ? [] : [{ ...text, ...screen }];
  });
}

function rangesOf({ kind, text }: CandidateText, ranges: readonly TextRange[], { kinds }: SearchQuery): FoundText['ranges'] {
  const kindOf = kindsOf(kind, text);
  const withKinds = ranges.map((range) => ({ ...range, kind: kindOf(range) }));
  return kinds.length === 0 ? withKinds : withKinds.filter((range) => kinds.includes(range.kind));
}

/** A course or path, as results show it. */
type Curriculum = Omit<SearchGroup, 'count' | 'matches'>;

async function listCurricula(handle: Handle, releases: readonly number[]): Promise<Map<string, Curriculum>> {
  const { rows } = await sql<{
    kind: 'course' | 'path';
    id: number;
    sequence: number;
    title: string;
    release_id: number;
    release_name: string;
    is_main: boolean;
  }>`
    select c.*, r.name as release_name, r.is_main from (
      select 'course' as kind, id, sequence, name as title, release_id from courses where deleted_at is null
      union all select 'path', id, sequence, name, release_id from paths where deleted_at is null) as c
    join releases r on r.id = c.release_id and r.deleted_at is null
    order by c.kind, c.sequence, c.id`.execute(handle);
  return new Map(
    rows
      .filter(({ release_id }) => releases.length === 0 || releases.includes(release_id))
      .map((row) => [`${row.kind} ${row.id}`, { ...row, author: null, language: null, release_status: null, status: null }]),
  );
}

function keyOf({ lesson_id, course_id, path_id }: Pick<CandidateText, 'lesson_id' | 'course_id' | 'path_id'>): string {
  if (lesson_id !== null) return `lesson ${lesson_id}`;
  return course_id === null ? `path ${path_id}` : `course ${course_id}`;
}

/** Which part of what a query finds. */
interface SearchPart {
  readonly from: number;
  readonly looked_at: number | null;
  readonly quick: boolean;
}

/** One page of what a query finds, by lesson. */
export async function search(
  platform: SearchPlatform,
  actor: Actor,
  query: SearchQuery,
  { from, looked_at, quick }: SearchPart,
): Promise<SearchReply> {
  const { texts, stopped, looked, lessons } = await findWithin(
    platform,
    actor,
    query,
    quick && looked_at === null ? QUICK : PAGE,
    looked_at,
  );
  const byKey = Map.groupBy(texts, keyOf);
  const groups = await headsOf(platform, lessons, texts);
  const shownMatches = query.lessons.length === 1 ? MATCHES_OF_ONE : SEARCH_PAGE.matches;
  const page = groups.slice(from, from + SEARCH_PAGE.groups).map((head): SearchGroup => {
    const own = (byKey.get(`${head.kind} ${head.id}`) ?? []).toSorted(inReadingOrder);
    const matches = own.flatMap((text) => text.ranges.map((range) => ({ text, range })));
    return {
      ...head,
      count: matches.length,
      matches: matches.slice(0, shownMatches).map(({ text, range }) => showMatch(text, range.kind, range)),
    };
  });
  return {
    groups: page,
    matches: texts.reduce((sum, { ranges }) => sum + ranges.length, 0),
    lessons: groups.length,
    stopped,
    looked_at: stopped === null ? null : looked,
    facets: facetsOf(texts, new Map(groups.map((head) => [`${head.kind} ${head.id}`, head]))),
    pending: await countPending(platform.db),
    next: from + SEARCH_PAGE.groups < groups.length ? from + SEARCH_PAGE.groups : null,
  };
}

/** What results say about the lessons, courses and paths that have some, in the order of the lessons list. */
async function headsOf({ db }: SearchPlatform, rows: readonly LessonRow[], texts: readonly FoundText[]): Promise<Curriculum[]> {
  const found = new Set(texts.map(keyOf));
  const lessons = rows
    .filter(({ id }) => found.has(`lesson ${id}`))
    .map((row): Curriculum => {
      const { id, sequence, title, release_id, release_name, is_main, author, language, release_status } = row;
      const about = { id, sequence, title, release_id, release_name, is_main, author, language, release_status };
      return { kind: 'lesson', ...about, status: lessonStatus(row) };
    });
  const curricula = texts.some(({ lesson_id }) => lesson_id === null) ? [...(await listCurricula(db, [])).entries()] : [];
  return [...lessons, ...curricula.filter(([key]) => found.has(key)).map(([, curriculum]) => curriculum)];
}

/** The lesson itself first, then its screens, each as people read it. */
function inReadingOrder(left: FoundText, right: FoundText): number {
  return (
    (left.screen_sequence ?? 0) - (right.screen_sequence ?? 0) ||
    SEARCH_KIND_NAMES.indexOf(left.kind) - SEARCH_KIND_NAMES.indexOf(right.kind) ||
    left.document_id - right.document_id ||
    left.field.localeCompare(right.field, 'en', { numeric: true })
  );
}

type Facet = SearchReply['facets']['kinds'];

function facetsOf(texts: readonly FoundText[], heads: ReadonlyMap<string, Curriculum>): SearchReply['facets'] {
  const count = (valuesOf: (text: FoundText) => readonly { value: string; label: string; by: number }[]): Facet => {
    const counts = new Map<string, Facet[number]>();
    for (const text of texts)
      for (const { value, label, by } of valuesOf(text)) {
        const known = counts.get(value);
        if (known === undefined) counts.set(value, { value, label, count: by });
        else known.count += by;
      }
    return [...counts.values()].toSorted((left, right) => right.count - left.count || left.label.localeCompare(right.label, 'en'));
  };
  const ofHead = (valueOf: (head: Curriculum) => { value: string; label: string } | null) =>
    count((text) => {
      const head = heads.get(keyOf(text));
      const value = head === undefined ? null : valueOf(head);
      return value === null ? [] : [{ ...value, by: text.ranges.length }];
    });
  const same = (value: string | null) => (value === null ? null : { value, label: value });
  return {
    kinds: count(({ ranges }) =>
      [...Map.groupBy(ranges, ({ kind }) => kind)].map(([kind, own]) => ({ value: kind, label: SEARCH_KINDS[kind], by: own.length })),
    ),
    languages: ofHead(({ kind, language }) =>
      kind === 'lesson' ? { value: language ?? 'none', label: language === null ? 'No code' : LANGUAGES[language].label } : null,
    ),
    screen_types: count(({ screen_type, ranges }) =>
      screen_type === null ? [] : [{ value: screen_type, label: SCREEN_TYPES[screen_type], by: ranges.length }],
    ),
    authors: ofHead(({ author }) => same(author)),
    releases: ofHead(({ release_id, release_name }) => ({ value: String(release_id), label: release_name })),
    statuses: ofHead(({ status }) => same(status)),
  };
}

async function countPending(handle: Handle): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from (select from search_queue limit ${PENDING_MAX}) as queued`.execute(handle);
  return rows[0]?.pending ?? 0;
}
