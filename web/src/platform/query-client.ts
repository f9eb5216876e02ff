import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';

const RETRIES = 2;

/** Only retry temporary failures: the server was not reached, or a part of it is down. */
function canRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/**
 * A query client that discards replies requested before an invalidation. By default, a query's first fetch would be kept, and a file
 * uploaded at that moment would not show.
 */
export class LatestQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const isFirst = query.state.data === undefined && query.state.fetchStatus !== 'idle';
      // Silent: a caller that waits for the first reply gets the next one.
      if (isFirst && query.isActive()) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

/** The page's cache of server data. Old rows stay while new ones load; nothing is fetched twice within `staleTime`. */
export const queryClient = new LatestQueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: canRetry },
    mutations: { retry: false },
  },
});
