import { z } from 'zod';
import { LanguageName, ReleaseStatus } from '#features/lessons/contract/lessons.ts';
import { LESSON_STATUSES } from '#features/releases/state-labels.policy.ts';
import { ScreenType } from '#features/screens/contract/screens.ts';
import { INT4_MAX, route } from '#platform/contract/route.ts';
import { SEARCH_DOCUMENTS, SEARCH_KIND_NAMES, SEARCH_TEXT_MAX } from './search-kinds.ts';

const count = z.number().int();

const SearchKind = z.enum(SEARCH_KIND_NAMES);

/** The kinds of things that have texts. */
export const SearchDocument = z.enum(SEARCH_DOCUMENTS);
export type SearchDocument = z.infer<typeof SearchDocument>;

/** Where a match is. Lines and columns start at 1, in UTF-16 units like in the editors; the end is behind the last character. */
export const SearchPlace = z.object({
  document: SearchDocument,
  /** The row of the document: of the lesson, screen, data file, comment, course, path or step. */
  id: count,
  /** Null in courses, paths and steps. */
  lesson_id: count.nullable(),
  /** Null where the document belongs to no screen. */
  screen_id: count.nullable(),
  /** The course or path that it is in; null in lessons. */
  curriculum: z.object({ kind: z.enum(['course', 'path']), id: count }).nullable(),
  /** The text in its document: see `listTexts` (features/search/rules/document-texts.ts). */
  field: z.string(),
  /** Offsets in the text, in UTF-16 units. */
  from: count,
  to: count,
  line: count,
  column: count,
  end_line: count,
  end_column: count,
});
export type SearchPlace = z.infer<typeof SearchPlace>;

export const SearchMatch = z.object({
  place: SearchPlace,
  kind: SearchKind,
  /** What people call the text: `Hint`, `Question 2, option 1`, `data.csv`. */
  label: z.string(),
  /** Position of the screen in its lesson; null: it is in none. */
  screen_sequence: count.nullable(),
  screen_title: z.string().nullable(),
  /** The first line of the match, cut if it is long, and where the match is in it. */
  before: z.string(),
  match: z.string(),
  after: z.string(),
  /** The lines around. */
  line_before: z.string().nullable(),
  line_after: z.string().nullable(),
});
export type SearchMatch = z.infer<typeof SearchMatch>;

const LessonStatus = z.enum(LESSON_STATUSES);

/** A lesson, course or path with matches. */
export const SearchGroup = z.object({
  kind: z.enum(['lesson', 'course', 'path']),
  id: count,
  sequence: count,
  title: z.string(),
  release_id: count,
  release_name: z.string(),
  is_main: z.boolean(),
  /** Null for courses and paths. */
  author: z.string().nullable(),
  language: LanguageName.nullable(),
  release_status: ReleaseStatus.nullable(),
  /** What people read of it, more precisely. */
  status: LessonStatus.nullable(),
  /** How many matches it has; `matches` may have fewer. */
  count,
  matches: z.array(SearchMatch),
});
export type SearchGroup = z.infer<typeof SearchGroup>;

const enumList = <T extends z.ZodType>(entry: T) => z.array(entry).max(100).default([]);

/** What is searched for. Empty lists: all. */
export const SearchQuery = z.object({
  text: z.string().min(1, 'Enter a text to search for.').max(SEARCH_TEXT_MAX, `Search for at most ${SEARCH_TEXT_MAX} characters.`),
  /** `regex`: a regular expression of RE2. */
  mode: z.enum(['plain', 'regex']).default('plain'),
  whole_word: z.boolean().default(false),
  match_case: z.boolean().default(false),
  kinds: enumList(SearchKind),
  languages: enumList(z.union([LanguageName, z.literal('none')])),
  screen_types: enumList(ScreenType),
  authors: z.array(z.string().max(200)).max(100).default([]),
  releases: z.array(z.number().int().min(1).max(INT4_MAX)).max(100).default([]),
  /** As people read them, or in the values of the specification. */
  statuses: enumList(z.union([LessonStatus, ReleaseStatus])),
  /** Only these lessons, by id. */
  lessons: z.array(z.number().int().min(1).max(INT4_MAX)).max(1_000).default([]),
  /** Only the latest version of each lesson. */
  latest: z.boolean().default(false),
});
export type SearchQuery = z.infer<typeof SearchQuery>;
/** A query in which omitted fields have their defaults. */
export type SearchQueryInput = z.input<typeof SearchQuery>;

/** Groups in one reply, and matches that are shown of each. */
export const SEARCH_PAGE = { groups: 20, matches: 20 } as const;

const facet = z.array(z.object({ value: z.string(), label: z.string(), count }));

export const SearchReply = z.object({
  groups: z.array(SearchGroup),
  /** Total over all pages. */
  matches: count,
  lessons: count,
  /** Why the search stopped before it had read everything, so that the counts are too low; null: it didn't. */
  stopped: z.enum(['many', 'time']).nullable(),
  /** How many texts it had read before it stopped, in the same order each time; null: all. Send it with `next`. */
  looked_at: count.nullable(),
  /** What the matches have in common, for filters. */
  facets: z.object({ kinds: facet, languages: facet, screen_types: facet, authors: facet, releases: facet, statuses: facet }),
  /** Lessons and screens whose newest state isn't searched yet. */
  pending: count,
  /** The number of groups before the next page; null: this is the last. */
  next: count.nullable(),
});
export type SearchReply = z.infer<typeof SearchReply>;

export const searchRoutes = {
  search: route({
    method: 'POST',
    path: '/api/search',
    queue: 'heavy',
    summary: 'Searches the texts of the lessons, courses and paths that you may see',
    access: 'signed-in',
    forAssistants: true,
    perMinute: 600,
    body: z.object({
      query: SearchQuery,
      /** `next` of the reply before. */
      from: z.number().int().min(0).max(100_000).default(0),
      /** `looked_at` of the reply before, so that the next page is of the same matches. */
      looked_at: z.number().int().min(0).max(INT4_MAX).nullable().default(null),
      /** Returns after some 200 ms with what it has found, while a person types. Otherwise a search may take 1.5 seconds. */
      quick: z.boolean().default(false),
    }),
    reply: SearchReply,
    errors: ['refused'],
  }),
};
