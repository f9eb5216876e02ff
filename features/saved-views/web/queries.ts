import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** Colleagues share and change views. */
const STALE_MS = 60_000;

/** The views that the user sees, of all pages. */
export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: ({ signal }) => api.listSavedViews(undefined, { signal }),
  staleTime: STALE_MS,
});
