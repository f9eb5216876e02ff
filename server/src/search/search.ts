import { sql } from 'kysely';
import type { LessonRow } from '#contract/lessons.ts';
import { LANGUAGES } from '#contract/languages.ts';
import type { Actor } from '#contract/roles.ts';
import { SEARCH_KINDS, SEARCH_KIND_NAMES, type SearchKind } from '#contract/search-kinds.ts';
import { SEARCH_PAGE, type SearchGroup, type SearchQuery, type SearchReply } from '#contract/search.ts';
import { SCREEN_TYPES } from '#contract/screen-labels.ts';
import { kindAt, type TextRange } from '#content/search/matcher.ts';
import { readLessonList } from '#server/lessons/index.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { CANDIDATES, findCandidates, type CandidateText, type SearchScope } from './find-texts.ts';
import { matchInTurns, problemOf } from './match-texts.ts';
import { showMatch } from './show-match.ts';

/** How long a search may look before it returns what it has. */
const TIME_MS = 1_500;
/** Matches that are shown of a lesson if it is the only one that is searched. */
const MATCHES_OF_ONE = 500;
/** How many queued documents are counted. */
const PENDING_MAX = 10_000;

type SearchPlatform = Pick<Platform, 'db'>;

/** A text with its matches, which are of the kinds that are searched. */
export interface FoundText extends CandidateText {
  readonly ranges: readonly (TextRange & { readonly kind: SearchKind })[];
}

interface Found {
  readonly texts: readonly FoundText[];
  readonly stopped: SearchReply['stopped'];
}

/** The lessons that a query searches: those that the reader may see, without those that its filters leave out. */
function lessonsOf(rows: readonly LessonRow[], query: SearchQuery): readonly LessonRow[] {
  const holds = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value);
  return rows.filter(
    (row) =>
      holds(query.releases, row.release_id) &&
      holds(query.languages, row.language ?? 'none') &&
      holds(query.authors, row.author) &&
      holds(query.statuses, row.release_status) &&
      holds(query.lessons, row.id) &&
      (!query.latest || row.is_latest),
  );
}

/** Courses and paths have none of these. External authors see no paths, so their search leaves both out. */
function hasCurricula(actor: Actor, { languages, authors, statuses, lessons, screen_types, latest }: SearchQuery): boolean {
  return actor.role !== 'external' && !latest && [languages, authors, statuses, lessons, screen_types].every(({ length }) => length === 0);
}

/**
 * All texts with matches that a reader may see. The index lags behind saves by less than a second.
 * @param most Texts that may have matches: with more, the search stops. Those that replace need more than a page does.
 * @throws AppError `refused` if the pattern can't be searched for, with its place in `details`.
 */
export async function findTexts(platform: SearchPlatform, actor: Actor, query: SearchQuery, most: number = CANDIDATES): Promise<Found> {
  const problem = problemOf(query);
  if (problem) throw new AppError('refused', problem.message, { from: problem.from, to: problem.to });
  const rows = (await readLessonList(platform)).rowsFor(actor);
  const lessons = lessonsOf(rows, query);
  const visible = new Set(lessons.map(({ id }) => id));
  const isAll = actor.role !== 'external' && lessons.length === rows.length;
  const scope: SearchScope = { lessons: isAll ? null : [...visible], hasCurricula: hasCurricula(actor, query) };
  const curricula = scope.hasCurricula ? await listCurricula(platform.db, query.releases) : new Map<string, Curriculum>();
  const isVisible = ({ lesson_id, ...text }: CandidateText) =>
    lesson_id === null ? curricula.has(keyOf({ lesson_id, ...text })) : visible.has(lesson_id);

  const until = performance.now() + TIME_MS;
  const texts: FoundText[] = [];
  for (let after: number | null = 0; after !== null;) {
    const candidates = await findCandidatesInTime(platform, query, { ...scope, after, most });
    if (candidates === null) return { texts, stopped: 'time' };
    const seen = candidates.texts.filter(isVisible);
    const found = await matchInTurns(
      query,
      seen.map(({ text }) => text),
      until,
    );
    for (const [at, ranges] of found.entries()) {
      const candidate = seen[at];
      const wanted = candidate === undefined ? [] : rangesOf(candidate, ranges, query);
      if (candidate !== undefined && wanted.length > 0) texts.push({ ...candidate, ranges: wanted });
    }
    if (found.length < seen.length) return { texts, stopped: 'time' };
    if (candidates.isCut || (texts.length >= most && candidates.next !== null)) return { texts, stopped: 'many' };
    after = candidates.next;
    if (after !== null && performance.now() > until) return { texts, stopped: 'time' };
  }
  return { texts, stopped: null };
}

