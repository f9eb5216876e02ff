import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type InferDataFromTag,
  type QueryKey,
  type QueryClientConfig,
  QueryCache,
  partialMatchKey,
} from '@tanstack/react-query';
import { ApiError } from '#platform/contract/client.ts';
import { followWrittenCalls } from './written-calls.ts';

const RETRIES = 2;

/** Only retry temporary failures: the server was not reached, or a part of it is down. */
function canRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** Beginnings of the keys of what is deleted while a page shows it. */
const gone = new WeakMap<QueryClient, readonly (readonly QueryKey[])[]>();

/**
 * Keeps queries from being loaded again because of an invalidation: what they ask for is being deleted while its page is open, so that the
 * reply would be an error. It ends when no page shows them any more, or with the returned function if the deletion failed.
 *
 * @param keys the beginnings of their keys
 */
export function keepFromReloading(client: QueryClient, keys: readonly QueryKey[]): () => void {
  gone.set(client, [...(gone.get(client) ?? []), keys]);
  return () =>
    gone.set(
      client,
      (gone.get(client) ?? []).filter((each) => each !== keys),
    );
}

/** Whether a query is one of those that {@link keepFromReloading} names. */
function goneQueries(client: QueryClient): (query: { queryKey: QueryKey }) => boolean {
  const shown = (gone.get(client) ?? []).filter((keys) =>
    keys.some((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0),
  );
  gone.set(client, shown);
  const keys = shown.flat();
  return ({ queryKey }) => keys.some((key) => partialMatchKey(queryKey, key));
}

/**
 * A query client that shows no state from before a call of its page that changed it: calls that write make queries stale
 * (`stale-after.ts`), and replies requested before an invalidation are discarded. By default, a query's first fetch would be kept, and
 * a file uploaded at that moment would not show.
 */
export class LatestQueryClient extends QueryClient {
  #unfollow: (() => void) | null = null;
  /** Hashes of queries that were invalidated while they loaded without subscribers: their reply is older. */
  readonly #outdated: Set<string>;

  constructor(config: QueryClientConfig = {}) {
    const outdated = new Set<string>();
    const onSuccess = (_data: unknown, { queryHash, queryKey }: { queryHash: string; queryKey: QueryKey }) => {
      // The reply would count as fresh otherwise.
      if (outdated.delete(queryHash)) void this.invalidateQueries({ queryKey, exact: true });
    };
    super({ ...config, queryCache: new QueryCache({ onSuccess }) });
    this.#outdated = outdated;
  }

  override mount(): void {
    super.mount();
    this.#unfollow ??= followWrittenCalls(this);
  }

  override unmount(): void {
    super.unmount();
    this.#unfollow?.();
    this.#unfollow = null;
  }

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const isGone = goneQueries(this);
    const predicate = filters?.predicate;
    const wanted = { ...filters, predicate: (query) => !isGone(query) && (predicate?.(query) ?? true) } as InvalidateQueryFilters<Key>;
    for (const query of this.getQueryCache().findAll(wanted)) {
      if (query.state.fetchStatus === 'idle') continue;
      if (!query.isActive()) this.#outdated.add(query.queryHash);
      // Silent: a caller that waits for the first reply gets the next one.
      else if (query.state.data === undefined) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(wanted, options);
  }
}

/**
 * Changes a part of what the page knows. The rest stays as old as it was: with `setQueryData` alone, a stale lesson would count as fresh
 * because its last commit reached the code host.
 */
export function changeQueryData<Key extends QueryKey>(
  client: QueryClient,
  queryKey: Key,
  change: (known: InferDataFromTag<unknown, Key> | undefined) => InferDataFromTag<unknown, Key> | undefined,
): void {
  const query = client.getQueryCache().find<InferDataFromTag<unknown, Key>>({ queryKey, exact: true });
  if (query?.state.data === undefined) {
    client.setQueryData<unknown, Key>(queryKey, change);
    return;
  }
  const data = change(query.state.data);
  // Not setQueryData: it ends an invalidation, and for good when the page is left before the reply to its reload.
  if (data !== undefined) query.setState({ data });
}

/** The page's cache of server data. Old rows stay while new ones load; nothing is fetched twice within `staleTime`. */
export const queryClient = new LatestQueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: canRetry },
    mutations: { retry: false },
  },
});
