import type { Table } from '#platform/server/database/tables.ts';
import type { ViewPage } from '../saved-views.policy.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Servers of an earlier version still read it. */
    saved_searches: Table<'saved_searches'>;
    saved_views: Table<'saved_views', { page: ViewPage; filters: Record<string, string> }>;
  }
}
