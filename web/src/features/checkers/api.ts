import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/platform/api.ts';

/** Every checker of pycheck. They change with the product alone, so one look is enough. */
export const checkersQuery = queryOptions({
  queryKey: ['checkers'],
  queryFn: ({ signal }) => api.listCheckers(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
