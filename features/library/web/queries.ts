import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** What is known of every lesson. */
export const libraryReportQuery = queryOptions({
  queryKey: ['library-report'],
  queryFn: ({ signal }) => api.getLibraryReport(undefined, { signal }),
  staleTime: 0,
});
