import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchQueryInput } from '#contract/search.ts';
import { api } from '#web/platform/api.ts';

/** The results of a query, page by page. An outdated call is canceled, and earlier results stay until the next arrive. */
export function searchQuery(query: SearchQueryInput | null) {
  return infiniteQueryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal, pageParam }) => api.search({ body: { query: query ?? { text: '' }, from: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    enabled: query !== null,
    placeholderData: keepPreviousData,
    // Others save while the page is open.
    staleTime: 5_000,
    // A pattern that is refused stays refused.
    retry: false,
  });
}

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => api.listSavedSearches(undefined, { signal }),
});
