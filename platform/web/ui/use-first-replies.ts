import { hashKey, type QueriesOptions, type QueryKey, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long a page waits at most, in milliseconds. */
const WAIT_MS = 1_000;

/**
 * Whether a page can show its content without moving it when what is above it arrives: each query has its first reply or has failed once, or
 * a second has passed. It stays true for the same queries, which start when it is called.
 */
export function useFirstReplies<Replies extends unknown[]>(queries: readonly [...QueriesOptions<Replies>]): boolean {
  const isWaiting = useQueries({ queries, combine: isAnyWaiting });
  const asked = hashKey((queries as readonly { queryKey?: QueryKey }[]).map(({ queryKey }) => queryKey));
  /** The queries that are no longer waited for. */
  const [over, setOver] = useState<string | null>(null);
  const isReady = over === asked || !isWaiting;
  if (isReady && over !== asked) setOver(asked);
  useEffect(() => {
    const timer = setTimeout(() => setOver(asked), WAIT_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return isReady;
}

/** A query that is not enabled has nothing to wait for, and one that is tried again has failed. */
function isAnyWaiting(results: readonly Pick<UseQueryResult, 'isLoading' | 'failureCount'>[]): boolean {
  return results.some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
}
