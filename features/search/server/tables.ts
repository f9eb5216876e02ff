import type { Table } from '#platform/server/database/tables.ts';
import type { SearchKind } from '../contract/search-kinds.ts';
import type { SearchDocument } from '../contract/search.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Exactly one of `lesson_id`, `course_id` and `path_id` is set. */
    search_texts: Table<'search_texts', { document: SearchDocument; kind: SearchKind }>;
    search_queue: Table<'search_queue', { document: SearchDocument }>;
  }
}
