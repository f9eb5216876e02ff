import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';

const RETRIES = 2;

/** Only what may heal by itself is tried again: a server that was not reached, or a part of it that is down. */
function canRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/**
 * A query client that takes no answer for the present state which was asked for before something changed. By itself it would wait
 * for the first answer of a query when that query is invalidated meanwhile, and a file uploaded in this moment would not be shown.
 */
export class LatestQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const isFirst = query.state.data === undefined && query.state.fetchStatus !== 'idle';
      // Silently: whoever waits for the first answer is given the next one.
      if (isFirst && query.isActive()) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

/** The page's one store of what the server sent. Old rows stay while new ones come; nothing is fetched twice within `staleTime`. */
export const queryClient = new LatestQueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: canRetry },
    mutations: { retry: false },
  },
});
