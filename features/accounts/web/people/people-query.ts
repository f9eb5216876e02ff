import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#platform/web/api.ts';
import { useCurrentUser } from '../session/current-user.ts';

/** How long a list of people is current enough to choose from, in milliseconds. */
const STALE_MS = 60_000;

/** Everyone who has joined and has access. For staff. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => api.listPeople(undefined, { signal }),
  staleTime: STALE_MS,
});

/**
 * Names by email address, for what names people by their address. External authors see only their own name; an address that is of
 * nobody who is here stays as it is.
 */
export function useNamesOfPeople(): (email: string) => string {
  const user = useCurrentUser();
  const people = useQuery({ ...peopleQuery, enabled: !user.external });
  return useMemo(() => {
    const names = new Map((people.data ?? []).map(({ email, name }) => [email.toLowerCase(), name]));
    names.set(user.email.toLowerCase(), user.name);
    return (email) => names.get(email) ?? email;
  }, [people.data, user.email, user.name]);
}
