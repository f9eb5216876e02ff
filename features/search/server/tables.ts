import type { Generated, GeneratedAlways } from 'kysely';
import type { SearchKind } from '../contract/search-kinds.ts';
import type { SearchDocument, SearchQuery } from '../contract/search.ts';
import type { Json } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    search_texts: SearchTextTable;
    search_queue: SearchQueueTable;
    saved_searches: SavedSearchTable;
  }
}

/** Exactly one of `lesson_id`, `course_id` and `path_id` is set. */
interface SearchTextTable {
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

interface SearchQueueTable {
  id: GeneratedAlways<number>;
  document: SearchDocument;
  document_id: number;
}

interface SavedSearchTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  query: Json<SearchQuery>;
  created_at: Generated<Date>;
}
