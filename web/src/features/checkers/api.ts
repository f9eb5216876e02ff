import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/platform/api.ts';

/** All pycheck checkers. They only change with a new version of the product, so one fetch is enough. */
export const checkersQuery = queryOptions({
  queryKey: ['checkers'],
  queryFn: ({ signal }) => api.listCheckers(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
