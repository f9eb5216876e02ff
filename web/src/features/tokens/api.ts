import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PersonalToken } from '#contract/tokens.ts';
import { api } from '#web/platform/api.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => api.listTokens(undefined, { signal }),
});

/** Creates a token for the user. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.createToken({ body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: PersonalToken) => api.deleteToken({ params: { id: token.id } }),
    onSuccess: (_, revoked) => client.setQueryData(tokensQuery.queryKey, (tokens) => tokens?.filter((token) => token.id !== revoked.id)),
  });
}
