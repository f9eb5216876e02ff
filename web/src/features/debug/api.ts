import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/platform/api.ts';

/** Polling interval in milliseconds. */
export const REFRESH_MS = 5_000;

/** The state of every part of the product. */
export const debugQuery = queryOptions({
  queryKey: ['debug'],
  queryFn: ({ signal }) => api.getDebug(undefined, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});