/** Null: the database took too long. */
async function findCandidatesInTime({ db }: SearchPlatform, query: SearchQuery, wanted: Parameters<typeof findCandidates>[2]) {
  try {
    return await findCandidates(db, query, wanted);
  } catch (error) {
    if ((error as { code?: unknown }).code === QUERY_CANCELED) return null;
    throw error;
  }
}

const QUERY_CANCELED = '57014';

function rangesOf({ kind, text }: CandidateText, ranges: readonly TextRange[], { kinds }: SearchQuery): FoundText['ranges'] {
  const withKinds = ranges.map((range) => ({ ...range, kind: kindAt(kind, text, range) }));
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
      .map((row) => [`${row.kind} ${row.id}`, { ...row, author: null, language: null, release_status: null }]),
  );
}

function keyOf({ lesson_id, course_id, path_id }: Pick<CandidateText, 'lesson_id' | 'course_id' | 'path_id'>): string {
  if (lesson_id !== null) return `lesson ${lesson_id}`;
  return course_id === null ? `path ${path_id}` : `course ${course_id}`;
}

/** One page of what a query finds, by lesson. */
export async function search(platform: SearchPlatform, actor: Actor, query: SearchQuery, from: number): Promise<SearchReply> {
  const { texts, stopped } = await findTexts(platform, actor, query);
  const byKey = Map.groupBy(texts, keyOf);
  const heads = await headsOf(platform, actor, texts);
  const groups = heads.filter((head) => byKey.has(`${head.kind} ${head.id}`));
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
    facets: facetsOf(texts, new Map(heads.map((head) => [`${head.kind} ${head.id}`, head]))),
    pending: await countPending(platform.db),
    next: from + SEARCH_PAGE.groups < groups.length ? from + SEARCH_PAGE.groups : null,
  };
}

/** What results say about lessons, courses and paths, in the order of the lessons list. */
async function headsOf(platform: SearchPlatform, actor: Actor, texts: readonly FoundText[]): Promise<Curriculum[]> {
  const rows = (await readLessonList(platform)).rowsFor(actor);
  const lessons = rows.map(({ id, sequence, title, release_id, release_name, is_main, author, language, release_status }): Curriculum => ({
    kind: 'lesson',
    id,
    sequence,
    title,
    release_id,
    release_name,
    is_main,
    author,
    language,
    release_status,
  }));
  const curricula = texts.some(({ lesson_id }) => lesson_id === null)
    ? await listCurricula(platform.db, [])
    : new Map<string, Curriculum>();
  return [...lessons, ...curricula.values()];
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
  const count = (valuesOf: (text: FoundText) => readonly { value: string; label: string; by?: number }[]): Facet => {
    const counts = new Map<string, { value: string; label: string; count: number }>();
    for (const text of texts)
      for (const { value, label, by = text.ranges.length } of valuesOf(text)) {
        const known = counts.get(value) ?? { value, label, count: 0 };
        counts.set(value, { ...known, count: known.count + by });
      }
    return [...counts.values()].toSorted((left, right) => right.count - left.count || left.label.localeCompare(right.label, 'en'));
  };
  const ofHead = (valueOf: (head: Curriculum) => { value: string; label: string } | null) =>
    count((text) => {
      const head = heads.get(keyOf(text));
      const value = head === undefined ? null : valueOf(head);
      return value === null ? [] : [value];
    });
  const same = (value: string | null) => (value === null ? null : { value, label: value });
  return {
    kinds: count(({ ranges }) => ranges.map(({ kind }) => ({ value: kind, label: SEARCH_KINDS[kind], by: 1 }))),
    languages: ofHead(({ kind, language }) =>
      kind === 'lesson' ? { value: language ?? 'none', label: language === null ? 'No code' : LANGUAGES[language].label } : null,
    ),
    screen_types: count(({ screen_type }) => (screen_type === null ? [] : [{ value: screen_type, label: SCREEN_TYPES[screen_type] }])),
    authors: ofHead(({ author }) => same(author)),
    releases: ofHead(({ release_id, release_name }) => ({ value: String(release_id), label: release_name })),
    statuses: ofHead(({ release_status }) => same(release_status)),
  };
}

async function countPending(handle: Handle): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from (select from search_queue limit ${PENDING_MAX}) as queued`.execute(handle);
  return rows[0]?.pending ?? 0;
}
