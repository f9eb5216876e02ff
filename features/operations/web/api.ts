import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** Polling interval in milliseconds. */
export const REFRESH_MS = 5_000;

/** What failed lately changes less often than the state. */
const FAILURES_REFRESH_MS = 30_000;

/** Runs, jobs, deploys and builds that failed lately. */
export const failuresQuery = queryOptions({
  queryKey: ['debug', 'failures'],
  queryFn: ({ signal }) => api.listFailures(undefined, { signal }),
  staleTime: 0,
  refetchInterval: FAILURES_REFRESH_MS,
});

/** The largest lessons and datasets. */
export const storageQuery = queryOptions({
  queryKey: ['debug', 'storage'],
  queryFn: ({ signal }) => api.getStorageUse(undefined, { signal }),
  staleTime: 60_000,
});

/** The state of every part of the product. */
export const debugQuery = queryOptions({
  queryKey: ['debug'],
  queryFn: ({ signal }) => api.getDebug(undefined, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});
