import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** What waits for the user. */
export const workQuery = queryOptions({
  queryKey: ['work'],
  queryFn: ({ signal }) => api.listWork(undefined, { signal }),
});
