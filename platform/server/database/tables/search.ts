import type { Generated, GeneratedAlways } from 'kysely';
import type { SearchKind } from '#features/search/contract/search-kinds.ts';
import type { SearchDocument, SearchQuery } from '#features/search/contract/search.ts';
import type { Json } from '../column-types.ts';

// What is searched, and saved searches.

/** Exactly one of `lesson_id`, `course_id` and `path_id` is set. */
export interface SearchTextTable {
  id: GeneratedAlways<number>;
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

export interface SearchQueueTable {
  id: GeneratedAlways<number>;
  document: SearchDocument;
  document_id: number;
}

export interface SavedSearchTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  query: Json<SearchQuery>;
  created_at: Generated<Date>;
}
