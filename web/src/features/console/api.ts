import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleCall } from '#contract/console.ts';
import { api } from '#web/platform/api.ts';
import { readCalls, type KnownCall } from './known-calls.ts';

/** One's own calls, newest first. */
export const callsQuery = queryOptions({
  queryKey: ['console', 'calls'],
  queryFn: ({ signal }) => api.listConsoleCalls(undefined, { signal }),
});

/** Every call of the API, for completion. It changes with the product's version alone. */
export const knownCallsQuery = queryOptions({
  queryKey: ['console', 'known'],
  queryFn: async ({ signal }): Promise<KnownCall[]> => readCalls(await api.getOpenApi(undefined, { signal })),
  staleTime: Infinity,
});

/** Remembers a call on the server. */
export function useKeepCall() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<ConsoleCall, 'id' | 'at'>) => api.keepConsoleCall({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: callsQuery.queryKey }),
  });
}

/** Forgets one's own calls. */
export function useClearCalls() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => api.clearConsoleCalls(), onSuccess: (calls) => client.setQueryData(callsQuery.queryKey, calls) });
}
