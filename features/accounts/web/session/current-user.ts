import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { CurrentUser } from '../../contract/users.ts';

export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => api.getUser(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in user. Only for pages behind sign-in, where it is always loaded. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(currentUserQuery).data;
}
