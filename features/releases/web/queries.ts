import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** The releases; staff only. */
export const releasesQuery = queryOptions({
  queryKey: ['releases'],
  queryFn: ({ signal }) => api.listReleases(undefined, { signal }),
});
