import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

// Apart from the other calls: every page loads the routes, and they load this ahead.

/** The newest pull request of a release; null: none. */
export function pullQuery(releaseId: number) {
  return queryOptions({
    queryKey: ['pull', releaseId],
    queryFn: ({ signal }) => api.getPullRequest({ params: { id: releaseId } }, { signal }),
  });
}
