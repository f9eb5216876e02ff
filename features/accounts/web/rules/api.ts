import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { InstallationRules } from '../../contract/rules.ts';

export const rulesQuery = queryOptions({ queryKey: ['rules'], queryFn: ({ signal }) => api.getRules(undefined, { signal }) });

export function useChangeRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<InstallationRules>) => api.changeRules({ body: change }),
    onSuccess: (rules) => client.setQueryData(rulesQuery.queryKey, rules),
  });
}

/** How many tokens a limit would end at once. */
export function useEndedTokens() {
  return useMutation({ mutationFn: (token_days: number) => api.getEndedTokens({ query: { token_days } }) });
}
