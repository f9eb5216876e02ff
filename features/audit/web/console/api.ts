import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { ConsoleCall } from '../../contract/console.ts';
import { readCalls, type KnownCall } from './known-calls.ts';

/** The user's calls, newest first. */
export const callsQuery = queryOptions({
  queryKey: ['console', 'calls'],
  queryFn: ({ signal }) => api.listConsoleCalls(undefined, { signal }),
});

/** All API calls, for completion. They only change with a new version of the product. */
export const knownCallsQuery = queryOptions({
  queryKey: ['console', 'known'],
  queryFn: async ({ signal }): Promise<KnownCall[]> => readCalls(await api.getOpenApi(undefined, { signal })),
  staleTime: Infinity,
});

/** Stores a call in the history on the server. */
export function useKeepCall() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<ConsoleCall, 'id' | 'at'>) => api.keepConsoleCall({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: callsQuery.queryKey }),
  });
}

/** Clears the user's history. */
export function useClearCalls() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => api.clearConsoleCalls(), onSuccess: (calls) => client.setQueryData(callsQuery.queryKey, calls) });
}
