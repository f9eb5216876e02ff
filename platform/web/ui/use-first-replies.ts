import { hashKey, type QueryKey, QueryObserver, type QueryObserverOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

/** How long a page waits at most, in milliseconds. */
const WAIT_MS = 2_000;

/** What `queryOptions` returns. */
interface FirstQuery {
  readonly queryKey: QueryKey;
  readonly enabled?: unknown;
}

/**
 * Whether a page can show its content without moving it when what is above it arrives: each query has its first reply or has failed once, or
 * two seconds have passed. It stays true for the same queries, which start when it is called.
 */
export function useFirstReplies(queries: readonly FirstQuery[]): boolean {
  const client = useQueryClient();
  const wanted = queries.filter(({ enabled }) => enabled !== false);
  const asked = hashKey(wanted.map(({ queryKey }) => queryKey));
  /** The queries that are no longer waited for. */
  const [over, setOver] = useState<string | null>(null);
  const haveAll = () => wanted.every(({ queryKey }) => hasReply(client.getQueryState(queryKey)));
  const look = useEffectEvent(() => haveAll() && setOver(asked));
  // Not with useQueries, which the first page has no other use for.
  const observe = useEffectEvent(() =>
    wanted.map((query) => new QueryObserver(client, query as QueryObserverOptions).subscribe(() => look())),
  );
  useEffect(() => {
    const stops = observe();
    // A reply may have come since the page was drawn.
    const first = setTimeout(() => look());
    const last = setTimeout(() => setOver(asked), WAIT_MS);
    return () => {
      clearTimeout(first);
      clearTimeout(last);
      for (const stop of stops) stop();
    };
  }, [asked]);
  return over === asked || haveAll();
}

/** A query that is tried again has failed. */
function hasReply(state: { dataUpdatedAt: number; fetchFailureCount: number; errorUpdatedAt: number } | undefined): boolean {
  return state !== undefined && (state.dataUpdatedAt > 0 || state.fetchFailureCount > 0 || state.errorUpdatedAt > 0);
}
