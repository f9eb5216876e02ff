import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** The screens that the user saved last, on any machine. Empty for those who have not saved one yet. */
export const recentScreensQuery = queryOptions({
  queryKey: ['screens', 'recent'],
  queryFn: ({ signal }) => api.listRecentScreens(undefined, { signal }),
  staleTime: 0,
});
