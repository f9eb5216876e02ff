import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** What is known of every lesson. */
export const libraryReportQuery = queryOptions({
  queryKey: ['library-report'],
  queryFn: ({ signal }) => api.getLibraryReport(undefined, { signal }),
  staleTime: 0,
});

/** What preflight finds in every lesson. Slower: it looks at lessons that changed. */
export const libraryFindingsQuery = queryOptions({
  queryKey: ['library-findings'],
  queryFn: ({ signal }) => api.getLibraryFindings(undefined, { signal }),
  staleTime: 0,
});

/** The skills of every lesson that has any. */
export const librarySkillsQuery = queryOptions({
  queryKey: ['library-skills'],
  queryFn: ({ signal }) => api.getLibrarySkills(undefined, { signal }),
  staleTime: 0,
});
