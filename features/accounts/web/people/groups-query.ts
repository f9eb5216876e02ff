import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** How long a list of groups is current enough to choose from, in milliseconds. */
const STALE_MS = 60_000;

/** The groups of people, by name. For staff. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => api.listGroups(undefined, { signal }),
  staleTime: STALE_MS,
});
