import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** The hosts whose videos play in lessons (platform/content/video-hosts.ts). A setting: it stays the same until the server starts again. */
export const videoHostsQuery = queryOptions({
  queryKey: ['video-hosts'],
  queryFn: ({ signal }) => api.listVideoHosts(undefined, { signal }).then(({ hosts }) => hosts),
  staleTime: Number.POSITIVE_INFINITY,
});
